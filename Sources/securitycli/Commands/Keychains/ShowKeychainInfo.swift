import Keychain

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
        try calling("SecKeychainCopySettings \(name)") { () throws(KeychainError) in
            try keychain.requireFile()
        }
        StandardError.line("Keychain \"\(name)\" no-timeout")
        return 0
    }
}

extension CommandOption {
    fileprivate static let salt = CommandOption("s", "salt", .none, "Refused")
}
