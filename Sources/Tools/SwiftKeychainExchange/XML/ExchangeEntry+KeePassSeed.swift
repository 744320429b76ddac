// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSystem

extension ExchangeEntry {
    /// Takes the seed of one-time passwords that KeePass 2, the plugin KeeOtp and older versions of KeePassXC keep in
    /// fields of an entry.
    ///
    ///     TimeOtp-Secret-Base32   JBSWY3DPEHPK3PXP; with -Hex, -Base64, or neither for UTF-8
    ///     TimeOtp-Length          8; without it 6
    ///     TimeOtp-Period          60; without it 30
    ///     TimeOtp-Algorithm       HMAC-SHA-256; without it HMAC-SHA-1
    ///     HmacOtp-Secret-Base32   JBSWY3DPEHPK3PXP, as above, for passwords that are counted
    ///     HmacOtp-Counter         7; without it 0
    ///     TOTP Seed               JBSWY3DPEHPK3PXP, of KeePassXC
    ///     TOTP Settings           60;8, or 30;S for Steam; without it 30;6
    ///     otp                     key=JBSWY3DPEHPK3PXP&size=8&step=60, of KeeOtp
    ///
    /// An entry with several seeds keeps the others as fields; that of `otp` is the first.
    ///
    /// - Throws: a fault for a seed or a number that can't be read; the fields stay.
    mutating func takeSeed() throws(ExchangeFault) {
        if let seed = oneTimePassword {
            guard SeedAddress.isOfKeeOtp(seed) else { return }
            oneTimePassword = try named(SeedAddress(seed)).text
            return
        }
        for form in Self.forms {
            guard let secret = fields.first(where: { form.secrets.contains($0.name) }) else {
                continue
            }
            let settings = fields.filter { form.settings.contains($0.name) }
            guard let seed = Self.digits(secret) else {
                throw ExchangeFault("the string \"\(secret.name)\" isn't a seed")
            }
            // Without settings, digits alone mean the same.
            if seed === secret.value, settings.isEmpty, form.kind == "totp" {
                oneTimePassword = seed
            } else {
                var address = SeedAddress(seed: seed)
                address.kind = form.kind
                for field in settings {
                    try address.set(field.name, field.value.text ?? "")
                }
                oneTimePassword = named(address).text
            }
            fields.removeAll { $0.name == secret.name || form.settings.contains($0.name) }
            return
        }
    }

    /// The kinds of passwords with the names of their seeds and settings.
    private static let forms: [(kind: String, secrets: Set<String>, settings: Set<String>)] = [
        (
            "totp", names("TimeOtp-Secret"),
            ["TimeOtp-Length", "TimeOtp-Period", "TimeOtp-Algorithm"]
        ),
        ("hotp", names("HmacOtp-Secret"), ["HmacOtp-Counter"]),
        ("totp", ["TOTP Seed"], ["TOTP Settings"]),
    ]

    private static func names(_ secret: String) -> Set<String> {
        Set(["", "-Base32", "-Hex", "-Base64"].map { secret + $0 })
    }

    /// Returns whether a field of this name has a seed.
    static func isSeed(_ name: String) -> Bool { forms.contains { $0.secrets.contains(name) } }

    /// Returns the base32 digits of a seed in one of the four forms, or of KeePassXC.
    private static func digits(_ secret: Field) -> SecretBytes? {
        secret.value.withBytes { bytes in
            if secret.name.hasSuffix("-Base32") || secret.name == "TOTP Seed" {
                return secret.value
            }
            if secret.name.hasSuffix("-Hex") {
                return Hexadecimal.secret(bytes[...])?.withBytes { Base32.encode($0) }
            }
            if secret.name.hasSuffix("-Base64") {
                return (try? Base64.decode(bytes[...]))?.withBytes { Base32.encode($0) }
            }
            return Base32.encode(bytes)
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
    /// Sets what a field says.
    fileprivate mutating func set(_ name: String, _ value: String) throws(ExchangeFault) {
        func number(_ text: some StringProtocol, from least: Int64 = 1) throws(ExchangeFault)
            -> Int64
        {
            guard let number = Int64(text), number >= least else {
                throw ExchangeFault("the string \"\(name)\" isn't a number")
            }
            return number
        }
        switch name {
        // The names of addresses: SHA256.
        case "TimeOtp-Algorithm":
            algorithm = value.dropping(prefix: "HMAC-").filter { $0 != "-" }
        case "TimeOtp-Length": digits = try number(value)
        case "HmacOtp-Counter": counter = try number(value, from: 0)
        case "TOTP Settings":
            let parts = value.split(separator: ";" as Character)
            guard parts.count > 1 else {
                throw ExchangeFault(
                    "the string \"\(name)\" must be a period and a number of digits")
            }
            period = try number(parts[0])
            if parts[1] == "S" { suffix = "&encoder=steam" } else { digits = try number(parts[1]) }
        default: period = try number(value)
        }
    }
}
