// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainStore

/// One unchanging view of a store, with its keys.
struct KeyedView: ~Copyable {
    let keybag: Keybag
    private let view: ReadView
    var reader: StoreReader { view.reader }

    fileprivate init(_ view: consuming ReadView, _ keybag: Keybag) {
        self.keybag = keybag
        self.view = view
    }

    deinit { if let damage = reader.skippedDamage { Log.tellOnce(damage.detail) } }

    /// Ends the view before the end of its scope.
    consuming func end() {}
}

extension Engine {
    /// Begins to read, with keys that are opened and an anchor that is compared.
    ///
    /// - Throws: as ``Store/begin(_:)``, ``keys(_:)`` and ``verifyAnchor(_:)``.
    func begin(_ deadline: Deadline = .standard) throws(KeychainError) -> KeyedView {
        for _ in 0..<3 { if let view = try settledView(deadline) { return view } }
        throw Self.unverified
    }

    /// Begins to read; nil if something had to be settled first, for which the view had to end.
    private func settledView(_ deadline: Deadline) throws(KeychainError) -> KeyedView? {
        let view = try store.begin(deadline)
        do throws(KeychainError) {
            let keybag = try keybag(view.reader)
            if !hasLeftovers.load(ordering: .relaxed) { return KeyedView(view, keybag) }
            view.end()
            removeLeftovers()
        } catch {
            guard Self.isUnverified(error) else { throw error }
            view.end()
            try verifyAnchor(deadline)
        }
        return nil
    }
}
