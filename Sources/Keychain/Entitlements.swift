import FoundationEssentials
import Glibc
import KeychainModel

/// Tells who calls: the access groups a program may use.
struct Caller: Sendable, Equatable {
    /// In order of preference; the first receives new items. Empty: no right to anything.
    let groups: [String]
    /// Has no entitlements: shares one access group with all such programs of the user.
    let isUnsigned: Bool
    /// May use every group ("*").
    var mayUseEverything: Bool { groups.contains("*") }

    static let unsignedGroup = "unsigned"
    static let unsigned = Caller(groups: [unsignedGroup], isUnsigned: true)
}

/// Reads the entitlements of an embedded program from a property list.
///
/// `$KEYCHAIN_ENTITLEMENTS` names the file, else it lies beside the executable with the extension
/// `.entitlements`. Without one the program is unsigned.
enum Entitlements {
    private struct File: Decodable {
        var groups: [String]?
        var associated: String?
        var application: String?
        var applicationGroups: [String]?

        enum CodingKeys: String, CodingKey {
            case groups = "keychain-access-groups"
            case associated = "com.apple.developer.associated-application-identifier"
            case application = "application-identifier"
            case applicationGroups = "com.apple.security.application-groups"
        }
    }

    /// Gives who the running program is, found out once.
    static func current() throws(KeychainError) -> Caller { try process.get() }

    private static let process = Result { () throws(KeychainError) in try ofProcess() }

    /// Finds who the running program is.
    ///
    /// - Throws: `missingEntitlement` when the file is there and cannot be understood: a broken
    ///   entitlement never widens what a program may do.
    static func ofProcess() throws(KeychainError) -> Caller {
        let path: String
        if let named = Environment.value("KEYCHAIN_ENTITLEMENTS") {
            path = named
        } else if let executable = executablePath() {
            path = executable + ".entitlements"
        } else {
            return .unsigned
        }
        guard let bytes = try SmallFile.read(path) else {
            if Environment.value("KEYCHAIN_ENTITLEMENTS") != nil {
                throw KeychainError(.missingEntitlement, "\(path): named, but not there")
            }
            return .unsigned
        }
        return try caller(fromPropertyList: bytes.withBytes { Data($0) }, path: path)
    }

    /// Reads the four keys in the order that decides the default group.
    static func caller(
        fromPropertyList data: Data, path: String
    ) throws(KeychainError) -> Caller {
        guard let file = try? PropertyListDecoder().decode(File.self, from: data) else {
            throw KeychainError(
                .missingEntitlement, "\(path): not a property list of entitlements")
        }
        var groups = file.groups ?? []
        groups += [file.associated, file.application].compactMap { $0 }
        groups += file.applicationGroups ?? []
        var seen: Set<[UInt8]> = []
        groups = groups.filter { !$0.isEmpty && seen.insert(Array($0.utf8)).inserted }
        // Tokens are never the place for new items.
        let tokens = groups.filter { $0 == Authorisation.tokenGroup }
        return Caller(
            groups: groups.filter { $0 != Authorisation.tokenGroup } + tokens, isUnsigned: false)
    }

    private static func executablePath() -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = readlink("/proc/self/exe", &buffer, Int(PATH_MAX))
        guard count > 0 else { return nil }
        return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
