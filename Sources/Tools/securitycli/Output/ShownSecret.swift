// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem
import SwiftKeychain
import SwiftKeychainModel

extension CommandOption {
    static let rawPassword = flag(
        "R", "raw", "Print only the secret, its exact bytes and no newline")
}

/// The secret of an item, in the form that options select.
struct ShownSecret {
    private let arguments: Arguments
    private let session: Session
    /// The clipboard of -K; nil without the option.
    private let clipboard: Clipboard?
    private let showsText: Bool

    /// - Parameter showsText: whether -w prints text that isn't ASCII as it is, where macOS prints hexadecimal digits.
    /// - Throws: wrong usage if options contradict each other.
    init(
        _ arguments: Arguments, _ session: Session, showsText: Bool = false
    ) throws(CommandFailure) {
        (self.arguments, self.session, self.showsText) = (arguments, session, showsText)
        let alone: [CommandOption] = [.onlyPassword, .rawPassword, .clip]
        if arguments.has(.asJSON), alone.contains(where: arguments.has) {
            throw .usage("-J can't be combined with -w, -R and -K")
        }
        clipboard = try Clipboard(arguments)
    }

    /// Whether only the secret is shown.
    var isAlone: Bool {
        arguments.has(.onlyPassword) || arguments.has(.rawPassword) || clipboard != nil
    }

    /// Prints the secret alone: with -R as it is, with -w as text or hexadecimal digits. With -K it is copied instead.
    ///
    /// - Throws: a message for a private key, whatever the options.
    func write(_ item: Item) throws(CommandFailure) {
        let secret = try item.shownSecret()
        if let clipboard {
            try clipboard.take(secret, session)
            return
        }
        if arguments.has(.rawPassword) {
            secret.withBytes { session.output.write($0) }
        } else {
            secret.withBytes {
                if showsText {
                    ShownText.write(secret: $0, to: session.output)
                } else {
                    BufferFormat.writePassword($0, to: session.output)
                }
            }
            session.output.write("\n")
        }
    }
}

extension Item {
    /// Returns the secret to print or copy; an empty one if the item has none.
    ///
    /// - Throws: a message for a private key.
    func shownSecret() throws(CommandFailure) -> SecretBytes {
        if isPrivateKey { throw .message("a private key is shown by export only") }
        return secret ?? SecretBytes(copying: EmptyCollection())
    }
}
