// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainSealing
import SwiftKeychainModel
import SwiftKeychainStore

/// The resealing of a store under the keys of its first passcode. The old keys, which the device key
/// alone protected, are deleted afterwards, and rows that were not resealed can never be opened.
struct Resealing {
    let writer: StoreWriter
    let old: Keybag
    /// The new keybag, with the keys that the passcode wraps.
    let new: Keybag

    /// Reseals every item of a class that locks, and those in the quarantine.
    ///
    /// - Returns: the number of items and of quarantined rows resealed, and of items that did not open.
    func run() throws(KeychainError) -> PasscodeChange {
        var change = PasscodeChange()
        // First the quarantine: the rows that the second loop sets aside are resealed already.
        try writer.replaceSetAside { (row, reason) throws(KeychainError) in
            switch try resealed(row) {
            case .sealed(let sealed)?:
                change.resealedAside += 1
                return sealed
            case .half(let half, let rule)?:
                try writer.setAside(half, reason: "\(reason); \(rule)")
                change.resealedAside += 1
                return nil
            case .closed?, nil: return nil
            }
        }
        try writer.forEachRow { stored in
            guard case .sealed(let row) = stored else {
                change.damaged += 1
                return
            }
            switch try resealed(row) {
            case .sealed(let sealed)?:
                try writer.updateBoxes(sealed)
                change.resealed += 1
            case .half(let half, let rule)?:
                try writer.setAside(half, reason: rule)
                change.damaged += 1
            case .closed?: change.damaged += 1
            case nil: break
            }
        }
        return change
    }

    private enum Outcome {
        case sealed(SealedRow)
        /// A row with the one box that opens, where the other doesn't.
        case half(SealedRow, String)
        case closed
    }

    /// Reseals a row at the same revision, which keeps the manifest's count; nil when its class
    /// doesn't lock.
    private func resealed(_ row: SealedRow) throws(KeychainError) -> Outcome? {
        guard ProtectionClass(rawValue: row.protection).flatMap({ LockGroup($0) }) != nil else {
            return nil
        }
        let attributes = try ifIntact { try old.openMetadata(row) }
        let secret = try ifIntact { try old.openSecret(row) }
        switch (attributes, secret) {
        case (let attributes?, let secret?):
            return .sealed(try new.seal(row, attributes: attributes, secret: secret))
        case (let attributes?, nil):
            return .half(
                try new.seal(row, attributes: attributes, secret: nil),
                "only its attributes opened when the first passcode was set")
        case (nil, .some(.some(let secret))):
            return .half(
                try new.seal(row, attributes: [:], secret: secret),
                "only its secret opened when the first passcode was set")
        case (nil, _): return .closed
        }
    }

    /// Runs `body`; nil if a box doesn't open, so that one damaged row doesn't stop the change for the others.
    private func ifIntact<Value>(
        _ body: () throws -> Value
    ) throws(KeychainError) -> Value? {
        do throws(KeychainError) {
            return try translating(body)
        } catch {
            guard error.code == .decode else { throw error }
            return nil
        }
    }
}
