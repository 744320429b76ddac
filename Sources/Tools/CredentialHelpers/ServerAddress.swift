// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain

/// The server of a credential, as attributes of an internet password.
///
///     https, example.org:8443   protocol htps, server example.org, port 8443
///     https, [::1]              protocol htps, server ::1,         port 0
///
/// A port that is the protocol's own and no port are the same server, because programs store either.
package struct ServerAddress {
    private let code: String
    private let server: [UInt8]
    /// 0 for the default port of the protocol.
    private let port: Int64
    private let defaultPort: Int64

    /// - Parameter host: a name or an address, with `:PORT` behind it or without; an IPv6 address is
    ///   written in brackets.
    /// - Returns: nil for another protocol, and without a host.
    package init?(protocol name: String, host: [UInt8]) {
        guard let code = WebAddress.protocols.first(where: { $0.scheme == name })?.code,
            let defaultPort = WebAddress.defaultPorts[code]
        else { return nil }
        (self.code, self.defaultPort) = (code, defaultPort)
        var server = host[...]
        var port: Int64 = 0
        // In "[::1]" the last colon is part of the address; in "[::1]:8443" a bracket comes before it.
        if let colon = host.lastIndex(of: UInt8(ascii: ":")),
            host[..<colon].first != UInt8(ascii: "[") || host[..<colon].last == UInt8(ascii: "]")
        {
            let digits = host[(colon + 1)...]
            guard digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
                let number = digits.isEmpty ? 0 : UInt16(String(decoding: digits, as: UTF8.self))
            else { return nil }
            port = Int64(number)
            server = host[..<colon]
        }
        if server.first == UInt8(ascii: "["), server.last == UInt8(ascii: "]") {
            server = server.dropFirst().dropLast()
        }
        guard !server.isEmpty else { return nil }
        (self.server, self.port) = (Array(server), port)
    }

    /// The conditions of a search; ``matches(_:)`` checks the port.
    package var conditions: [Attribute: AttributeValue] {
        [.protocol: .string(code), .server: AttributeValue(bytes: server)]
    }

    /// The attributes of a new item, which belong to its primary key.
    package var attributes: [Attribute: AttributeValue] {
        conditions.merging([.port: .number(port), .authenticationType: .string("dflt")]) { $1 }
    }

    /// Returns whether an item with these attributes has the same port.
    package func matches(_ item: Item) -> Bool {
        let stored = item[.port]?.integer ?? 0
        return (stored == 0 ? defaultPort : stored) == (port == 0 ? defaultPort : port)
    }

    /// Returns the URL of an item; nil if its protocol has none.
    package static func url(of item: Item) -> String? {
        guard let code = item[.protocol]?.text, let server = item[.server]?.text,
            WebAddress.defaultPorts[code] != nil
        else { return nil }
        return WebAddress(
            code: code, server: server, port: item[.port]?.integer ?? 0,
            path: item[.path]?.text ?? ""
        ).text
    }
}
