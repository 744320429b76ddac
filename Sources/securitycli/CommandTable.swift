// Table: the commands, in the order in which the beginning of a name is looked up.

/// Finds commands by name, or by the beginning of a name.
enum CommandTable {
    /// Names a command that macOS has, whether it exists here or not.
    enum Entry: Sendable {
        /// A command, made when it is wanted: a process runs one of them.
        case here(String, @Sendable () -> Command)
        case later(String)

        var name: String {
            switch self {
            case .here(let name, _), .later(let name): name
            }
        }
    }

    /// The first entry whose name begins with `word`; an empty word is the beginning of the first.
    ///
    /// Commands that do not exist yet have their place, so that a short word never comes to mean
    /// another command.
    static func entry(_ word: [UInt8]) -> Entry? {
        entries.first { $0.name.utf8.starts(with: word) }
    }

    /// The commands that exist.
    static var commands: [Command] {
        entries.compactMap { entry in
            if case .here(_, let command) = entry { command() } else { nil }
        }
    }

    private static let entries: [Entry] = [
        .here("help") { .help },
        .here("list-keychains") { .listKeychains },
        .later("list-smartcards"),
        .here("default-keychain") { .defaultKeychain },
        .here("login-keychain") { .loginKeychain },
        .here("create-keychain") { .createKeychain },
        .here("delete-keychain") { .deleteKeychain },
        .here("lock-keychain") { .lockKeychain },
        .here("unlock-keychain") { .unlockKeychain },
        .here("set-keychain-settings") { .setKeychainSettings },
        .here("set-keychain-password") { .setKeychainPassword },
        .here("show-keychain-info") { .showKeychainInfo },
        .here("dump-keychain") { .dumpKeychain },
        .here("create-keypair") { .createKeypair },
        .here("add-generic-password") { .addGenericPassword },
        .here("add-internet-password") { .addInternetPassword },
        .here("add-certificates") { .addCertificates },
        .here("find-generic-password") { .findGenericPassword },
        .here("delete-generic-password") { .deleteGenericPassword },
        .later("set-generic-password-partition-list"),
        .here("find-internet-password") { .findInternetPassword },
        .here("delete-internet-password") { .deleteInternetPassword },
        .later("set-internet-password-partition-list"),
        .here("find-key") { .findKey },
        .later("set-key-partition-list"),
        .here("find-certificate") { .findCertificate },
        .here("find-identity") { .findIdentity },
        .here("delete-certificate") { .deleteCertificate },
        .here("delete-identity") { .deleteIdentity },
        .here("set-identity-preference") { .setIdentityPreference },
        .here("get-identity-preference") { .getIdentityPreference },
        .later("create-db"),
        .here("export") { .export },
        .here("import") { .importItems },
        .later("export-smartcard"),
        .later("cms"),
        .later("install-mds"),
        .here("add-trusted-cert") { .addTrustedCert },
        .here("remove-trusted-cert") { .removeTrustedCert },
        .here("dump-trust-settings") { .dumpTrustSettings },
        .here("user-trust-settings-enable") { .userTrustSettingsEnable },
        .here("trust-settings-export") { .trustSettingsExport },
        .here("trust-settings-import") { .trustSettingsImport },
        .here("verify-cert") { .verifyCert },
        .later("authorize"),
        .later("authorizationdb"),
        .later("execute-with-privileges"),
        .later("leaks"),
        .here("error") { .error },
        .later("create-filevaultmaster-keychain"),
        .later("smartcards"),
        .later("translocate-policy-check"),
        .later("translocate-status-check"),
        .later("translocate-original-path"),
        .later("requirement-evaluate"),
        .later("filevault"),
        .later("platformsso"),
        .here("item") { .item },
        .here("doctor") { .doctor },
        .here("keychain-export") { .keychainExport },
        .here("keychain-import") { .keychainImport },
    ]
}
