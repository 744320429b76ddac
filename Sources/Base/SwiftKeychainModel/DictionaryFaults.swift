// SPDX-License-Identifier: Apache-2.0
/// The error of the highest rank among those a dictionary has.
///
/// A dictionary has no order. The rank makes the error of a dictionary with several faults the same
/// every time; `unimplemented` ranks last, so that other faults are reported first.
package struct DictionaryFaults {
    package private(set) var first: KeychainError?

    package init() {}

    package mutating func note(_ error: KeychainError) {
        if let first, Self.rank(first) <= Self.rank(error) { return }
        first = error
    }

    /// Runs `body` and keeps the error it throws.
    package mutating func noting(_ body: () throws -> Void) {
        do { try body() } catch { note(KeychainError(thrown: error)) }
    }

    package func check() throws(KeychainError) {
        if let first { throw first }
    }

    /// Returns the order in which faults are reported, since a dictionary has none.
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
