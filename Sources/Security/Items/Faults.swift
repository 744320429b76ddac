import SwiftKeychainModel

/// Keeps the error of the highest rank among those a dictionary has.
///
/// A dictionary lists its entries in no order that means anything. The rank makes the answer to one
/// with several faults the same every time, and lets what does not exist yet give way to a fault
/// that will still be one when it does.
struct Faults {
    private(set) var first: KeychainError?

    mutating func note(_ error: KeychainError) {
        if let first, Self.rank(first) <= Self.rank(error) { return }
        first = error
    }

    /// Runs `body` and keeps the error it throws.
    mutating func noting(_ body: () throws(KeychainError) -> Void) {
        do throws(KeychainError) { try body() } catch { note(error) }
    }

    func check() throws(KeychainError) {
        if let first { throw first }
    }

    private static func rank(_ error: KeychainError) -> Int {
        switch error.code {
        case .parameter: 0
        case .noSuchClass: 1
        case .noSuchAttribute: 2
        case .unimplemented: 4
        default: 3
        }
    }
}
