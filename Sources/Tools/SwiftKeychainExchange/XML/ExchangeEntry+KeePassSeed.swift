// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSystem

extension ExchangeEntry {
    /// Takes the seed of one-time passwords that KeePass 2 and the plugin KeeOtp keep in fields of an entry.
    ///
    ///     TimeOtp-Secret-Base32   JBSWY3DPEHPK3PXP; with -Hex, -Base64, or neither for UTF-8
    ///     TimeOtp-Length          8; without it 6
    ///     TimeOtp-Period          60; without it 30
    ///     TimeOtp-Algorithm       HMAC-SHA-256; without it HMAC-SHA-1
    ///     otp                     key=JBSWY3DPEHPK3PXP&size=8&step=60, of KeeOtp
    ///
    /// An entry with both keeps those of KeePass 2 as fields.
    ///
    /// - Throws: a fault for a seed or a number that can't be read; the fields stay.
    mutating func takeSeed() throws(ExchangeFault) {
        if let seed = oneTimePassword {
            guard SeedAddress.isOfKeeOtp(seed) else { return }
            oneTimePassword = try named(SeedAddress(seed)).text
            return
        }
        guard let secret = fields.first(where: { Self.secretNames.contains($0.name) }) else {
            return
        }
        let settings = fields.filter { Self.settings.contains($0.name) }
        // Without settings, digits alone mean the same.
        if secret.name == Self.secretName + "-Base32", settings.isEmpty {
            oneTimePassword = secret.value
        } else {
            guard let seed = Self.digits(secret) else {
                throw ExchangeFault("the string \"\(secret.name)\" isn't a seed")
            }
            var address = SeedAddress(seed: seed)
            for field in settings {
                try address.set(field.name, field.value.text ?? "")
            }
            oneTimePassword = named(address).text
        }
        fields.removeAll { $0.name == secret.name || Self.settings.contains($0.name) }
    }

    private static let secretName = "TimeOtp-Secret"
    private static let secretNames = Set(
        ["", "-Base32", "-Hex", "-Base64"].map { secretName + $0 })
    private static let settings: Set<String> = [
        "TimeOtp-Length", "TimeOtp-Period", "TimeOtp-Algorithm",
    ]

    /// Returns the base32 digits of a seed in one of the four forms.
    private static func digits(_ secret: Field) -> SecretBytes? {
        secret.value.withBytes { bytes in
            switch secret.name.dropFirst(secretName.count) {
            case "-Base32": secret.value
            case "-Hex": Hexadecimal.secret(bytes[...])?.withBytes { Base32.encode($0) }
            case "-Base64": (try? Base64.decode(bytes[...]))?.withBytes { Base32.encode($0) }
            default: Base32.encode(bytes)
            }
        }
    }

    /// Returns an address with the names of the entry.
    private func named(_ address: SeedAddress) -> SeedAddress {
        var address = address
        (address.issuer, address.account) = (title, user)
        return address
    }
}

extension SeedAddress {
    /// Sets what a field of KeePass 2 says.
    fileprivate mutating func set(_ name: String, _ value: String) throws(ExchangeFault) {
        if name == "TimeOtp-Algorithm" {
            // The names of addresses: SHA256.
            algorithm = value.dropping(prefix: "HMAC-").filter { $0 != "-" }
            return
        }
        guard let number = Int64(value), number > 0 else {
            throw ExchangeFault("the string \"\(name)\" isn't a number")
        }
        if name == "TimeOtp-Length" { digits = number } else { period = number }
    }
}
