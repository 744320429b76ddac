// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychain
import SwiftKeychainExchange
import SwiftKeychainMemory
import SwiftKeychainSystem

extension CommandOption {
    /// As ``clip``, by the name that fits a code.
    fileprivate static let copied = CommandOption(
        "K", "copy", .optionalNumber("seconds"),
        "Copy the code to the clipboard, and clear it after 45 seconds")
    static let oneTimeSeed = CommandOption(
        "o", "otp", .secret("seed", isAskedFor: true),
        "The seed of one-time passwords: an otpauth address, base32, or the picture of a QR code")
}

extension Command {
    static let otp = Command(
        name: "otp",
        summary: "Print the one-time password of an item.",
        options: [.itemClass, .copied],
        operands: "name [keychain...]",
        notes: ItemNameNotes.lines + [
            "`add` and `edit` store its seed with --otp; `import` takes those of other programs."
        ]
    ) { arguments, session in
        let clipboard = try Clipboard(arguments)
        let password = try arguments.namedItem(session).oneTimePassword()
        if let clipboard {
            try clipboard.take(password.text, session)
        } else {
            password.text.withBytes { session.output.write($0) }
            session.output.write("\n")
        }
        if let seconds = password.secondsLeft, clipboard != nil || isatty(STDOUT_FILENO) == 1 {
            try session.output.flush()
            session.note("security: valid for \(seconds) \(seconds == 1 ? "second" : "seconds")")
        }
        return 0
    }
}

extension FoundItem {
    /// Makes the one-time password of the item. A count is stored before it is used.
    func oneTimePassword() throws(CommandFailure) -> OneTimePassword {
        let name = (item[.label]?.text ?? "the item").printable
        let seed = try calling(KeychainSearch.function) { try StoredSeed(of: item, in: keychain) }
        guard let seed else {
            throw .message("\(name): no seed of one-time passwords is stored; see edit --otp")
        }
        do throws(SeedFailure) {
            return try seed.password()
        } catch {
            switch error {
            case .unusable(let rule): throw .message("\(name): \(rule)")
            case .call(let error): throw .call("SecItemUpdate", error)
            }
        }
    }
}

extension Arguments {
    /// Returns the seed that --otp gives; nil without the option.
    ///
    /// - Throws: wrong usage for a seed of which no password can be made.
    func oneTimeSeed(_ session: Session) throws(CommandFailure) -> SecretBytes? {
        guard let given = secret(.oneTimeSeed) else { return nil }
        let seed = try session.password(given, asking: "seed or otpauth address: ")
        return try CommandFailure.only(at: "-o") {
            // What was typed unseen, or came through a pipe, is no path: an error would show it.
            let picture = given.isWord ? QRPicture(named: seed) : nil
            let read = try picture?.seed() ?? seed
            _ = try OneTimePassword(SeedAddress(read), at: SystemClock.seconds)
            return read
        }
    }
}
