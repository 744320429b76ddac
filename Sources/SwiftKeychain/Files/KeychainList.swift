import SwiftKeychainModel
import SwiftKeychainStore

/// What a user said of their keychain files: which one is the default, and which are searched.
///
/// It lies in the manifest of the user's own store. A file beside it could be exchanged by who can
/// write the folder, and send new secrets to a keychain of their choice.
struct KeychainList: StoreSetting {
    static let name = "keychains"

    /// The keychain that is used where none is named; nil: the user's own. A name without a slash
    /// lies beside the user's own store, so that a folder that is moved keeps its list.
    var standard: String?
    /// The keychains that are searched, in this order; nil while the user did not set the list.
    var searched: [String]?

    init() {}

    init(decoding decoder: inout CanonicalCBOR.Decoder) throws(CanonicalCBOR.Malformed) {
        guard try decoder.array() == 2 else { throw CanonicalCBOR.Malformed() }
        if try decoder.next() == .null {
            try decoder.null()
        } else {
            standard = try decoder.text()
        }
        if try decoder.next() == .null {
            try decoder.null()
        } else {
            var names: [String] = []
            for _ in 0..<(try decoder.array()) { names.append(try decoder.text()) }
            searched = names
        }
    }

    func encode(to encoder: inout CanonicalCBOR.Encoder) {
        encoder.array(2)
        if let standard { encoder.text(standard) } else { encoder.null() }
        if let searched {
            encoder.array(searched.count)
            for name in searched { encoder.text(name) }
        } else {
            encoder.null()
        }
    }
}

extension KeychainList {
    /// Lies beside the user's own store and is locked by who changes the list.
    static let lockFileName = "search-list.lock"

    /// Reads the list of the user; the empty one where there is no store yet, which is not made.
    ///
    /// - Throws: `notAvailable`, `inputOutput` where the user's own store can't be read: what it
    ///   says is not guessed.
    static func load() throws(KeychainError) -> KeychainList {
        try Keychain.login.engine().setting()
    }

    /// Runs `body`, with the user's own keychain, while no other process or thread changes the list.
    static func alone<R>(
        _ body: (Keychain) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        let login = Keychain.login
        let path = try login.place().directory + "/" + lockFileName
        return try LockedFile.alone(path, deadline: .standard) { () throws(KeychainError) in
            try body(login)
        }
    }

    /// Changes the list while no other process or thread does.
    ///
    /// The user's own store is made when there is none and something changes.
    ///
    /// - Parameters:
    ///   - undo: takes back what `change` did beside the list, which could not be written.
    ///   - afterwards: what is done once the list is written, and before anybody else changes it.
    ///     When it throws, the list is again what it was.
    /// - Throws: what `change` throws, and then nothing is written; `notAvailable` where the folder
    ///   may not be written or others take too long; `diskFull`, `readOnly`.
    static func change<R>(
        _ change: (inout KeychainList) throws(KeychainError) -> R,
        undo: () -> Void = {}, afterwards: () throws(KeychainError) -> Void = {}
    ) throws(KeychainError) -> R {
        try alone { (login) throws(KeychainError) in
            let old = try load()
            var new = old
            let result = try change(&new)
            func write(_ list: KeychainList) throws(KeychainError) {
                if new == old { return }
                try login.engine().write(.standard) { (transaction) in transaction.set(list) }
            }
            do throws(KeychainError) {
                try write(new)
            } catch {
                undo()
                throw error
            }
            do throws(KeychainError) {
                try afterwards()
            } catch {
                try? write(old)
                throw error
            }
            return result
        }
    }
}
