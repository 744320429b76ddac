import SwiftKeychainFormat
import SwiftKeychainSealing
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainStore

/// Seals under the keys of a first passcode what lay under the device key alone: the old keys are
/// gone afterwards, and whatever was not sealed again is closed for ever.
struct Resealing {
    let writer: StoreWriter
    let old: Keybag
    /// Has what the passcode wraps.
    let new: Keybag

    /// Seals every item of a class that locks, and what of them lies in the quarantine.
    ///
    /// - Returns: how many items and rows set aside, and how many items did not open.
    func run() throws(KeychainError) -> PasscodeChange {
        var change = PasscodeChange()
        // What is found out about the tables below is set aside too, and already sealed.
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
        try writer.forEachRow { (stored, _) throws(KeychainError) in
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
        /// One box opens and the other does not: a row of what opens, alone.
        case half(SealedRow, String)
        case closed
    }

    /// Seals a row at the same revision, so that the manifest counts the same; nil when its class
    /// does not lock.
    private func resealed(_ row: SealedRow) throws(KeychainError) -> Outcome? {
        guard ProtectionClass(rawValue: row.protection).flatMap({ LockGroup($0) }) != nil else {
            return nil
        }
        let attributes = try ifIntact { () throws(KeychainError) in try old.openMetadata(row) }
        let secret = try ifIntact { () throws(KeychainError) in try old.openSecret(row) }
        switch (attributes, secret) {
        case (let attributes?, let secret?):
            return .sealed(try new.seal(row, attributes: attributes, secret: secret))
        case (let attributes?, nil):
            return .half(
                try new.seal(row, attributes: attributes, secret: nil),
                "its attributes, which opened alone when the first passcode was set")
        case (nil, .some(.some(let secret))):
            return .half(
                try new.seal(row, attributes: [:], secret: secret),
                "its secret, which opened alone when the first passcode was set")
        case (nil, _): return .closed
        }
    }

    private func ifIntact<Value>(
        _ body: () throws(KeychainError) -> Value
    ) throws(KeychainError) -> Value? {
        do throws(KeychainError) {
            return try body()
        } catch {
            guard error.code == .decode else { throw error }
            return nil
        }
    }
}
