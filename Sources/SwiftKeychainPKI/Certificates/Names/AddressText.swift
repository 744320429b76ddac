import Glibc
import SwiftKeychainSystem

/// Writes Internet addresses.
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
        guard inet_ntop(family, octets, &room, socklen_t(room.count)) != nil else {
            return Hexadecimal.text(octets, separator: ":")
        }
        return String(decoding: room.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
