// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

/// Holds the certificates and keys of the rows, and what another reader derived from them; made
/// by Fixtures/make.py.
enum Fixtures {
    private static let all: [String: [String: Data]] = {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Fixtures/fixtures.json")
        guard let json = try? Data(contentsOf: file),
            let texts = try? JSONDecoder().decode([String: [String: String]].self, from: json)
        else { return [:] }
        return texts.mapValues { $0.compactMapValues { Data(base64Encoded: $0) } }
    }()

    static func data(_ name: String, _ field: String) throws -> Data {
        guard let data = all[name]?[field] else {
            throw RowMistake("no fixture “\(name)” with a “\(field)”")
        }
        return data
    }

    static func certificate(_ name: String) throws -> SecCertificate {
        guard let made = SecCertificateCreateWithData(nil, try data(name, "der") as NSData) else {
            throw RowMistake("fixture “\(name)”: no certificate")
        }
        return made
    }

    /// Makes a half of the pair of a certificate: "private" or "public".
    static func key(_ name: String, _ half: String) throws -> SecKey {
        let attributes = NSMutableDictionary()
        attributes[NSString(string: kSecAttrKeyType as String)] =
            name == "rsa" ? kSecAttrKeyTypeRSA : kSecAttrKeyTypeECSECPrimeRandom
        attributes[NSString(string: kSecAttrKeyClass as String)] =
            half == "private" ? kSecAttrKeyClassPrivate : kSecAttrKeyClassPublic
        let bytes = try data(name, half) as NSData
        guard let key = SecKeyCreateWithData(bytes, attributes, nil) else {
            throw RowMistake("fixture “\(name)”: no \(half) key")
        }
        return key
    }

    static func identity(_ name: String) throws -> SecIdentity {
        guard let made = SecIdentityCreate(nil, try certificate(name), try key(name, "private"))
        else { throw RowMistake("fixture “\(name)”: no identity") }
        return made
    }

    static func policy(_ name: String) throws -> SecPolicy {
        let made: SecPolicy?
        switch name {
        case "basic": made = SecPolicyCreateBasicX509()
        case "revocation": made = SecPolicyCreateRevocation(1)
        case "server": made = SecPolicyCreateSSL(true, nil)
        case "client": made = SecPolicyCreateSSL(false, nil)
        default:
            guard name.hasPrefix("mail") else { throw RowMistake("no policy “\(name)”") }
            let address = name.split(separator: ":").dropFirst().first
            let properties = NSMutableDictionary()
            if let address {
                properties[NSString(string: kSecPolicyName as String)] =
                    NSString(string: String(address))
            }
            made = SecPolicyCreateWithProperties(kSecPolicyAppleSMIME, properties)
        }
        guard let made else { throw RowMistake("policy “\(name)” cannot be made") }
        return made
    }

    /// Makes a certificate of exactly `count` bytes: that of alice, whose signature does not fit,
    /// with a long unknown extension.
    static func largeCertificate(_ count: Int) throws -> Data {
        var length = count
        // The headers around take some bytes of their own.
        for _ in 0..<4 {
            let made = try withExtension(of: length)
            if made.count == count { return made }
            length += count - made.count
        }
        throw RowMistake("no certificate of \(count) bytes")
    }

    private static func withExtension(of count: Int) throws -> Data {
        let outer = try elements(in: data("alice", "der"))
        guard outer.count == 1 else { throw RowMistake("no certificate") }
        let parts = try elements(in: outer[0].content)
        var fields = try elements(in: parts[0].content)
        let last = fields.removeLast()
        let known = try elements(in: elements(in: last.content)[0].content).map(\.encoding)
        let identifier = Data([6, 3, 0x2A, 3, 4])
        let long = element(0x30, identifier + element(4, Data(count: max(count, 0))))
        let list = element(0xA3, element(0x30, known.reduce(Data(), +) + long))
        let body = fields.map(\.encoding).reduce(Data(), +) + list
        return element(
            0x30, element(0x30, body) + parts.dropFirst().map(\.encoding).reduce(Data(), +))
    }

    private static func element(_ tag: UInt8, _ content: Data) -> Data {
        guard content.count >= 128 else { return Data([tag, UInt8(content.count)]) + content }
        let length = withUnsafeBytes(of: UInt32(content.count).bigEndian) { $0.drop { $0 == 0 } }
        return Data([tag, 0x80 | UInt8(length.count)]) + Data(length) + content
    }

    private static func elements(
        in data: Data
    ) throws -> [(encoding: Data, content: Data)] {
        var rest = data
        var found: [(encoding: Data, content: Data)] = []
        while rest.count >= 2 {
            let first = Int(rest[rest.startIndex + 1])
            let octets = first < 0x80 ? 0 : first & 0x7F
            let length =
                first < 0x80
                ? first : rest.dropFirst(2).prefix(octets).reduce(0) { $0 << 8 | Int($1) }
            let header = 2 + octets
            guard rest.count >= header + length else { throw RowMistake("no DER") }
            found.append(
                (rest.prefix(header + length), rest.dropFirst(header).prefix(length)))
            rest = rest.dropFirst(header + length)
        }
        return found
    }
}
