// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainBus
import SwiftKeychainModel
import SwiftKeychainSecretBus

// Methods of org.freedesktop.Secret.Collection and org.freedesktop.Secret.Item.
extension SecretService {
    func collectionMethod(
        _ collection: any ItemCollection, _ call: ServiceCall
    ) throws(BusFailure) -> [BusValue] {
        switch call.member {
        case "Delete":
            guard let keychain = collection as? KeychainCollection, !keychain.keychain.isLogin
            else { throw .notSupported("this collection can't be deleted") }
            try requireUnconfined(call)
            let prompt = try state.prompt(.deleteCollection(keychain), owner: call.sender)
            return [.path(prompt)]
        case "SearchItems":
            let found = try search(in: [collection], lookup(call.values[0]), of: call)
            return [.paths(found.unlocked + found.locked)]
        case "CreateItem": return try createItem(in: collection, call)
        default: throw .unknownMethod(call.member)
        }
    }

    /// Creates or replaces an item.
    ///
    /// - Throws: `IsLocked` in a locked collection: a prompt from here would be a second one for clients that unlock it
    ///   then.
    private func createItem(
        in collection: any ItemCollection, _ call: ServiceCall
    ) throws(BusFailure) -> [BusValue] {
        let given = try InterfaceTable.item.given(call.values[0])
        let label = given["Label"]?.text
        var pairs = given["Attributes"]?.textPairs ?? []
        // The kind of an item is an attribute, where a search finds it.
        if let type = given["Type"]?.text, !type.isEmpty,
            !pairs.contains(where: { $0.0 == LookupAttributes.schema })
        {
            pairs.append((LookupAttributes.schema, type))
        }
        let attributes = try lookup(.texts(pairs))
        let secret = try opened(call.values[1], of: call.sender)
        let caller = callers.caller(call.sender)
        let properties = SecretItem.Properties(
            label: label, attributes: attributes, contentType: secret.contentType,
            application: caller.application)
        known.beginChange()
        defer { known.endChange() }
        let (item, isNew) = try log.recording(call.member, caller) { schema throws(BusFailure) in
            schema = attributes[LookupAttributes.schema]
            let created = try BusFailure.of(
                collection.create(
                    properties, secret.value, replaces: call.values[2].flag ?? false))
            schema = created.item.type
            return created
        }
        known.note(item, in: collection.name)
        tell(isNew ? .created : .changed, item.name, item, in: collection)
        return [.path(collection.path(of: item.name)), .path(ObjectPath.none)]
    }

    /// Opens a secret in a call.
    ///
    /// - Parameter value: the structure `(oayays)`: session, parameters, value and content type.
    /// - Throws: `NoSession`; `InvalidArgs` if it can't be decrypted; `LimitsExceeded` if it is too long.
    private func opened(
        _ value: BusValue, of sender: String
    ) throws(BusFailure) -> SecretSession.Secret {
        guard let fields = value.fields, fields.count == 4, let path = fields[0].objectPath,
            let parameters = fields[1].bytes, let bytes = fields[2].bytes,
            let contentType = fields[3].text
        else { throw .invalid("not a secret") }
        let secret = try state.session(path, of: sender).opened(parameters, bytes, contentType)
        if secret.value.count > Limits.secretBytes {
            throw .limit("the secret is longer than \(Limits.secretBytes) bytes")
        }
        return secret
    }

    /// Returns an item that exists for the client.
    ///
    /// - Throws: `NoSuchObject`, also for one that a confined client may not see.
    func item(
        _ name: ItemIdentifier, in collection: any ItemCollection, _ call: ServiceCall
    ) throws(BusFailure) -> SecretItem {
        let item = try BusFailure.of(collection.item(name))
        guard callers.caller(call.sender).maySee(item) else { throw .noSuchObject }
        return item
    }

    /// Returns the secret of an item that exists for the client.
    ///
    /// Records the access, or the failure, in the log.
    ///
    /// - Throws: `NoSuchObject`, `IsLocked`; `Failed` for a damaged item.
    func secret(
        of name: ItemIdentifier, in collection: any ItemCollection, _ call: ServiceCall
    ) throws(BusFailure) -> SecretSession.Secret {
        let caller = callers.caller(call.sender)
        return try log.recording("GetSecret", caller) { schema throws(BusFailure) in
            let (item, secret) = try BusFailure.of(collection.secret(of: name))
            guard caller.maySee(item) else { throw .noSuchObject }
            schema = item.type
            return secret
        }
    }

    /// Changes or deletes an item that exists for the client and isn't locked, and records that.
    private func use(
        _ name: ItemIdentifier, in collection: any ItemCollection, _ call: ServiceCall,
        _ body: (SecretItem) throws(BusFailure) -> Void
    ) throws(BusFailure) {
        try log.recording(call.member, callers.caller(call.sender)) { schema throws(BusFailure) in
            let item = try item(name, in: collection, call)
            // Whose a locked item is isn't known, and it may be unlocked before the next line.
            if item.isLocked { throw .isLocked }
            schema = item.type
            try body(item)
        }
    }

    func itemMethod(
        _ collection: any ItemCollection, _ name: ItemIdentifier, _ call: ServiceCall
    ) throws(BusFailure) -> [BusValue] {
        switch call.member {
        case "Delete":
            try use(name, in: collection, call) { item throws(BusFailure) in
                known.beginChange()
                defer { known.endChange() }
                try BusFailure.of(collection.delete(name))
                known.forget(name, in: collection.name)
                tell(.deleted, name, item, in: collection)
            }
            return [.path(ObjectPath.none)]
        case "GetSecret":
            guard let path = call.values[0].objectPath else { break }
            // Checked first, so that a call without a session reads and logs no secret.
            let session = try state.session(path, of: call.sender)
            return [try session.sealed(secret(of: name, in: collection, call))]
        case "SetSecret":
            let secret = try opened(call.values[0], of: call.sender)
            try use(name, in: collection, call) { item throws(BusFailure) in
                try change(item, in: collection) { () throws(KeychainError) in
                    try collection.set(secret, of: name)
                }
            }
            return []
        default: break
        }
        throw .unknownMethod(call.member)
    }

    /// Changes an item, and signals the change.
    ///
    /// - Throws: `IsLocked`; what `body` throws.
    private func change(
        _ item: SecretItem, in collection: any ItemCollection,
        _ body: () throws(KeychainError) -> Void
    ) throws(BusFailure) {
        if item.isLocked { throw .isLocked }
        known.beginChange()
        defer { known.endChange() }
        try BusFailure.of(body())
        // Read back: an item that another program made may store an attribute in a different form.
        let now = try? collection.item(item.name)
        if let now { known.note(now, in: collection.name) }
        tell(.changed, item.name, now, in: collection)
    }

    // MARK: Properties

    /// Returns the properties of an object; of a collection only those with some names, because its items are many.
    ///
    /// - Throws: `NoSuchObject` or `NoSession` for an object that the client doesn't have.
    private func properties(
        _ names: [String], of object: ObjectPath, _ call: ServiceCall
    ) throws(BusFailure) -> [(String, BusValue)] {
        switch object {
        case .service:
            return [("Collections", .paths(collections.all().map(\.path)))]
        case .collection(let path):
            let collection = try collections.named(path)
            do throws(BusFailure) {
                var values: [(String, BusValue)] = []
                for name in names { values.append((name, try value(name, of: collection, call))) }
                return values
            } catch {
                // libsecret loads all collections or none, so one damaged file would hide the others from it.
                guard names.count > 1, collection.name != .login else { throw error }
                return unreadable(collection)
            }
        case .item(let name, let itemName):
            return try item(itemName, in: collections.named(name), call).properties
        case .session:
            _ = try state.session(call.path, of: call.sender)
            return []
        case .prompt:
            _ = try state.prompt(call.path, of: call.sender)
            return []
        }
    }

    /// Returns the properties of a collection that can't be read: locked and without items. It stays in the list, because a
    /// program that misses its collection makes another one; searches in it, and other calls, fail.
    private func unreadable(_ collection: any ItemCollection) -> [(String, BusValue)] {
        // So that clients get a signal once it can be read.
        _ = known.note(isLocked: true, collection.name)
        return [
            ("Items", .paths([])), ("Label", .string(collection.label)), ("Locked", .boolean(true)),
            ("Created", .uint64(collection.dates.created)),
            ("Modified", .uint64(collection.dates.modified)),
        ]
    }

    /// Methods of org.freedesktop.DBus.Properties.
    func properties(_ object: ObjectPath, _ call: ServiceCall) throws(BusFailure) -> [BusValue] {
        let table = InterfaceTable.of(object)
        // An empty text means the object's own interface.
        guard let interface = call.values[0].text,
            interface.isEmpty || interface == table.name
                || InterfaceTable.common.contains(where: { $0.name == interface })
        else { throw .invalid("the object has no such interface") }
        let isOwn = interface.isEmpty || interface == table.name
        if call.member == "GetAll" {
            let names = table.properties.map(\.name)
            return [.variants(isOwn ? try properties(names, of: object, call) : [])]
        }
        let name = call.values[1].text ?? ""
        guard isOwn, let property = table.properties.first(where: { $0.name == name }) else {
            throw .unknownProperty(name)
        }
        if call.member == "Get" {
            let values = try properties([name], of: object, call)
            guard let value = values.first(where: { $0.0 == name })?.1 else {
                throw .unknownProperty(name)
            }
            return [.variant(value)]
        }
        guard property.isWritable else { throw .readOnly(name) }
        guard let value = call.values[2].contents, value.type == property.type else {
            throw .invalid("\(name) must have the type \(property.type)")
        }
        try set(name, to: value, of: object, call)
        return []
    }

    /// A property of a collection.
    private func value(
        _ name: String, of collection: any ItemCollection, _ call: ServiceCall
    ) throws(BusFailure) -> BusValue {
        switch name {
        case "Label": return .string(collection.label)
        case "Locked": return .boolean(try isLocked(collection))
        case "Created": return .uint64(collection.dates.created)
        case "Modified": return .uint64(collection.dates.modified)
        default:
            let caller = callers.caller(call.sender)
            let items = try BusFailure.of(collection.items(with: nil).list(for: caller))
            return .paths(items.map { collection.path(of: $0.name) })
        }
    }

    /// Sets the label of a collection.
    ///
    /// - Throws: `NotSupported` for the collection of the session.
    private func set(label: BusValue, of name: CollectionName) throws(BusFailure) {
        guard let collection = try collections.named(name) as? KeychainCollection else {
            throw .notSupported("the session's collection has a fixed name")
        }
        try BusFailure.of(collection.set(label: label.text ?? ""))
        tellProperties(collection.path, ServiceNames.collection, [("Label", label)])
        tell(.changed, collection.path)
    }

    /// Sets a writable property of a collection or an item, and signals the change.
    ///
    /// - Throws: `IsLocked` for a locked item; `InvalidArgs` for attributes that it can't have; `AccessDenied` for a
    ///   collection, if the program is confined.
    private func set(
        _ name: String, to value: BusValue, of object: ObjectPath, _ call: ServiceCall
    ) throws(BusFailure) {
        if case .collection(let path) = object {
            try requireUnconfined(call)
            return try set(label: value, of: path)
        }
        guard case .item(let path, let itemName) = object else { throw .readOnly(name) }
        let collection = try collections.named(path)
        let item = try item(itemName, in: collection, call)
        if name == "Label", let label = value.text {
            try change(item, in: collection) { () throws(KeychainError) in
                try collection.set(label: label, of: itemName)
            }
        } else {
            let attributes = try lookup(value)
            try change(item, in: collection) { () throws(KeychainError) in
                try collection.set(attributes, of: itemName)
            }
        }
    }
}

extension SecretItem {
    /// The properties of the item as an object.
    var properties: [(String, BusValue)] {
        [
            ("Locked", .boolean(isLocked)), ("Attributes", .texts(attributes)),
            ("Label", .string(label)), ("Type", .string(type)),
            ("Created", .uint64(created)), ("Modified", .uint64(modified)),
        ]
    }
}
