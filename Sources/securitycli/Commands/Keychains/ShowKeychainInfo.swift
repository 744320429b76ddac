import SwiftKeychain

extension Command {
    static let showKeychainInfo = Command(
        name: "show-keychain-info",
        summary: "Show when a keychain locks itself, on standard error.",
        options: [.salt],
        operands: "[keychain]"
    ) { (arguments, session) throws(CommandFailure) in
        guard arguments.operands.count <= 1 else { throw .usage("more than one keychain") }
        if arguments.has(.salt) { throw .said("-s: the salt of a keychain is not shown") }
        let keychain = try KeychainArgument.keychains(arguments.operands)[0]
        let name = arguments.operands.first.map { BufferFormat.escaped($0) } ?? "<NULL>"
        let settings = try calling("SecKeychainCopySettings \(name)") {
            () throws(KeychainError) in
            try keychain.settings()
        }
        var text = "Keychain \"\(name)\""
        if settings.lockOnSleep { text += " lock-on-sleep" }
        if let seconds = settings.lockAfter {
            text += " use-lock-interval timeout=\(seconds)s"
        } else {
            text += " no-timeout"
        }
        StandardError.line(text)
        return 0
    }
}

extension CommandOption {
    fileprivate static let salt = CommandOption("s", "salt", .none, "Refused")
}
