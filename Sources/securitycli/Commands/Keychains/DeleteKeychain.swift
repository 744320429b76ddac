import SwiftKeychain

extension Command {
    static let deleteKeychain = Command(
        name: "delete-keychain",
        summary: "Delete keychains with everything in them, and take them off the list.",
        operands: "keychain..."
    ) { (arguments, session) throws(CommandFailure) in
        guard !arguments.operands.isEmpty else { throw .usage("no keychain is named") }
        for word in arguments.operands {
            let keychain = try KeychainArgument.keychain(word)
            try calling("SecKeychainDelete \(BufferFormat.escaped(word))") {
                () throws(KeychainError) in
                try keychain.remove()
            }
        }
        return 0
    }
}
