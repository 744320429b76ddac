import SwiftKeychainPKI
import SwiftKeychain
import SwiftKeychainModel

/// Says where the passphrase of a file comes from.
enum PassphraseSource {
    case given(Passphrase?)
    /// A person is asked where the file cannot do without.
    case person(FilePassphrase)

    /// Reads a file, again with each passphrase that is typed until one is right.
    ///
    /// - Throws: what `read` throws, and as ``FilePassphrase/opening(_:)``.
    func reading<Result>(
        _ read: (Passphrase?) throws(KeychainError) -> Result
    ) throws(KeychainError) -> Result {
        try using(read) { (person) throws(KeychainError) in
            try person.opening { (typed) throws(KeychainError) in try read(Passphrase(typed)) }
        }
    }

    /// Writes a file, with a new passphrase that is typed twice.
    ///
    /// - Throws: what `write` throws, and as ``FilePassphrase/new()``.
    func writing<Result>(
        _ write: (Passphrase?) throws(KeychainError) -> Result
    ) throws(KeychainError) -> Result {
        try using(write) { (person) throws(KeychainError) in
            try write(Passphrase(try person.new()))
        }
    }

    private func using<Result>(
        _ body: (Passphrase?) throws(KeychainError) -> Result,
        asking ask: (FilePassphrase) throws(KeychainError) -> Result
    ) throws(KeychainError) -> Result {
        switch self {
        case .given(let passphrase): return try body(passphrase)
        case .person(let person):
            do throws(KeychainError) {
                return try body(nil)
            } catch {
                guard error.code == .passphraseRequired else { throw error }
            }
            return try ask(person)
        }
    }
}
