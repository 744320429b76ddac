// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSystem

/// The user's choice of keychain files: the default, and those that are searched.
///
/// It is part of the manifest of the user's own store. In a separate file, a program that can write the
/// folder could replace it, and so direct new secrets to a keychain of its choice.
package struct KeychainList: Sendable, Equatable {
    /// The keychain that is used when none is named; nil for the user's own. A name without a slash
    /// is a file next to the user's own store, so that the list stays valid when the folder is moved.
    package var standard: String?
    /// The keychains that are searched, in this order; nil until the user sets the list.
    package var searched: [String]?

    /// One change of the list.
    package enum Change: Sendable {
        case standard(String?)
        case searched([String])
    }

    package init() {}

    /// The most bytes of all names, and 16 for each: every process keeps the list of a store that it uses.
    package static let mostBytes = 64 << 10

    package var byteCount: Int {
        (searched ?? []).reduce(standard?.utf8.count ?? 0) { $0 + $1.utf8.count + 16 }
    }

    /// Returns whether only the user's own keychain, a file of this name, is searched.
    package func isAlone(_ fileName: String) -> Bool {
        standard == nil && (searched == nil || searched == [fileName])
    }

    /// Reads an array of two: the default keychain or null, and the search list or null.
    package init(decoding decoder: inout CanonicalCBOR.Decoder) throws(CanonicalCBOR.Malformed) {
        try decoder.array(of: 2)
        if try !decoder.skipsNull() { standard = try decoder.text() }
        if try !decoder.skipsNull() {
            var names: [String] = []
            for _ in 0..<(try decoder.array()) { names.append(try decoder.text()) }
            searched = names
        }
    }

    package func encode(to encoder: inout CanonicalCBOR.Encoder) {
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
