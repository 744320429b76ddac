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
        do throws(KeychainError) {
            let view = try keyedView(deadline)
            if !hasLeftovers.load(ordering: .relaxed) { return view }
        } catch {
            guard Self.isUnverified(error) else { throw error }
            try verifyAnchor(deadline)
        }
        // The view has ended, which would block the removal.
        removeLeftovers()
        return try keyedView(deadline)
    }

    private func keyedView(_ deadline: Deadline) throws(KeychainError) -> KeyedView {
        let view = try store.begin(deadline)
        let keybag = try keybag(view.reader)
        return KeyedView(keybag: keybag, view: view)
    }
}
