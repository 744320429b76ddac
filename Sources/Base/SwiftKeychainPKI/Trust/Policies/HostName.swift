// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainSystem

/// The name of a host, or its Internet address, that a certificate must be for (RFC 9525).
///
///     *.example.org     matches www.example.org, but neither example.org nor a.b.example.org
///     *.org, w*.org     match nothing, because a wildcard is a whole label before two others
package enum HostName: Sendable, Hashable {
    /// The labels in lower case, the most specific first.
    case labels([String])
    /// 4 octets or 16.
    case address([UInt8])

    /// Reads a name: ASCII labels of letters, digits, hyphens and underscores, 253 characters at
    /// most, with or without a final dot; an IPv4 address in four decimal parts; an IPv6 address,
    /// with or without brackets. International names are given in their ASCII form. Nil for
    /// anything else.
    package init?(_ text: String) {
        // A zero byte would end the text early for inet_pton.
        guard !text.utf8.contains(0) else { return nil }
        if let octets = Self.octets(text) {
            self = .address(octets)
            return
        }
        let name = text.hasSuffix(".") ? String(text.dropLast()) : text
        guard let labels = Self.labels(name) else { return nil }
        self = .labels(labels)
    }

    /// Returns true if one of the alternative names of a certificate is this host's.
    ///
    /// Common names don't count. A wildcard matches one whole label, the leftmost, with two
    /// labels behind it at least; no address has wildcards.
    package func matches(_ names: [GeneralName]) -> Bool {
        names.contains { name in
            switch (self, name) {
            case (.labels(let labels), .host(let pattern)): Self.matches(labels, pattern)
            case (.address(let octets), .address(let other)): octets == other
            default: false
            }
        }
    }

    /// Returns true if the host lies within one of the subtrees of name constraints (RFC 5280, section 4.2.1.10).
    ///
    ///     example.org     has itself and www.example.org within it, but not anexample.org
    ///     .example.org    has www.example.org within it, but not example.org
    package func lies(within subtrees: [GeneralName]) -> Bool {
        guard case .labels(let labels) = self else { return false }
        // With a dot in front, a suffix comparison finds both the name itself and names below it.
        let name = Array(("." + labels.joined(separator: ".")).utf8)
        return subtrees.contains { subtree in
            guard case .host(let base) = subtree else { return false }
            let isAbove = base.utf8.first == UInt8(ascii: ".")
            let end = Array((isAbove ? base : "." + base).lowercased().utf8)
            return base.isEmpty
                || name.suffix(end.count) == end[...] && !(isAbove && name.count == end.count)
        }
    }

    /// Compares a name with a DNS name of a certificate (RFC 9525, section 6.3).
    private static func matches(_ labels: [String], _ pattern: String) -> Bool {
        guard pattern.utf8.starts(with: "*.".utf8) else { return Self.labels(pattern) == labels }
        guard let rest = Self.labels(String(pattern.dropFirst(2))), rest.count >= 2 else {
            return false
        }
        return labels.count == rest.count + 1 && Array(labels.dropFirst()) == rest
    }

    /// Splits a name without a final dot into labels; nil if it isn't a host name.
    private static func labels(_ name: String) -> [String]? {
        guard !name.isEmpty, name.utf8.count <= 253 else { return nil }
        var labels: [String] = []
        for label in name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        {
            guard (1...63).contains(label.count), label.allSatisfy(isOfLabel) else { return nil }
            labels.append(String(Substring(label)).lowercased())
        }
        return labels
    }

    /// Returns whether an octet may be in a label. The underscore isn't allowed in host names, but occurs.
    private static func isOfLabel(_ octet: UInt8) -> Bool {
        switch octet {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// Reads an IP address, 4 or 16 bytes; nil for a name. Version 6 may be in brackets, as in a URL.
    private static func octets(_ text: String) -> [UInt8]? {
        var room = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &room) == 1 { return Array(room.prefix(4)) }
        return inet_pton(AF_INET6, text.withoutBrackets, &room) == 1 ? room : nil
    }
}
