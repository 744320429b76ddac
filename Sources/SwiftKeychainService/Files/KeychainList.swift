import SwiftKeychainModel
import SwiftKeychainSystem
import SwiftKeychainStore
import SwiftKeychainSystem

/// The user's choice of keychain files: which one is the default, and which are searched.
///
/// It lies in the manifest of the user's own store. A program that can write the folder could exchange
/// a file beside it, and so send new secrets to a keychain of its choice.
package struct KeychainList: StoreSetting, Sendable {
    static let name = "keychains"

    /// The keychain that is used where none is named; nil: the user's own. A name without a slash
    /// lies beside the user's own store, so that a folder that is moved keeps its list.
    package var standard: String?
    /// The keychains that are searched, in this order; nil while the user did not set the list.
    package var searched: [String]?

    /// One change of the list.
    package enum Change: Sendable {
        case standard(String?)
        case searched([String])
    }

    package init() {}

    package init(decoding decoder: inout CanonicalCBOR.Decoder) throws(CanonicalCBOR.Malformed) {
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
