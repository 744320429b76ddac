import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem
import Synchronization

/// The entitlements of an embedded program, from a property list.
///
/// `$KEYCHAIN_ENTITLEMENTS` names the file; otherwise it is `<executable>.entitlements`. Without a file
/// the program is unsigned.
package enum Entitlements {
    /// Returns the running program, determined once. After a failure the next call tries again, because
    /// the files may be readable then.
    package static func current() throws(KeychainError) -> Caller {
        if let caller = known.withLock({ $0 }) { return caller }
        let caller = try ofProcess()
        known.withLock { $0 = caller }
        return caller
    }

    private static let known = Mutex<Caller?>(nil)

    /// Determines the running program.
    ///
    /// - Throws: `missingEntitlement` when a list exists and is unreadable or invalid, and when the program
    ///   was replaced since it was started, so that an error never gives a program more rights.
    static func ofProcess() throws(KeychainError) -> Caller {
        if let path = Environment.value("KEYCHAIN_ENTITLEMENTS") {
            guard let caller = try caller(at: path) else {
                throw KeychainError(.missingEntitlement, "\(path): missing")
            }
            return caller
        }
        if let caller = try caller(at: try ProgramFile.path() + ".entitlements") { return caller }
        try ProgramFile.requireNoListLeftBehind()
        return .unsigned
    }

    /// Reads a list; nil when there is none.
    private static func caller(at path: String) throws(KeychainError) -> Caller? {
        let list: SecretBytes?
        do throws(KeychainError) {
            list = try SmallFile.read(path)
        } catch {
            throw KeychainError(.missingEntitlement, error.detail)
        }
        guard let list else { return nil }
        return try caller(fromPropertyList: list.withBytes { [UInt8]($0) }, path: path)
    }

    /// Reads the four keys. Their order decides the default group.
    static func caller(
        fromPropertyList bytes: [UInt8], path: String
    ) throws(KeychainError) -> Caller {
        guard let list = try? PropertyList(bytes).dictionary else { throw malformed(path) }
        var groups: [String] = []
        for (key, isList) in [
            ("keychain-access-groups", true),
            ("com.apple.developer.associated-application-identifier", false),
            ("application-identifier", false), ("com.apple.security.application-groups", true),
        ] {
            guard let value = list[key] else { continue }
            guard let named = isList ? value.strings : value.string.map({ [$0] }) else {
                throw malformed(path)
            }
            groups += named
        }
        var seen: Set<[UInt8]> = []
        groups = groups.filter {
            !$0.isEmpty && $0 != Caller.trustSettingsGroup
                && seen.insert(Array($0.utf8)).inserted
        }
        // New items are never added to tokens.
        let tokens = groups.filter { $0 == Authorisation.tokenGroup }
        return Caller(
            groups: groups.filter { $0 != Authorisation.tokenGroup } + tokens,
            isEntitledByFile: true)
    }

    private static func malformed(_ path: String) -> KeychainError {
        KeychainError(.missingEntitlement, "\(path): not a property list of entitlements")
    }
}
