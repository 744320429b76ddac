// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSystem

// Reading what an entry keeps as its seed.
extension SeedAddress {
    static let scheme = Array("otpauth://".utf8)
    /// The scheme of Bitwarden's for seeds of Steam; base32 digits follow.
    private static let steamScheme = Array("steam://".utf8)

    /// What the plugin KeeOtp for KeePass stores begins with it.
    private static let keeOtp = Array("key=".utf8)

    /// Returns whether a seed is in the form of KeeOtp.
    static func isOfKeeOtp(_ stored: SecretBytes) -> Bool {
        stored.withBytes { $0[...].begins(with: keeOtp) }
    }

    /// Reads an `otpauth:` address, a `steam:` address, KeeOtp's `key=JBSWY3DP&size=8&step=60`, or base32 digits alone,
    /// which mean 6 digits and 30 seconds.
    ///
    /// - Throws: a fault for an address without a seed, and for a number that is none.
    package init(_ stored: SecretBytes) throws(ExchangeFault) {
        self = try stored.withBytes { (bytes) throws(ExchangeFault) in
            let text = bytes[...].trimmed(where: Base64.isBlank)
            if text.begins(with: Self.scheme) { return try Self(address: text) }
            if text.begins(with: Self.keeOtp) { return try Self(parameters: text) }
            if text.begins(with: Self.steamScheme) {
                var address = Self(
                    seed: SecretBytes(copying: text.dropFirst(Self.steamScheme.count)))
                address.suffix = "&encoder=steam"
                return address
            }
            return Self(seed: SecretBytes(copying: text))
        }
    }

    /// Takes an address apart.
    private init(address line: Slice<UnsafeRawBufferPointer>) throws(ExchangeFault) {
        try self.init(parameters: Self.query(of: line))
        kind = String(
            decoding: line.dropFirst(Self.scheme.count).prefix { !"/?#".utf8.contains($0) },
            as: UTF8.self
        ).lowercased()
        (issuer, account) = Self.names(in: line)
        if kind == "steam" { (kind, suffix) = ("totp", suffix + "&encoder=steam") }
    }

    /// Reads parameters by the names of addresses, or by those of KeeOtp. Those that aren't known stay in ``suffix``.
    private init(parameters text: Slice<UnsafeRawBufferPointer>) throws(ExchangeFault) {
        self.init(seed: SecretBytes(copying: EmptyCollection()))
        for (name, value) in Self.parameters(text) {
            func number() throws(ExchangeFault) -> Int64 {
                guard let number = Int64(String(decoding: value, as: UTF8.self)), number >= 0 else {
                    throw ExchangeFault("the parameter \(name) must be a number from 0")
                }
                return number
            }
            switch name {
            case "secret", "key":
                guard let decoded = PercentEncoding.decode(value) else {
                    throw ExchangeFault("the seed isn't base32")
                }
                seed = decoded
            case "issuer": break
            case "type": kind = String(decoding: value, as: UTF8.self).lowercased()
            case "algorithm", "otphashmode": algorithm = String(decoding: value, as: UTF8.self)
            case "digits", "size": digits = try number()
            case "period", "step": period = try number()
            case "counter": counter = try number()
            default: suffix += "&\(name)=\(String(decoding: value, as: UTF8.self))"
            }
        }
        guard seed.count > 0 else { throw ExchangeFault("the address has no seed") }
    }

    /// Returns the issuer and the account of an address.
    ///
    /// The path is the label, which has both or the account alone. The parameter counts more than the label (Google's
    /// description of the addresses), and may be the only one.
    static func names(
        in line: Slice<UnsafeRawBufferPointer>
    ) -> (issuer: String, account: String) {
        let label = line.dropFirst(scheme.count).prefix { $0 != UInt8(ascii: "?") }
            .drop { $0 != UInt8(ascii: "/") }.dropFirst()
        var parts = label.decodedText.split(separator: ":", maxSplits: 1)
            .map { String($0.drop(while: \.isWhitespace)) }
        let account = parts.popLast() ?? ""
        let issuer = parameters(query(of: line)).first { $0.name == "issuer" }?.value.decodedText
        return (issuer ?? parts.first ?? "", account)
    }

    /// Returns what follows the question mark of an address.
    static func query(
        of line: Slice<UnsafeRawBufferPointer>
    ) -> Slice<UnsafeRawBufferPointer> {
        line.drop { $0 != UInt8(ascii: "?") }.dropFirst()
    }

    /// Returns parameters, still encoded, by their names in lower case.
    static func parameters(
        _ text: Slice<UnsafeRawBufferPointer>
    ) -> [(name: String, value: Slice<UnsafeRawBufferPointer>)] {
        text.split(separator: UInt8(ascii: "&")).map {
            let name = $0.prefix { $0 != UInt8(ascii: "=") }
            return (
                String(decoding: name, as: UTF8.self).lowercased(),
                $0.dropFirst(name.count + 1)
            )
        }
    }
}

extension Slice<UnsafeRawBufferPointer> {
    /// Returns whether the bytes begin with a text in lower case, whatever their own case.
    fileprivate func begins(with text: [UInt8]) -> Bool {
        count >= text.count && zip(self, text).allSatisfy { $0 == $1 || $0 | 0x20 == $1 }
    }

    /// The text that a part of a URL stands for; as it is if it is malformed.
    fileprivate var decodedText: String {
        PercentEncoding.decode(self)?.text ?? String(decoding: self, as: UTF8.self)
    }
}
