import Glibc
import KeychainMemory
import KeychainModel
import KeychainStore

/// Holds what a user said of their keychain files: which one is the default, and which are searched.
///
/// It is a small text beside the user's own store, written aside and put into place in one step:
///
///     keychain-list-1
///     default work.keychain
///     list
///     keychain keychain-2.db
///     keychain /srv/team.keychain
///
/// A name without a slash lies beside the file, so that a folder that is moved keeps its list.
struct KeychainList: Equatable {
    static let fileName = "search-list"

    /// The keychain that is used where none is named; nil: the user's own.
    var standard: String?
    /// The keychains that are searched, in this order; nil while nobody set the list.
    var searched: [String]?

    private static let header = "keychain-list-1"

    /// Reads the list beside the store at `location`; an empty one where there is none.
    ///
    /// - Throws: `notAvailable` for a file that is no list, or cannot be read: what it said is not
    ///   guessed.
    init(beside location: Location) throws(KeychainError) {
        let path = Self.path(beside: location)
        guard let bytes = try SmallFile.read(path) else { return }
        let text = bytes.withBytes { String(validating: $0, as: UTF8.self) }
        var lines = (text ?? "").split(separator: "\n", omittingEmptySubsequences: false)[...]
        guard lines.popFirst() == Self.header[...], lines.popLast() == "" else {
            throw KeychainError(.notAvailable, "\(path): not a list of keychains")
        }
        for (number, line) in lines.enumerated() {
            let name = line.drop { $0 != " " }.dropFirst()
            switch line.prefix(while: { $0 != " " }) {
            case "default" where standard == nil && !name.isEmpty: standard = String(name)
            case "list" where searched == nil && name.isEmpty: searched = []
            case "keychain" where searched != nil && !name.isEmpty: searched?.append(String(name))
            default:
                throw KeychainError(.notAvailable, "\(path): line \(number + 2) means nothing")
            }
        }
    }

    private static func path(beside location: Location) -> String {
        location.directory + "/" + fileName
    }

    /// Changes the list beside the store at `location` while no other process or thread does.
    ///
    /// - Parameters:
    ///   - undo: takes back what `change` did beside the list, which could not be written.
    ///   - afterwards: what is done once the list is written, and before anybody else changes it.
    ///     When it throws, the list is again what it was.
    /// - Throws: what `change` throws, and then nothing is written; `notAvailable` where the folder
    ///   may not be written or others take too long; `diskFull`, `readOnly`.
    static func change<R>(
        beside location: Location, _ change: (inout KeychainList) throws(KeychainError) -> R,
        undo: () -> Void = {}, afterwards: () throws(KeychainError) -> Void = {}
    ) throws(KeychainError) -> R {
        let path = path(beside: location)
        return try LockedFile.alone(path + ".lock", deadline: .standard) {
            () throws(KeychainError) in
            let aside = path + ".new"
            // Nobody else is writing: it was left by a process that was stopped.
            unlink(aside)
            let old = try KeychainList(beside: location)
            var new = old
            let result = try change(&new)
            func write(_ list: KeychainList) throws(KeychainError) {
                try SmallFile.replace(
                    path, SecretBytes(copying: list.text.utf8), by: aside)
            }
            do throws(KeychainError) {
                if new != old { try write(new) }
            } catch {
                undo()
                throw error
            }
            do throws(KeychainError) {
                try afterwards()
            } catch {
                if new != old { try? write(old) }
                throw error
            }
            return result
        }
    }

    private var text: String {
        var lines = [Self.header]
        if let standard { lines.append("default " + standard) }
        if let searched {
            lines.append("list")
            lines += searched.map { "keychain " + $0 }
        }
        return lines.map { $0 + "\n" }.joined()
    }
}
