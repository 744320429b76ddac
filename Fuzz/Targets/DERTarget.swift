// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainPKI
import SwiftKeychainModel

extension FuzzTarget {
    /// The target for DER, names and certificates: strict DER must be written back as the same bytes,
    /// and all properties of a certificate must be readable.
    public static let der = FuzzTarget(name: "der") { bytes throws(Finding) in
        try DERRules.rewrite(bytes)
        let isName = try DERRules.normalise(bytes)
        let isCertificate = try DERRules.tell(bytes)
        return isName || isCertificate
    }
}

private enum DERRules {
    static func rewrite(_ bytes: [UInt8]) throws(Finding) {
        guard let element = try? DERElement(only: bytes[...]),
            (try? element.checkStrictly()) != nil
        else { return }
        try require(written(element) == bytes, "what was read is written again as other bytes")
    }

    private static func written(_ element: DERElement) -> [UInt8]? {
        guard element.tag.isConstructed else {
            return DER.element(element.tag, element.content)
        }
        guard let children = try? element.children() else { return nil }
        let parts = children.map(written)
        guard parts.allSatisfy({ $0 != nil }) else { return nil }
        return DER.element(element.tag, parts.flatMap { $0! })
    }

    static func normalise(_ bytes: [UInt8]) throws(Finding) -> Bool {
        guard let name = try? DistinguishedName(der: bytes) else { return false }
        try require(name.encoding == bytes, "a name has two encodings")
        let normalised = name.normalisedSequence
        let again = try? DistinguishedName(der: normalised)
        try require(
            again?.normalisedSequence == normalised, "a normalised name is normalised further")
        try require(
            again?.attributes.map(\.type) == name.attributes.map(\.type),
            "a normalised name has other attributes")
        return true
    }

    static func tell(_ bytes: [UInt8]) throws(Finding) -> Bool {
        guard let certificate = try? Certificate(der: bytes) else { return false }
        try require(certificate.der == bytes, "a certificate has two encodings")
        try require(!certificate.properties.isEmpty, "a certificate has no properties")
        try require(certificate.publicKeyHash.count == 20, "a hash of another length")
        _ = (certificate.subjectSummary, certificate.emailAddresses, certificate.hostNames)
        _ = certificate.repeatsExtensions
        if let key = try? certificate.publicKey.cryptoKey() {
            try require(
                key.publicKeyHash == certificate.publicKeyHash, "a key has two hashes")
        }
        return true
    }
}
