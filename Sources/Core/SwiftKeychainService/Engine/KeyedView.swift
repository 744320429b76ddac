// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainStore

/// One unchanging view of a store, with its keys.
struct KeyedView: ~Copyable {
    let keybag: Keybag
    fileprivate let view: ReadView
    var reader: StoreReader { view.reader }

    deinit { if let damage = reader.skippedDamage { Log.tellOnce(damage.detail) } }

    /// Ends the view before the end of its scope.
    consuming func end() {}
}

extension Engine {
    /// Begins to read, with keys that are opened and an anchor that is compared.
    ///
    /// - Throws: as ``Store/begin(_:)``, ``keys(_:)`` and ``verifyAnchor(_:)``.
    func begin(_ deadline: Deadline = .standard) throws(KeychainError) -> KeyedView {
        try prepare(deadline)
        let view = try store.begin(deadline)
        let keybag = try keybag(view.reader)
        return KeyedView(keybag: keybag, view: view)
    }
}
