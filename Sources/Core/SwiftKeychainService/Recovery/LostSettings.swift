// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainStore
import SwiftKeychainSystem

/// The settings that a repair gave up with a manifest that didn't open. Doctor lists each until the user sets it again,
/// because its former value is unknown: without it a keychain may stay unlocked, or new items go to another one.
struct LostSettings: StoreSetting {
    static let name = "given up"

    /// The settings that a manifest has and rows don't determine.
    enum Name: String, CaseIterable {
        case standard = "default keychain"
        case searched = "search list"
        case lock = "lock settings"
        case anchor
    }

    /// Those of a newer build too.
    private(set) var names: [String] = []

    init() {}

    /// Makes those of the store at `location`. Only the login keychain has the first two, and a store without a
    /// lock file for its anchor never had one.
    init(at location: Location) {
        let isLogin = location.fileName == Location.standardFileName
        names = Name.allCases.filter { name in
            switch name {
            case .standard, .searched: isLogin
            case .lock: true
            case .anchor: System.exists(location.beside(Engine.anchorLockName))
            }
        }.map(\.rawValue)
    }

    init(decoding decoder: inout CanonicalCBOR.Decoder) throws(CanonicalCBOR.Malformed) {
        for _ in 0..<(try decoder.array()) { names.append(try decoder.text()) }
    }

    func encode(to encoder: inout CanonicalCBOR.Encoder) {
        encoder.value(.array(names.map { .text($0) }))
    }

    mutating func remove(_ name: Name) { names.removeAll { $0 == name.rawValue } }

    func contains(_ name: Name) -> Bool { names.contains(name.rawValue) }

    /// A finding for each.
    var findings: [Finding] {
        names.map { name in
            let effect =
                switch Name(rawValue: name) {
                case .standard: "the login keychain is the default (security default-keychain -s)"
                case .searched: "the login keychain alone is searched (security list-keychains -s)"
                case .lock: "it does not lock by itself (security set-keychain-settings)"
                case .anchor: "an earlier copy is not noticed (security tpm anchor)"
                case nil: "a newer version knows it"
                }
            return Finding(
                name,
                "given up by a repair, because the manifest did not open; until it is set again, "
                    + effect, isProblem: true)
        }
    }
}
