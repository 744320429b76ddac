// SPDX-License-Identifier: Apache-2.0
// Table: the commands, in the order in which abbreviations are looked up.
import SwiftKeychainSystem

/// The commands, found by name or abbreviation.
enum CommandTable {
    /// A command of macOS or of this program.
    enum Entry: Sendable {
        /// A command, created on demand because a process runs only one.
        case implemented(String, @Sendable () -> Command)
        /// A command of macOS that doesn't exist here, and what does its job on Linux.
        case absent(String, String)

        var name: String {
            switch self {
            case .implemented(let name, _), .absent(let name, _): name
            }
        }
    }

    /// Returns the entry named `word`, or the first one whose name begins with it; the empty word
    /// matches the first entry.
    ///
    /// Commands that don't exist here keep their places, so that an abbreviation never changes
    /// its meaning.
    static func entry(_ word: [UInt8]) -> Entry? {
        if let entry = entries.first(where: { $0.name.utf8.elementsEqual(word) }) { return entry }
        if otherNames[String(decoding: word, as: UTF8.self)] != nil { return nil }
        return entries.first { $0.name.utf8.starts(with: word) }
    }

    /// Returns `; did you mean "name"?` for a word that is no command, and nothing if no command is near.
    static func hint(for word: [UInt8]) -> String {
        let meant = otherNames[String(decoding: word, as: UTF8.self)]
        return Suggestion.text(for: meant.map { Array($0.utf8) } ?? word, among: names)
    }

    /// What other programs call the commands; only suggested, never run.
    private static let otherNames = [
        "cat": "show", "clear": "delete", "cp": "copy", "insert": "add", "lookup": "show",
        "ls": "list", "mv": "rename", "new": "add", "remove": "delete", "rm": "delete",
        "store": "add",
    ]

    /// The names of all commands.
    static var names: [String] { entries.map(\.name) }

    /// The implemented commands.
    static var commands: [Command] {
        entries.compactMap { entry in
            if case .implemented(_, let command) = entry { command() } else { nil }
        }
    }

    private static let translocation =
        "Linux doesn't move downloaded programs; they run where they are"

    private static let entries: [Entry] = [
        .implemented("help") { .help },
        .implemented("list-keychains") { .listKeychains },
        .implemented("list-smartcards") { .listSmartcards },
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
        .implemented("set-generic-password-partition-list") { .setGenericPasswordPartitionList },
        .implemented("find-internet-password") { .findInternetPassword },
        .implemented("delete-internet-password") { .deleteInternetPassword },
        .implemented("set-internet-password-partition-list") { .setInternetPasswordPartitionList },
        .implemented("find-key") { .findKey },
        .implemented("set-key-partition-list") { .setKeyPartitionList },
        .implemented("find-certificate") { .findCertificate },
        .implemented("find-identity") { .findIdentity },
        .implemented("delete-certificate") { .deleteCertificate },
        .implemented("delete-identity") { .deleteIdentity },
        .implemented("set-identity-preference") { .setIdentityPreference },
        .implemented("get-identity-preference") { .getIdentityPreference },
        .absent(
            "create-db",
            "there are no databases but keychains; `security create-keychain` makes one"),
        .implemented("export") { .export },
        .implemented("import") { .importItems },
        .implemented("export-smartcard") { .exportSmartcard },
        .implemented("cms") { .cms },
        .absent(
            "install-mds",
            "there are no CSSM modules to register; nothing needs to be done"),
        .implemented("add-trusted-cert") { .addTrustedCert },
        .implemented("remove-trusted-cert") { .removeTrustedCert },
        .implemented("dump-trust-settings") { .dumpTrustSettings },
        .implemented("user-trust-settings-enable") { .userTrustSettingsEnable },
        .implemented("trust-settings-export") { .trustSettingsExport },
        .implemented("trust-settings-import") { .trustSettingsImport },
        .implemented("verify-cert") { .verifyCert },
        .absent(
            "authorize",
            "there is no authorization database; `pkcheck` asks polkit for an authorization"),
        .absent(
            "authorizationdb",
            "there is no authorization database; polkit has its rules in /etc/polkit-1/rules.d"),
        .absent(
            "execute-with-privileges",
            "there is no authorization database; `pkexec` and `sudo` run a program as root"),
        .absent(
            "leaks",
            "Linux has no `leaks`; `valgrind --leak-check=full` finds leaks of a program"),
        .implemented("error") { .error },
        .absent(
            "create-filevaultmaster-keychain",
            "there is no FileVault; `cryptsetup luksAddKey` adds a recovery key to an encrypted disk"
        ),
        .absent(
            "smartcards",
            "the configuration of p11-kit enables and disables modules of smart cards: pkcs11.conf(5)"
        ),
        .absent("translocate-policy-check", translocation),
        .absent("translocate-status-check", translocation),
        .absent("translocate-original-path", translocation),
        .absent(
            "requirement-evaluate",
            "Linux has no code signatures; `rpm --checksig` and `gpg --verify` check packages and files"
        ),
        .absent(
            "filevault",
            "there is no FileVault; `cryptsetup` and `systemd-cryptenroll` manage encrypted disks"),
        .absent(
            "platformsso",
            "there is no Platform SSO; SSSD (`sssctl`, `realm`) logs users in from a directory"),
        .implemented("item") { .item },
        .implemented("doctor") { .doctor },
        .implemented("keychain-export") { .keychainExport },
        .implemented("keychain-import") { .keychainImport },
        .implemented("entitlements") { .entitlements },
        .implemented("explain") { .explain },
        .implemented("log") { .log },
        .implemented("adopt") { .adopt },
        .implemented("tpm") { .tpm },
        .implemented("macos-paths") { .macOSPaths },
        .implemented("list") { .list },
        .implemented("search") { .search },
        .implemented("show") { .show },
        .implemented("copy") { .copy },
        .implemented("otp") { .otp },
        .implemented("add") { .add },
        .implemented("edit") { .edit },
        .implemented("rename") { .rename },
        .implemented("delete") { .delete },
        .implemented("generate") { .generate },
        .implemented("run") { .runProgram },
        .implemented("inject") { .inject },
        .implemented("credentials") { .answerCredentials },
        .implemented("sync") { .sync },
        .implemented("secret-service") { .secretService },
    ]
}
