// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainBus
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSecretBus
import SwiftKeychainSystem
import Synchronization

/// One call of a client.
struct ServiceCall: Sendable {
    /// The unique name of the client's connection.
    let sender: String
    /// The path of the object, as the client wrote it.
    let path: String
    /// Empty if the call names none.
    let interface: String
    let member: String
    /// The types of `values`, as the message has them.
    let signature: String
    let values: [BusValue]

    /// About how many bytes its values have.
    var bytes: Int { values.reduce(0) { $0 + $1.length } }

    /// Whether it only reads, and few items.
    var isBrief: Bool {
        switch member {
        case "SearchItems", "GetSecret", "ReadAlias", "Get": true
        case "GetSecrets": (values.first?.elements?.count ?? 0) <= 16
        default: false
        }
    }
}

/// The objects of the service, and what their methods do. Any thread may use it.
final class SecretService: Sendable {
    let state = ServiceState()
    let callers: Callers
    let log: AccessLog
    let collections: Collections
    /// What was reported to clients, so that ``ChangeWatch`` reports only what other programs changed.
    let known = KnownItems()
    /// Held while signals are sent about a changed lock state or list of collections.
    private let changes = ThreadLock()
    /// Sends a signal.
    let emit: @Sendable (BusSignal) -> Void

    /// - Parameter location: the store whose device key the log is next to; nil to log nothing.
    init(
        _ settings: SecretServiceSettings, _ location: Location?,
        _ emit: @escaping @Sendable (BusSignal) -> Void
    ) {
        callers = Callers(confines: settings.confines)
        log = AccessLog(location)
        collections = Collections(offersNative: settings.offersNative)
        self.emit = emit
    }

    /// The values of a reply, or the error of one.
    typealias Answer = Result<[BusValue], BusFailure>

    /// Carries out a call.
    ///
    /// - Returns: the answer, and what is to be done once it is sent.
    func perform(_ call: ServiceCall) -> (Answer, (@Sendable () -> Void)?) {
        var after: (@Sendable () -> Void)?
        let answer = Keychain.asOneCall {
            Answer { () throws(BusFailure) in try values(of: call, &after) }
        }
        return (answer, after)
    }

    /// Drops what a call that is carried out has left to its client, if the client left meanwhile.
    func settle(_ client: String) { if !callers.isPresent(client) { state.drop(client) } }

    /// Drops everything of a client that has left.
    func drop(_ client: String) {
        // In this order: a call in progress either leaves its session before it is dropped here, or finds in
        // ``settle(_:)`` that the client has left.
        callers.drop(client)
        state.drop(client)
    }

    /// - Throws: `AccessDenied` for a confined program: it has items, but no collection.
    func requireUnconfined(_ call: ServiceCall) throws(BusFailure) {
        if callers.caller(call.sender).application != nil {
            throw .denied("a confined application can't lock or change collections")
        }
    }

    /// Finds the method of a call, and checks its signature before anything else.
    ///
    /// Methods may then use the values of a call by their positions.
    private func values(
        of call: ServiceCall, _ after: inout (@Sendable () -> Void)?
    ) throws(BusFailure) -> [BusValue] {
        let object = ObjectPath(call.path)
        let own = object.map(InterfaceTable.of)
        let interface = ((own.map { [$0] } ?? []) + InterfaceTable.common).first {
            (call.interface.isEmpty || $0.name == call.interface)
                && $0.methods.contains { $0.name == call.member }
        }
        guard let interface,
            let method = interface.methods.first(where: { $0.name == call.member })
        else { throw .unknownMethod(call.member) }
        guard method.signature == call.signature else {
            throw .invalid("\(call.member) takes \(method.signature), not \(call.signature)")
        }
        // If it were answered that there is nothing, it might replace an existing secret by a new one.
        if callers.caller(call.sender).isUnknown {
            throw .denied("it can't be examined whether the program is confined")
        }
        switch interface.name {
        case ServiceNames.introspectable: return [.string(try introspection(object, call))]
        case ServiceNames.properties:
            guard let object else { throw .noSuchObject }
            return try properties(object, call)
        // sd-bus answers these calls itself, before they get here.
        case ServiceNames.peer: return []
        default: break
        }
        switch object {
        case .service: return try serviceMethod(call)
        case .collection(let name):
            return try collectionMethod(collections.named(name), call)
        case .item(let name, let item):
            return try itemMethod(collections.named(name), item, call)
        case .session:
            try state.close(call.path, of: call.sender)
            return []
        case .prompt: return try promptMethod(call, &after)
        case nil: throw .noSuchObject
        }
    }

    // MARK: Introspection

    /// Describes an object, or a path above others.
    ///
    /// Sessions and prompts of other clients are left out.
    ///
    /// - Throws: `NoSuchObject` or `NoSession` for what isn't there.
    private func introspection(
        _ object: ObjectPath?, _ call: ServiceCall
    ) throws(BusFailure) -> String {
        var children: [String] = []
        let own = object.map(InterfaceTable.of)
        switch object {
        case .collection(let name):
            let collection = try collections.named(name)
            let caller = callers.caller(call.sender)
            let items = try BusFailure.of(collection.items(with: nil).list(for: caller))
            children = items.map(\.name.text)
        case .item(let name, let item): _ = try self.item(item, in: collections.named(name), call)
        case .session: _ = try state.session(call.path, of: call.sender)
        case .prompt: _ = try state.prompt(call.path, of: call.sender)
        case .service, nil:
            let all =
                collections.all().map(\.path)
                + [ObjectPath.root + "/aliases/default", ObjectPath.root + "/aliases/login"]
                + state.paths(of: call.sender)
            let start = call.path == "/" ? "/" : call.path + "/"
            var seen: Set<Substring> = []
            for path in all + [ObjectPath.root] where path.hasPrefix(start) {
                let child = path.dropFirst(start.count).prefix { $0 != "/" }
                if seen.insert(child).inserted { children.append(String(child)) }
            }
            if children.isEmpty { throw .noSuchObject }
        }
        return InterfaceTable.introspection(own, children: children)
    }

    // MARK: What changed

    /// Signals a change of an item, and the properties of one that was changed.
    ///
    /// - Parameter item: the item as it is now, or as it was deleted; nil if it isn't known who made it, so that no confined
    ///   program gets the signal.
    func tell(
        _ change: ItemChange, _ name: ItemIdentifier, _ item: SecretItem? = nil,
        in collection: any ItemCollection
    ) {
        for (client, caller) in callers.audience
        where item.map(caller.maySee) ?? (caller.application == nil) {
            emit(
                BusSignal(
                    path: collection.path, interface: ServiceNames.collection,
                    member: change.rawValue, values: [.path(collection.path(of: name))],
                    destination: client))
        }
        if change == .changed {
            if let item { tellProperties(of: item, in: collection) }
            return
        }
        // The list of a keychain follows when several changes were made (``ChangeWatch``): with each, n additions would
        // cost n².
        if collection is SessionCollection,
            let items = try? collection.items(with: nil).items
        {
            tell(items, of: collection)
        }
    }

    /// Sends the list of the items of a collection, however long it is. libsecret takes it from nowhere else: after a signal
    /// that calls the list invalid, it has none, and its program crashes at the next change (0.21.7).
    func tell(_ items: [SecretItem], of collection: any ItemCollection) {
        let path = collection.path
        for (client, caller) in callers.audience {
            let paths = items.filter(caller.maySee).map { path + "/" + $0.name.text }
            tellProperties(
                path, ServiceNames.collection, [("Items", .paths(paths))], to: client)
        }
    }

    /// Signals the properties of an item. A locked one has the first three alone.
    private func tellProperties(of item: SecretItem, in collection: any ItemCollection) {
        let values = item.properties.prefix(item.isLocked ? 3 : .max)
        for (client, caller) in callers.audience where caller.maySee(item) {
            tellProperties(
                collection.path(of: item.name), ServiceNames.item, Array(values), to: client)
        }
    }

    /// A change of an item, as the name of its signal.
    enum ItemChange: String {
        case created = "ItemCreated", deleted = "ItemDeleted", changed = "ItemChanged"
    }

    /// Signals the collections that were made or removed since the last call. The first call signals none.
    func tellCollections() {
        changes.withLock {
            guard let paths = collections.readPaths(),
                let former = known.replace(collections: paths), former != paths
            else { return }
            for path in paths where !former.contains(path) { tell(.created, path) }
            for path in former where !paths.contains(path) { tell(.deleted, path) }
            tellProperties(
                ObjectPath.root, ServiceNames.service, [("Collections", .paths(paths))])
        }
    }

    /// Signals a change of a collection.
    func tell(_ change: CollectionChange, _ path: String) {
        emit(
            BusSignal(
                path: ObjectPath.root, interface: ServiceNames.service, member: change.rawValue,
                values: [.path(path)]))
    }

    /// A change of a collection, as the name of its signal.
    enum CollectionChange: String {
        case created = "CollectionCreated", deleted = "CollectionDeleted"
        case changed = "CollectionChanged"
    }

    /// Sends `PropertiesChanged` (D-Bus specification, "Standard Interfaces").
    ///
    /// - Parameters:
    ///   - client: the only one that gets it; nil for all.
    func tellProperties(
        _ path: String, _ interface: String, _ values: [(String, BusValue)],
        to client: String? = nil
    ) {
        emit(
            BusSignal(
                path: path, interface: ServiceNames.properties, member: "PropertiesChanged",
                values: [.string(interface), .variants(values), .array("s", [])],
                destination: client))
    }

    /// Returns whether a collection is locked, and signals a change of that.
    func isLocked(_ collection: any ItemCollection) throws(BusFailure) -> Bool {
        let isLocked = try BusFailure.of(collection.isLocked())
        if known.note(isLocked: isLocked, collection.name) { tellLockState(of: collection) }
        return isLocked
    }

    /// Signals the lock state of a collection, and the properties of its items.
    private func tellLockState(of collection: any ItemCollection) {
        // One thread at a time reads it again, so that the last signal has the last state.
        changes.withLock {
            guard let isLocked = try? collection.isLocked() else { return }
            _ = known.note(isLocked: isLocked, collection.name)
            tellProperties(
                collection.path, ServiceNames.collection, [("Locked", .boolean(isLocked))])
            tell(.changed, collection.path)
            let items = try? collection.items(most: Self.mostTold).items
            for item in items ?? [] { tellProperties(of: item, in: collection) }
        }
    }

    /// The most items that get a signal each when the lock state changes.
    private static let mostTold = 10_000
}
