// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainBus
import SwiftKeychainMemory
import SwiftKeychainModel

/// A client of a Secret Service: reads what a provider keeps, and adds items.
///
/// The provider is a program that may be slow, ask the user, or not answer at all, so each call has a time limit.
package final class SecretClient {
    private let bus: BusConnection
    /// The session in which all secrets of this client travel. It ends with the connection.
    private var session: SecretSession

    /// The path of the service itself.
    package static let root = "/org/freedesktop/secrets"

    /// The milliseconds that a call may take, and the time that the user may take.
    private static let reading: UInt64 = 600_000
    private static let asking = Duration.seconds(120)

    package struct Collection {
        package let path: String
        package let label: String
        /// False if the provider doesn't report it.
        package let isLocked: Bool
        /// The paths of its items.
        package let items: [String]

        /// The last part of the path.
        package var name: String { path.split(separator: "/").last.map(String.init) ?? "" }
    }

    package struct Item {
        package let path: String
        package let isLocked: Bool
        package let label: String
        package let attributes: [(String, String)]
        /// Seconds since 1970.
        package let created: UInt64
        /// Seconds since 1970; 0 if the provider doesn't report it.
        package let modified: UInt64
    }

    /// Connects to a provider, and opens a session, encrypted if the provider can.
    ///
    /// - Throws: `notAvailable` without a bus or a provider, or if it doesn't answer.
    package init(_ bus: BusConnection) throws(KeychainError) {
        self.bus = bus
        // A placeholder: only a complete object can call the provider.
        session = SecretSession(path: "/", key: nil)
        session = try Self.translating(openSession())
    }

    /// Runs a call, and makes an error of the keychain of its failure.
    private static func translating<Result>(
        _ body: @autoclosure () throws(BusFailure) -> Result
    ) throws(KeychainError) -> Result {
        do throws(BusFailure) { return try body() } catch { throw translated(error) }
    }

    /// Makes an error of the keychain: `interactionNotAllowed` for `IsLocked`, `notAvailable` for any other.
    private static func translated(_ failure: BusFailure) -> KeychainError {
        failure.name == BusFailure.isLocked.name
            ? KeychainError(.interactionNotAllowed, "the Secret Service is locked")
            : KeychainError(.notAvailable, "Secret Service: \(failure.message)")
    }

    private func call(
        _ path: String, _ interface: String, _ member: String, _ values: [BusValue] = []
    ) throws(BusFailure) -> [BusValue] {
        try bus.call(ServiceNames.bus, path, interface, member, values, milliseconds: Self.reading)
    }

    /// Opens an encrypted session, or one in clear if the provider refuses the algorithm or gives no usable key.
    private func openSession() throws(BusFailure) -> SecretSession {
        let own = DiffieHellmanKey()
        let input = BusValue.variant(.bytes(SecretBytes(copying: own.publicKey)))
        do throws(BusFailure) {
            let answer = try call(
                Self.root, ServiceNames.service, "OpenSession",
                [.string(SecretSession.encrypted), input])
            if answer.count == 2, let path = answer[1].objectPath,
                let peer = answer[0].contents?.bytes,
                let key = own.sessionKey(with: peer.withBytes { Array($0) })
            {
                return SecretSession(path: path, key: key)
            }
        } catch {
            guard error.name == BusFailure.notSupported("").name else { throw error }
        }
        let answer = try call(
            Self.root, ServiceNames.service, "OpenSession",
            [.string("plain"), .variant(.string(""))])
        guard answer.count == 2, let path = answer[1].objectPath else {
            throw .failed("an answer without a session")
        }
        return SecretSession(path: path, key: nil)
    }

    /// Returns all properties that an object has in an interface.
    private func properties(
        _ path: String, _ interface: String
    ) throws(BusFailure) -> [String: BusValue] {
        let answer = try call(path, ServiceNames.properties, "GetAll", [.string(interface)])
        return Dictionary(answer.first?.variantPairs ?? []) { first, _ in first }
    }

    // MARK: Reading

    /// Returns the collections, by their paths.
    ///
    /// Calls the provider once for their list, and once for each. Locked ones are included.
    package func collections() throws(KeychainError) -> [Collection] {
        let all = try Self.translating(properties(Self.root, ServiceNames.service))["Collections"]
        var collections: [Collection] = []
        for path in (all?.objectPaths ?? []).sorted() {
            let values = try Self.translating(properties(path, ServiceNames.collection))
            collections.append(
                Collection(
                    path: path, label: values["Label"]?.text ?? "",
                    isLocked: values["Locked"]?.flag ?? false,
                    items: values["Items"]?.objectPaths ?? []))
        }
        return collections
    }

    /// Returns whether a collection is locked; false if the provider doesn't report it.
    package func isLocked(_ collection: String) throws(KeychainError) -> Bool {
        try Self.translating(properties(collection, ServiceNames.collection))["Locked"]?.flag
            ?? false
    }

    /// Describes an item; nil for one that the provider doesn't describe.
    package func item(_ path: String) throws(KeychainError) -> Item? {
        let values: [String: BusValue]
        do throws(BusFailure) {
            values = try properties(path, ServiceNames.item)
        } catch {
            // gnome-keyring has items of its portal that are no objects before it is started again.
            let unknown = [BusFailure.unknownMethod("").name, BusFailure.noSuchObject.name]
            if unknown.contains(error.name) { return nil }
            throw Self.translated(error)
        }
        return Item(
            path: path, isLocked: values["Locked"]?.flag ?? false,
            label: values["Label"]?.text ?? "",
            attributes: KeePassXCAttributes.removed(from: values["Attributes"]?.textPairs ?? []),
            created: values["Created"]?.number ?? 0, modified: values["Modified"]?.number ?? 0)
    }

    /// Returns the secrets of items, without those that are locked or gone.
    ///
    /// - Returns: the secrets by the paths of their items.
    /// - Throws: `interactionNotAllowed` or `notAvailable` if the call fails, or a secret can't be decrypted.
    package func secrets(
        _ paths: [String]
    ) throws(KeychainError) -> [String: SecretSession.Secret] {
        let answer = try Self.translating(
            call(
                Self.root, ServiceNames.service, "GetSecrets",
                [.paths(paths), .path(session.path)]))
        var secrets: [String: SecretSession.Secret] = [:]
        for element in answer.first?.elements ?? [] {
            guard case .entry(.path(let path), .structure(let fields)) = element,
                fields.count == 4, let parameters = fields[1].bytes,
                let value = fields[2].bytes, let contentType = fields[3].text
            else { continue }
            secrets[path] = try Self.translating(session.opened(parameters, value, contentType))
        }
        return secrets
    }

    /// Unlocks collections or items. Some may stay locked without an error: the caller must look.
    ///
    /// - Parameter mayAsk: whether the provider may ask the user. What opens without a question is unlocked in any case.
    package func unlock(_ paths: [String], mayAsk: Bool) throws(KeychainError) {
        let answer = try Self.translating(
            call(Self.root, ServiceNames.service, "Unlock", [.paths(paths)]))
        guard mayAsk, answer.count == 2, let prompt = answer[1].objectPath, prompt != "/" else {
            return
        }
        _ = try Self.translating(show(prompt))
    }

    /// Unlocks the collections that are wanted.
    ///
    /// - Returns: all that are wanted; some may have stayed locked.
    package func unlockedCollections(
        mayAsk: Bool, where isWanted: (Collection) -> Bool
    ) throws(KeychainError) -> [Collection] {
        let wanted = try collections().filter(isWanted)
        let locked = wanted.filter(\.isLocked).map(\.path)
        if locked.isEmpty { return wanted }
        try unlock(locked, mayAsk: mayAsk)
        return try collections().filter(isWanted)
    }

    /// Shows a prompt, and waits until it is completed.
    ///
    /// - Returns: its result; nil if the user dismisses it, or doesn't answer within two minutes.
    private func show(_ path: String) throws(BusFailure) -> BusValue? {
        // Subscribed before, so that a prompt that is completed at once isn't missed.
        try BusFailure.of(
            bus.subscribe(
                "type='signal',interface='\(ServiceNames.prompt)',member='Completed',path='\(path)'"
            ))
        // An empty text: no window is the parent of the prompt.
        _ = try call(path, ServiceNames.prompt, "Prompt", [.string("")])
        let end = ContinuousClock.now + Self.asking
        while let message = try BusFailure.of(bus.nextMessage(before: end)) {
            guard message.isSignal(ServiceNames.prompt, "Completed"), message.path == path else {
                continue
            }
            let values = (try? message.values()) ?? []
            return values.count == 2 && values[0].flag == false ? values[1].contents : nil
        }
        return nil
    }

    // MARK: Adding

    /// Returns the collection that is the default one; nil if there is none.
    package func defaultCollection() throws(KeychainError) -> String? {
        let answer = try Self.translating(
            call(Self.root, ServiceNames.service, "ReadAlias", [.string("default")]))
        let path = answer.first?.objectPath
        return path == "/" ? nil : path
    }

    /// Adds a collection. The provider asks the user for its password.
    ///
    /// - Returns: its path; nil if the user dismisses the question, or doesn't answer within two minutes.
    package func addCollection(_ label: String) throws(KeychainError) -> String? {
        let properties = BusValue.variants([(ServiceNames.collection + ".Label", .string(label))])
        let answer = try Self.translating(
            call(
                Self.root, ServiceNames.service, "CreateCollection", [properties, .string("")]))
        return try Self.translating(made(answer))
    }

    /// Returns the path of what a call made, or its prompt makes; nil if the user dismisses it, or doesn't answer within
    /// two minutes.
    private func made(_ answer: [BusValue]) throws(BusFailure) -> String? {
        guard answer.count == 2, let path = answer[0].objectPath, let prompt = answer[1].objectPath
        else { return nil }
        return path == "/" ? try show(prompt)?.objectPath : path
    }

    /// Returns the paths of the items that have all of some attributes, in every collection but that of the session.
    ///
    /// - Throws: `interactionNotAllowed` if there may be locked ones.
    package func paths(with attributes: [(String, String)]) throws(KeychainError) -> [String] {
        let answer = try Self.translating(
            call(Self.root, ServiceNames.service, "SearchItems", [.texts(attributes)]))
        if answer.count == 2, answer[1].objectPaths?.isEmpty == false {
            throw KeychainError(
                .interactionNotAllowed,
                "it may be in a collection of the other service that is locked")
        }
        return (answer.first?.objectPaths ?? []).filter {
            !$0.hasPrefix(Self.root + "/collection/session/")
        }
    }

    /// Adds an item. KeePassXC has a prompt for each, which asks only if the user has set so.
    ///
    /// - Returns: its path.
    /// - Throws: `interactionNotAllowed` if the collection is locked, `notAvailable` otherwise. No item is ever
    ///   replaced.
    package func add(
        _ label: String, _ attributes: [(String, String)], _ secret: SecretSession.Secret,
        to collection: String
    ) throws(KeychainError) -> String {
        let properties = BusValue.variants([
            (ServiceNames.item + ".Label", .string(label)),
            (ServiceNames.item + ".Attributes", .texts(attributes)),
        ])
        let answer = try Self.translating(
            call(
                collection, ServiceNames.collection, "CreateItem",
                [properties, session.sealed(secret), .boolean(false)]))
        guard let path = try Self.translating(made(answer)) else {
            throw Self.translated(.failed("the question whether to add an item wasn't answered"))
        }
        return path
    }

    /// Changes the secret and the label of an item.
    ///
    /// - Throws: `interactionNotAllowed` if it is locked, `notAvailable` otherwise.
    package func set(
        _ secret: SecretSession.Secret, _ label: String, of path: String
    ) throws(KeychainError) {
        _ = try Self.translating(
            call(path, ServiceNames.item, "SetSecret", [session.sealed(secret)]))
        _ = try Self.translating(
            call(
                path, ServiceNames.properties, "Set",
                [.string(ServiceNames.item), .string("Label"), .variant(.string(label))]))
    }
}
