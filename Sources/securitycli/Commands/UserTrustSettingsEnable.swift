extension CommandOption {
    fileprivate static let enable = CommandOption(
        "e", "enable", .none, "Accepted: they are always enabled")
    fileprivate static let disable = CommandOption(
        "d", "disable", .none, "Not available: they are always enabled")
}

extension Command {
    static let userTrustSettingsEnable = Command(
        name: "user-trust-settings-enable",
        summary: "Display user-level trust settings.",
        options: [.enable, .disable]
    ) { (arguments, session) throws(CommandFailure) in
        guard arguments.operands.isEmpty else { throw .usage("it takes no other words") }
        if arguments.has(.disable) {
            throw .said("-d: not available: remove-trusted-cert takes single settings away")
        }
        session.output.write("User-level Trust Settings are Enabled\n")
        return 0
    }
}
