// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainStore
import SwiftKeychainSystem

/// The user's choice of keychain files: the default, and those that are searched.
///
/// It is part of the manifest of the user's own store. In a file of its own, a program that can write the
/// folder could replace it, and so direct new secrets to a keychain of its choice.
package struct KeychainList: StoreSetting, Sendable {
    static let name = "keychains"

    /// The keychain that is used when none is named; nil for the user's own. A name without a slash
    /// is a file beside the user's own store, so that the list stays valid when the folder is moved.
    package var standard: String?
    /// The keychains that are searched, in this order; nil until the user sets the list.
    package var searched: [String]?

    /// One change of the list.
    package enum Change: Sendable {
        case standard(String?)
        case searched([String])
    }

    package init() {}

    /// Returns whether only the user's own keychain, a file of this name, is searched.
    func isAlone(_ fileName: String) -> Bool {
        standard == nil && (searched == nil || searched == [fileName])
    }

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

/// The search list and default keychain, as the user's own store contains them.
struct KeychainListFile {
    /// The engine of the user's own store.
    let engine: Engine

    /// The file, beside the user's own store, that is locked while the list changes.
    package static let lockFileName = "search-list.lock"

    /// Reads the list; an empty one when there is no store. Doesn't create the store.
    ///
    /// - Throws: `notAvailable`, `inputOutput` when the user's own store can't be read.
    func load() throws(KeychainError) -> KeychainList { try engine.setting() }

    /// Runs `body` while no other process or thread changes the list.
    func withLock<R>(_ body: () throws(KeychainError) -> R) throws(KeychainError) -> R {
        let path = engine.location.directory + "/" + Self.lockFileName
        return try LockedFile.alone(path, deadline: .standard, body)
    }

    /// Changes the list while no other process or thread does.
    ///
    /// Creates the user's own store if there is none and the list changes.
    ///
    /// - Parameters:
    ///   - name: what the user sets, which a repair may have given up.
    ///   - undo: reverts the other effects of `change` when the list can't be written.
    ///   - afterwards: runs once the list is written, before another process or thread can change it.
    ///     If it throws, the list is restored.
    /// - Throws: what `change` throws, before anything is written; `notAvailable` when the folder can't
    ///   be written or other processes hold the lock too long; `diskFull`, `readOnly`.
    func change(
        settling name: GivenUpSettings.Name? = nil,
        _ change: (inout KeychainList) throws(KeychainError) -> Void,
        undo: () -> Void = {}, afterwards: () throws(KeychainError) -> Void = {}
    ) throws(KeychainError) {
        try withLock { () throws(KeychainError) in
            let old = try load()
            var new = old
            try change(&new)
            func write(_ list: KeychainList) throws(KeychainError) {
                let settled = try name.flatMap { (name) throws(KeychainError) in
                    try engine.setting(GivenUpSettings.self).contains(name) ? name : nil
                }
                if new == old, settled == nil { return }
                try engine.write(.standard) { (transaction) in
                    transaction.set(list)
                    if let settled { transaction.settle(settled) }
                }
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
        }
    }
}
