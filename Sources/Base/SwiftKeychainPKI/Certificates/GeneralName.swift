// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainSystem

/// A name of one of nine kinds (RFC 5280, section 4.2.1.6).
///
/// The cases are in the order of their tags, `[0]` to `[8]`.
package enum GeneralName: Sendable, Hashable {
    /// A name whose kind is an object identifier, and its DER.
    case other(OID, [UInt8])
    case email(String)
    case host(String)
    /// An X.400 address, as the content of its element.
    case x400([UInt8])
    case directory(DistinguishedName)
    /// An EDI party name, as the content of its element.
    case ediParty([UInt8])
    case uri(String)
    /// 4 octets or 16; in name constraints 8 or 32, address and mask.
    case address([UInt8])
    case registered(OID)

    init(_ element: DERElement) throws(PKIError) {
        switch element.tag {
        case .constructed(0):
            var reader = DERReader(inside: element)
            let type = try OID(try reader.next(.objectIdentifier))
            let value = try reader.next(.constructed(0)).inner()
            try reader.end()
            self = .other(type, Array(value.encoding))
        case .primitive(1): self = .email(try Self.text(element))
        case .primitive(2): self = .host(try Self.text(element))
        case .constructed(3): self = .x400(Array(element.content))
        // A name is a CHOICE, so that its tag is explicit.
        case .constructed(4):
            self = .directory(try DistinguishedName(try element.inner()))
        case .constructed(5): self = .ediParty(Array(element.content))
        case .primitive(6): self = .uri(try Self.text(element))
        case .primitive(7): self = .address(Array(element.content))
        case .primitive(8): self = .registered(try OID(element))
        default: throw DER.malformed("a general name of no known kind")
        }
    }

    /// Reads a list of general names: the elements inside a constructed one.
    static func list(_ element: DERElement) throws(PKIError) -> [GeneralName] {
        try element.children().map(GeneralName.init)
    }

    /// Reads an IA5String. Some certificates have UTF-8 there: no host matches such a name, but their other names still do.
    private static func text(_ element: DERElement) throws(PKIError) -> String {
        guard let text = element.text(as: .utf8String) else {
            throw DER.malformed("a name that is neither ASCII nor UTF-8")
        }
        return text
    }
}

/// The text of Internet addresses.
enum AddressText {
    /// Writes 4 octets as `192.0.2.1` and 16 as `2001:db8::1`; 8 and 32, as name constraints have
    /// them, as address and mask with a slash between; others in hexadecimal.
    static func text(_ octets: [UInt8]) -> String {
        switch octets.count {
        case 4: write(octets, AF_INET)
        case 16: write(octets, AF_INET6)
        case 8, 32:
            text(Array(octets.prefix(octets.count / 2))) + "/"
                + text(Array(octets.suffix(octets.count / 2)))
        default: Hexadecimal.text(octets, separator: ":")
        }
    }

    private static func write(_ octets: [UInt8], _ family: Int32) -> String {
        var room = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        _ = inet_ntop(family, octets, &room, socklen_t(room.count))
        return String(
            decoding: room.prefix { $0 != 0 }.map(UInt8.init(truncatingIfNeeded:)), as: UTF8.self)
    }
}
