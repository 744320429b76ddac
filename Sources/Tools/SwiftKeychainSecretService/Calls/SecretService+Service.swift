// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainBus
import SwiftKeychainModel
import SwiftKeychainSecretBus

// Methods of org.freedesktop.Secret.Service.
extension SecretService {
    /// The most paths in a call.
    private static let mostPaths = 10_000
    /// The most bytes of secrets in one answer, with their paths and sessions. An array in a message may have 64 MiB
    /// (D-Bus specification, "Marshaling"); the bus disconnects a service that sends a longer one.
    private static let longestAnswer = 63 << 20

    func serviceMethod(_ call: ServiceCall) throws(BusFailure) -> [BusValue] {
        let values = call.values
        switch call.member {
        case "OpenSession":
            guard let algorithm = values[0].text, let input = values[1].contents else { break }
            let (path, output) = try state.open(algorithm, input, owner: call.sender)
            return [.variant(output), .path(path)]
        case "CreateCollection":
            guard let alias = values[1].text else { break }
            return try createCollection(values[0], alias, call.sender)
        case "SearchItems":
            let found = try search(
                in: collections.all(), lookup(values[0]), of: call)
            return [.paths(found.unlocked), .paths(found.locked)]
        case "Unlock": return try unlock(paths(values[0]), call)
        case "Lock":
            try requireUnconfined(call)
            return try lock(paths(values[0]), call)
        case "GetSecrets":
            guard let session = values[1].objectPath else { break }
            return try secrets(paths(values[0]), state.session(session, of: call.sender), call)
        case "ReadAlias":
            guard let alias = values[0].text else { break }
            let name = collections.alias(alias)
            return [.path(name.map { ObjectPath.collection($0).text } ?? ObjectPath.none)]
        case "SetAlias":
            guard let alias = values[0].text, let path = values[1].objectPath else { break }
            try requireUnconfined(call)
            guard path != ObjectPath.none else { throw .notSupported("an alias can't be removed") }
            guard case .collection(let name)? = ObjectPath(path) else { throw .noSuchObject }
            try collections.setAlias(alias, name)
            return []
        default: break
        }
        throw .unknownMethod(call.member)
    }

    /// Reads an array of object paths.
    ///
    /// - Throws: `LimitsExceeded` for too many.
    private func paths(_ value: BusValue) throws(BusFailure) -> [String] {
        let paths = value.objectPaths ?? []
        if paths.count > Self.mostPaths { throw .limit("more than \(Self.mostPaths) objects") }
        return paths
    }

    /// Reads lookup attributes.
    ///
    /// - Throws: `InvalidArgs` for an empty name, a name that occurs twice, or over 64; `LimitsExceeded` over 64 KiB.
    func lookup(_ value: BusValue) throws(BusFailure) -> LookupAttributes {
        let pairs = (value.textPairs ?? []).map { LookupAttributes.Pair($0.0, $0.1) }
        let attributes = try BusFailure.of(LookupAttributes(pairs))
        if attributes.encoded.count > Limits.attributeBytes {
            throw .limit("the attributes are longer than \(Limits.attributeBytes) bytes")
        }
        return attributes
    }

    /// Searches collections.
    ///
    /// - Throws: the failure of a collection that can't be searched, if nothing is found elsewhere: a program that finds
    ///   nothing may replace the old secret by a new one.
    func search(
        in collections: [any ItemCollection], _ attributes: LookupAttributes, of call: ServiceCall
    ) throws(BusFailure) -> (unlocked: [String], locked: [String]) {
        var (unlocked, locked): ([String], [String]) = ([], [])
        var failure: BusFailure?
        let caller = callers.caller(call.sender)
        for collection in collections {
            do throws(BusFailure) {
                let names = try BusFailure.of(
                    // Only the items themselves contain the application that made them.
                    caller.application == nil
                        ? collection.names(with: attributes)
                        : FoundNames(collection.items(with: attributes).matches(for: caller)))
                let start = collection.path + "/"
                unlocked += names.unlocked.map { start + $0.text }
                locked += names.locked.map { start + $0.text }
            } catch {
                failure = failure ?? error
            }
        }
        if let failure, unlocked.isEmpty, locked.isEmpty { throw failure }
        return (unlocked, locked)
    }

    // MARK: Locking

    /// Unlocks what opens without a question, and makes one prompt for all the rest.
    ///
    /// - Returns: the objects that are unlocked, and the path of the prompt or `/`.
    /// - Throws: why the state of an object is unknown, if nothing else is unlocked. libsecret takes an empty answer for a
    ///   secret that isn't there.
    private func unlock(_ paths: [String], _ call: ServiceCall) throws(BusFailure) -> [BusValue] {
        var unlocked: [String] = []
        var waiting: [String] = []
        var keychains: [Keychain] = []
        var failure: BusFailure?
        for path in paths {
            guard let (collection, isLocked) = lockState(of: path, call, &failure) else {
                continue
            }
            guard isLocked, let collection = collection as? KeychainCollection else {
                unlocked.append(path)
                continue
            }
            let isOpened = try BusFailure.of(
                // One that needs its password isn't tried again for each of its items.
                keychains.contains(collection.keychain)
                    ? false : collection.keychain.unlockWithoutAsking())
            if isOpened {
                _ = try self.isLocked(collection)
                unlocked.append(path)
                continue
            }
            waiting.append(path)
            if !keychains.contains(collection.keychain) { keychains.append(collection.keychain) }
        }
        if let failure, unlocked.isEmpty, keychains.isEmpty { throw failure }
        var prompt = ObjectPath.none
        if !keychains.isEmpty {
            prompt = try state.prompt(.unlock(keychains, objects: waiting), owner: call.sender)
        }
        return [.paths(unlocked), .path(prompt)]
    }

    /// Returns the collection of an object, and whether the object is locked; nil if it doesn't exist for the client, or its
    /// state is unknown.
    ///
    /// - Parameter failure: set to the first reason why a state is unknown.
    private func lockState(
        of path: String, _ call: ServiceCall, _ failure: inout BusFailure?
    ) -> (any ItemCollection, Bool)? {
        do throws(BusFailure) {
            switch ObjectPath(path) {
            case .collection(let name):
                let collection = try collections.named(name)
                return (collection, try isLocked(collection))
            case .item(let name, let item):
                let collection = try collections.named(name)
                return (collection, try self.item(item, in: collection, call).isLocked)
            default: return nil
            }
        } catch {
            if error.name != BusFailure.noSuchObject.name { failure = failure ?? error }
            return nil
        }
    }

    /// Locks the keychains of objects. Those of the session's collection can't be locked, and are left out.
    ///
    /// - Returns: the objects that are locked, and no prompt.
    /// - Throws: why the state of an object is unknown, if none is locked.
    private func lock(_ paths: [String], _ call: ServiceCall) throws(BusFailure) -> [BusValue] {
        var locked: [String] = []
        var isDone: [CollectionName: Bool] = [:]
        var failure: BusFailure?
        for path in paths {
            guard let (collection, _) = lockState(of: path, call, &failure),
                let keychain = (collection as? KeychainCollection)?.keychain
            else { continue }
            if isDone[collection.name] == nil {
                try BusFailure.of(keychain.forgetUnlocked())
                // Without a password, a keychain can't be locked.
                isDone[collection.name] = try isLocked(collection)
            }
            if isDone[collection.name] == true { locked.append(path) }
        }
        if let failure, locked.isEmpty { throw failure }
        return [.paths(locked), .path(ObjectPath.none)]
    }

    // MARK: Secrets

    /// Returns the secrets of items. Those that don't exist, are locked or can't be read are left out.
    ///
    /// - Throws: why an item can't be read, unless another one can. A search finds altered items, too.
    private func secrets(
        _ paths: [String], _ session: SecretSession, _ call: ServiceCall
    ) throws(BusFailure) -> [BusValue] {
        var secrets: [BusValue] = []
        var failure: BusFailure?
        var left = Self.longestAnswer
        for path in paths {
            guard case .item(let name, let item)? = ObjectPath(path),
                let collection = try? collections.named(name)
            else { continue }
            let secret: SecretSession.Secret
            do throws(BusFailure) {
                secret = try self.secret(of: item, in: collection, call)
            } catch {
                let isLeftOut = [BusFailure.noSuchObject, .isLocked].contains {
                    $0.name == error.name
                }
                if !isLeftOut { failure = failure ?? error }
                continue
            }
            let entry = BusValue.entry(.path(path), try session.sealed(secret))
            left -= entry.length
            if left < 0 { throw .limit("secrets of more than \(Self.longestAnswer) bytes") }
            secrets.append(entry)
        }
        if let failure, secrets.isEmpty { throw failure }
        return [.array("{o(oayays)}", secrets)]
    }

    // MARK: Collections

    /// Makes a prompt for a new keychain, or returns the collection that has the alias.
    ///
    /// - Throws: `NotSupported` for an alias of no collection; `InvalidArgs` without a label, or for unknown properties.
    private func createCollection(
        _ properties: BusValue, _ alias: String, _ sender: String
    ) throws(BusFailure) -> [BusValue] {
        if !alias.isEmpty {
            guard let name = collections.alias(alias) else {
                throw .notSupported("no collection can have the alias")
            }
            return [.path(ObjectPath.collection(name).text), .path(ObjectPath.none)]
        }
        guard let label = try InterfaceTable.collection.given(properties)["Label"]?.text,
            !label.isEmpty
        else { throw .invalid("a collection needs a label") }
        let prompt = try state.prompt(.createCollection(label), owner: sender)
        return [.path(ObjectPath.none), .path(prompt)]
    }
}
