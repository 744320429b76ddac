// SPDX-License-Identifier: Apache-2.0
// Table: the protocols of addresses and their codes.
import SwiftKeychainModel
import SwiftKeychainSystem

/// The address of a service, in the parts that an internet password has.
///
///     https://jane@example.org:8443/login?next=1
///     code     htps
///     user     jane
///     server   example.org       in lower case, without the user, and an IPv6 address without brackets
///     port     8443
///     path     /login            without the query
package struct WebAddress {
    /// The code of the protocol; nil for an address without one.
    package var code: String?
    package var server = ""
    /// 0 for the default port of the protocol.
    package var port: Int64 = 0
    package var path = ""
    /// What stands before the `@`; empty without one. It isn't part of ``text``.
    package var user = ""

    /// The codes are the values of kSecAttrProtocol: four characters, with a space at the end of a short one.
    package static let protocols: [(scheme: String, code: String)] = [
        ("https", "htps"), ("http", "http"), ("ftp", "ftp "), ("ftps", "ftps"), ("ssh", "ssh "),
        ("sftp", "sftp"), ("imap", "imap"), ("imaps", "imps"), ("pop3", "pop3"),
        ("pop3s", "pops"), ("smtp", "smtp"), ("ldap", "ldap"), ("ldaps", "ldps"),
        ("smb", "smb "), ("afp", "afp "), ("telnet", "teln"), ("telnets", "tels"),
        ("rtsp", "RTSP"), ("irc", "irc "), ("ircs", "ircs"), ("nntp", "nntp"), ("svn", "svn "),
    ]

    /// The default ports of protocols, by their codes.
    package static let defaultPorts: [String: Int64] = [
        "htps": 443, "http": 80, "ftp ": 21, "ftps": 990, "imap": 143, "imps": 993, "smtp": 25,
        "pop3": 110, "pops": 995,
    ]

    /// Makes the address of an item's parts. Version 0.2.0 stored an IPv6 address in brackets.
    package init(code: String?, server: String, port: Int64, path: String) {
        self.code = code
        self.server = server.withoutBrackets
        self.port = port
        self.path = path
    }

    /// Splits an address; nil if an internet password can't have it. A query and a fragment are left
    /// out.
    package init?(_ address: String) {
        var rest = address.utf8[...]
        if let scheme = Self.protocols.first(where: {
            rest.count > $0.scheme.utf8.count
                && rest.prefix($0.scheme.utf8.count + 3)
                    .map(Self.lowercased).elementsEqual("\($0.scheme)://".utf8)
        }) {
            code = scheme.code
            rest = rest.dropFirst(scheme.scheme.utf8.count + 3)
        }
        let authority = rest.prefix { !"/?#\\".utf8.contains($0) }
        path = String(
            decoding: rest[authority.endIndex...].prefix { !"?#".utf8.contains($0) }, as: UTF8.self)
        // A user in the address isn't part of the server.
        var host = authority
        if let at = host.lastIndex(of: UInt8(ascii: "@")) {
            user = String(decoding: host[..<at], as: UTF8.self)
            host = host[host.index(after: at)...]
        }
        // The colons of an IPv6 address are in brackets; only one behind these begins a port.
        if let colon = host.lastIndex(of: UInt8(ascii: ":")),
            !host[colon...].contains(UInt8(ascii: "]"))
        {
            let digits = String(decoding: host[host.index(after: colon)...], as: UTF8.self)
            guard let number = UInt16(digits) else { return nil }
            port = Int64(number)
            host = host[..<colon]
        }
        if host.first == UInt8(ascii: "["), host.last == UInt8(ascii: "]") {
            host = host.dropFirst().dropLast()
        }
        // Text with a space or a control character is a title or a note, not a host.
        guard !host.isEmpty, host.allSatisfy({ $0 > 0x20 && $0 != 0x7f }) else { return nil }
        server = String(decoding: host.map(Self.lowercased), as: UTF8.self)
        // Without a protocol any text could be meant; a name of a host has a dot.
        if code == nil {
            let isHost = host.allSatisfy {
                Self.lowercased($0) >= UInt8(ascii: "a") && Self.lowercased($0) <= UInt8(ascii: "z")
                    || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || "-.".utf8.contains($0)
            }
            guard isHost, host.contains(UInt8(ascii: ".")) || server == "localhost" else {
                return nil
            }
        }
    }

    /// Returns whether an address has a password, whatever its protocol.
    package static func hasPassword(_ address: String) -> Bool {
        let authority = authority(of: address)
        return authority.lastIndex(of: "@").map { authority[..<$0].contains(":") } ?? false
    }

    /// Returns whether only the port makes an address one that an internet password can't have.
    package static func hasWrongPort(_ address: String) -> Bool {
        let authority = authority(of: address)
        guard WebAddress(address) == nil, let colon = authority.lastIndex(of: ":") else {
            return false
        }
        return WebAddress(String(address[..<colon] + address[authority.endIndex...]))?.code != nil
    }

    /// Returns the user, the host and the port of an address; empty for other text.
    private static func authority(of address: String) -> Substring {
        guard let scheme = address.firstRange(ofPart: "://") else { return "" }
        return address[scheme.upperBound...].prefix { !"/?#\\".contains($0) }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    }

    /// The address as text.
    package var text: String {
        let scheme = Self.protocols.first { $0.code == code }.map { "\($0.scheme)://" } ?? ""
        let host = server.contains(":") ? "[\(server)]" : server
        // A path without a slash, which options can give, would become part of the host or port.
        let slash = path.utf8.first.map("/\\".utf8.contains) == false ? "/" : ""
        return scheme + host + (port == 0 ? "" : ":\(port)") + slash + path
    }

    /// The attributes of an internet password.
    package var attributes: [Attribute: AttributeValue] {
        var attributes: [Attribute: AttributeValue] = [
            .server: .string(server), .authenticationType: .string("dflt"),
        ]
        attributes[.protocol] = code.map { .string($0) }
        if port != 0 { attributes[.port] = .number(port) }
        if !path.isEmpty { attributes[.path] = .string(path) }
        return attributes
    }
}
