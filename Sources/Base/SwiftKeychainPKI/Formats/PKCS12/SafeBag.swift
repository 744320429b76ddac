// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory

/// The bags of a PKCS#12 file (RFC 7292, section 4.2), of which those with a certificate or a key become items.
enum SafeBag {
    /// The number of bags that a file may have.
    static let most = 10_000
    /// The number of levels that bags may be nested.
    private static let deepest = 4

    private static let keyTypes = [FormatOID.keyBag, FormatOID.shroudedKeyBag]

    /// Reads SafeContents: all bags in it, and in the bags in it. Bags of other kinds, such as lists
    /// of revoked certificates, are left out, and keys if `skipsKeys` is true.
    static func all(
        in contents: UnsafeRawBufferPointer, _ passphrase: Passphrase, _ budget: inout WorkBudget,
        skipsKeys: Bool, depth: Int = 0
    ) throws(PKIError) -> [ImportedItem] {
        guard var list = try? LentDERReader(sequence: contents), depth < deepest else {
            throw .malformed("PKCS#12", "not a SafeContents")
        }
        var items: [ImportedItem] = []
        while !list.isAtEnd {
            guard var reader = try? list.enter(.sequence),
                let name = try? reader.content(.objectIdentifier),
                let value = try? reader.content(.constructed(0))
            else { throw .malformed("PKCS#12", "not a SafeBag") }
            let attributes = reader.isAtEnd ? nil : try? reader.content(.set)
            guard reader.isAtEnd, items.count < most else {
                throw .malformed("PKCS#12", "not a SafeBag, or too many")
            }
            let type = OID(octets: [UInt8](name))
            if type == FormatOID.safeContentsBag {
                items += try all(
                    in: value, passphrase, &budget, skipsKeys: skipsKeys, depth: depth + 1)
                continue
            }
            if skipsKeys, keyTypes.contains(type) { continue }
            guard let content = try content(type, value, passphrase, &budget) else { continue }
            let (label, keyID) = try Self.attributes(attributes)
            items.append(ImportedItem(content, label: label, keyID: keyID))
        }
        return items
    }

    /// Reads the content of a bag by its type; nil for one that contains neither a key nor a certificate.
    private static func content(
        _ type: OID, _ value: UnsafeRawBufferPointer, _ passphrase: Passphrase,
        _ budget: inout WorkBudget
    ) throws(PKIError) -> ImportedItem.Value? {
        if keyTypes.contains(type) { try budget.spendKey() }
        switch type {
        case FormatOID.keyBag: return .key(try PrivateKeyInfo.read(value))
        case FormatOID.shroudedKeyBag:
            return .key(try EncryptedPrivateKeyInfo.read(value, passphrase, &budget))
        case FormatOID.certificateBag:
            guard var reader = try? LentDERReader(sequence: value),
                let kind = try? reader.content(.objectIdentifier),
                var field = try? reader.enter(.constructed(0)), reader.isAtEnd
            else { throw .malformed("PKCS#12", "not a CertBag") }
            guard OID(octets: [UInt8](kind)) == FormatOID.x509Certificate else { return nil }
            guard let der = try? field.content(.octetString), field.isAtEnd else {
                throw .malformed("PKCS#12", "not a CertBag")
            }
            return .certificate(try Certificate(der: [UInt8](der)))
        default: return nil
        }
    }

    /// Reads the two attributes that matter: friendlyName and localKeyID.
    ///
    /// Others are skipped, and so are these two with a value of another type. Of repeated ones the first counts.
    private static func attributes(
        _ set: UnsafeRawBufferPointer?
    ) throws(PKIError) -> (label: String?, keyID: [UInt8]?) {
        var found: (label: String?, keyID: [UInt8]?) = (nil, nil)
        guard let set else { return found }
        var reader = DERReader([UInt8](set)[...])
        while !reader.isAtEnd {
            var attribute = try reader.enter(.sequence)
            let type = try OID(try attribute.next(.objectIdentifier))
            let value = try attribute.next(.set).children().first
            switch (type, value?.tag) {
            case (FormatOID.friendlyName, .bmpString?)
            where value!.content.count <= PKILimits.fieldBytes:
                // Some programs write the zero that ends the string in memory.
                found.label = found.label ?? value!.text.map { String($0.prefix { $0 != "\0" }) }
            case (FormatOID.localKeyID, .octetString?):
                found.keyID = found.keyID ?? Array(value!.content)
            default: break
            }
        }
        return found
    }
}

extension OID {
    /// Takes the octets of a file unchecked, to compare them with known identifiers.
    init(octets: [UInt8]) { self.octets = octets }
}
