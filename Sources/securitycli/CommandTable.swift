// Table: the commands, in the order in which abbreviations are looked up.

/// The commands, found by name or abbreviation.
enum CommandTable {
    /// A command of macOS or of this program.
    enum Entry: Sendable {
        /// A command, created on demand because a process runs only one.
        case implemented(String, @Sendable () -> Command)
        case notImplemented(String)

        var name: String {
            switch self {
            case .implemented(let name, _), .notImplemented(let name): name
            }
        }
    }

    /// Returns the first entry whose name begins with `word`; the empty word matches the first
    /// entry.
    ///
    /// Commands that aren't implemented keep their places, so that an abbreviation never changes
    /// its meaning.
    static func entry(_ word: [UInt8]) -> Entry? {
        entries.first { $0.name.utf8.starts(with: word) }
    }

    /// The implemented commands.
    static var commands: [Command] {
        entries.compactMap { entry in
            if case .implemented(_, let command) = entry { command() } else { nil }
        }
    }

    private static let entries: [Entry] = [
        .implemented("help") { .help },
        .implemented("list-keychains") { .listKeychains },
        .notImplemented("list-smartcards"),
        .implemented("default-keychain") { .defaultKeychain },
        .implemented("login-keychain") { .loginKeychain },
        .implemented("create-keychain") { .createKeychain },
        .implemented("delete-keychain") { .deleteKeychain },
        .implemented("lock-keychain") { .lockKeychain },
        .implemented("unlock-keychain") { .unlockKeychain },
        .implemented("set-keychain-settings") { .setKeychainSettings },
        .implemented("set-keychain-password") { .setKeychainPassword },
        .implemented("show-keychain-info") { .showKeychainInfo },
        .implemented("dump-keychain") { .dumpKeychain },
        .implemented("create-keypair") { .createKeypair },
        .implemented("add-generic-password") { .addGenericPassword },
        .implemented("add-internet-password") { .addInternetPassword },
        .implemented("add-certificates") { .addCertificates },
        .implemented("find-generic-password") { .findGenericPassword },
        .implemented("delete-generic-password") { .deleteGenericPassword },
        .notImplemented("set-generic-password-partition-list"),
        .implemented("find-internet-password") { .findInternetPassword },
        .implemented("delete-internet-password") { .deleteInternetPassword },
        .notImplemented("set-internet-password-partition-list"),
        .implemented("find-key") { .findKey },
        .notImplemented("set-key-partition-list"),
        .implemented("find-certificate") { .findCertificate },
        .implemented("find-identity") { .findIdentity },
        .implemented("delete-certificate") { .deleteCertificate },
        .implemented("delete-identity") { .deleteIdentity },
        .implemented("set-identity-preference") { .setIdentityPreference },
        .implemented("get-identity-preference") { .getIdentityPreference },
        .notImplemented("create-db"),
        .implemented("export") { .export },
        .implemented("import") { .importItems },
        .notImplemented("export-smartcard"),
        .notImplemented("cms"),
        .notImplemented("install-mds"),
        .implemented("add-trusted-cert") { .addTrustedCert },
        .implemented("remove-trusted-cert") { .removeTrustedCert },
        .implemented("dump-trust-settings") { .dumpTrustSettings },
        .implemented("user-trust-settings-enable") { .userTrustSettingsEnable },
        .implemented("trust-settings-export") { .trustSettingsExport },
        .implemented("trust-settings-import") { .trustSettingsImport },
        .implemented("verify-cert") { .verifyCert },
        .notImplemented("authorize"),
        .notImplemented("authorizationdb"),
        .notImplemented("execute-with-privileges"),
        .notImplemented("leaks"),
        .implemented("error") { .error },
        .notImplemented("create-filevaultmaster-keychain"),
        .notImplemented("smartcards"),
        .notImplemented("translocate-policy-check"),
        .notImplemented("translocate-status-check"),
        .notImplemented("translocate-original-path"),
        .notImplemented("requirement-evaluate"),
        .notImplemented("filevault"),
        .notImplemented("platformsso"),
        .implemented("item") { .item },
        .implemented("doctor") { .doctor },
        .implemented("keychain-export") { .keychainExport },
        .implemented("keychain-import") { .keychainImport },
        .implemented("entitlements") { .entitlements },
        .implemented("explain") { .explain },
    ]
}
