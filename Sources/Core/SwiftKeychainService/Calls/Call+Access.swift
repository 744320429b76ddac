// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainSystem

// What a call may open with its grant.
extension Call {
    /// Returns the call with its proof checked. Before a read begins, because this reads the store too.
    func verified(by engine: Engine) throws(KeychainError) -> Call {
        guard let proof = grant.verification else { return self }
        var call = self
        call.isVerified = try engine.accepts(proof)
        return call
    }

    /// Returns whether everything demanded was granted. An application password may still be incorrect.
    func meets(_ demand: AccessControl.Demand) -> Bool {
        demand.device == nil && (!demand.passcode || isVerified)
            && (!demand.applicationPassword || grant.applicationPassword != nil)
    }

    /// Returns the part of a demand that isn't met; nil when all of it is.
    func missing(_ demand: AccessControl.Demand, of item: Item) -> Demand? {
        meets(demand) ? nil : Demand(.access(demand), of: item)
    }

    /// Opens an item whose secret is wrapped by an application password.
    ///
    /// - Parameter parts: the requested parts; without `secret`, the secret only serves to check the password.
    func open(
        _ item: Item, returning parts: Item.Parts = .secret
    ) throws(KeychainError) -> Granted<Item> {
        if let certificate = item.certificate, let key = item.privateKey {
            let ofKey = key.demand(reading: parts.subtracting(.secret))
            if ofKey.applicationPassword, let wrapped = key.secret,
                // The secret of the key isn't requested; opening it checks the password.
                case .lacks(let demand) = try unwrap(wrapped, of: key)
            {
                return .lacks(demand)
            }
            return try open(certificate, returning: parts).map {
                Item(identity: $0, key.with(secret: nil))
            }
        }
        guard item.isWrapped, let wrapped = item.secret else { return .value(item) }
        guard item.demand(reading: parts).applicationPassword else {
            return .value(item.with(secret: nil))
        }
        let isWanted =
            parts.contains(.secret) || item.itemClass != .key && !item.itemClass.isPassword
        return try unwrap(wrapped, of: item).map { item.with(secret: isWanted ? $0 : nil) }
    }

    /// Opens the item on which the client evaluates a condition: of an identity, the certificate.
    func openForMatching(_ item: Item) throws(KeychainError) -> Granted<Item> {
        if let certificate = item.certificate, let key = item.privateKey {
            return try openForMatching(certificate).map { Item(identity: $0, key.closed) }
        }
        if let demand = missing(item.demand(reading: .attributes), of: item) {
            return .lacks(demand)
        }
        return try open(item, returning: .attributes)
    }

    /// Opens an item with what was granted; nil when that isn't enough.
    func openIfGranted(_ item: Item, returning parts: Item.Parts) throws(KeychainError) -> Item? {
        guard meets(item.demand(reading: parts)),
            case .value(let opened) = try open(item, returning: parts)
        else { return nil }
        return opened
    }

    /// Removes the application password's box from a secret; lacks the password if it wasn't granted or is wrong.
    private func unwrap(
        _ wrapped: SecretBytes, of item: Item
    ) throws(KeychainError) -> Granted<SecretBytes?> {
        let demand = Demand.Kind.access(AccessControl.Demand(applicationPassword: true))
        guard let password = grant.applicationPassword else {
            return .lacks(Demand(demand, of: item))
        }
        do throws(KeychainError) {
            return .value(
                try ApplicationPassword.open(
                    wrapped, under: password, reference: item.reference.uuid))
        } catch {
            guard error.code == .authenticationFailed else { throw error }
            return .lacks(Demand(demand, of: item, refusal: error))
        }
    }

    /// Returns the secret of an item as it is sealed: wrapped, if its access control demands that.
    func wrapped(_ item: Item, _ random: RandomSource) throws(KeychainError) -> Granted<
        SecretBytes?
    > {
        guard item.accessControl.flags.contains(.applicationPassword) else {
            return .value(item.secret)
        }
        guard let password = grant.applicationPassword else {
            return .lacks(Demand(.newPassword, of: item))
        }
        return .value(
            try ApplicationPassword.wrap(
                item.secret, under: password, reference: item.reference.uuid, random: random))
    }
}
