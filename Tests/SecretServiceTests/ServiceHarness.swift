// SPDX-License-Identifier: Apache-2.0
import KeychainTestSupport
import SwiftKeychain
import SwiftKeychainBus
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSeam
import Synchronization

@testable import SwiftKeychainSecretBus
@testable import SwiftKeychainSecretService

/// A service without a bus, on a keychain of the test, and its clients.
final class ServiceHarness: Sendable {
    let test: TestKeychain
    let service: SecretService
    /// The login keychain.
    private let keychain: Keychain
    private let emitted: SignalList

    final class SignalList: Sendable {
        let signals = Mutex<[BusSignal]>([])
    }

    static let root = "/org/freedesktop/secrets"
    static let login = root + "/collection/login"
    static let session = root + "/collection/session"

    init(
        _ settings: SecretServiceSettings = SecretServiceSettings(),
        test: TestKeychain = TestKeychain(), keychain: Keychain? = nil
    ) {
        self.test = test
        self.keychain = keychain ?? test.keychain
        let emitted = SignalList()
        self.emitted = emitted
        service = SecretService(settings, Location(home: test.home.path)) { signal in
            emitted.signals.withLock { $0.append(signal) }
        }
    }

    /// The signals since the last time, as member and path.
    func signals() -> [String] {
        emitted.signals.withLock { signals in
            defer { signals = [] }
            return signals.map { "\($0.member) \($0.path)" }
        }
    }

    /// The signals since the last time that a client gets.
    func signals(to client: String) -> [BusSignal] {
        emitted.signals.withLock { signals in
            signals.filter { $0.destination == nil || $0.destination == client }
        }
    }

    /// The properties that signals told since the last time, with their paths.
    func toldProperties() -> [(path: String, values: [String: BusValue])] {
        emitted.signals.withLock { signals in
            defer { signals = [] }
            return signals.filter { $0.member == "PropertiesChanged" }.map { signal in
                (signal.path, Dictionary(uniqueKeysWithValues: signal.values[1].variantPairs ?? []))
            }
        }
    }

    /// Calls a method.
    func call(
        _ path: String, _ interface: String, _ member: String, _ values: [BusValue] = [],
        from client: String = ":1.1"
    ) throws(BusFailure) -> [BusValue] {
        let call = ServiceCall(
            sender: client, path: path, interface: interface, member: member,
            signature: values.map(\.type).joined(), values: values)
        return try Keychain.$override.withValue(keychain) {
            let (answer, after) = service.perform(call)
            after?()
            return answer
        }.get()
    }

    func open(from client: String = ":1.1") throws -> String {
        let answer = try call(
            Self.root, ServiceNames.service, "OpenSession",
            [.string("plain"), .variant(.string(""))],
            from: client)
        return answer[1].objectPath!
    }

    static func secret(
        _ session: String, _ text: String, _ type: String = "text/plain"
    ) -> BusValue {
        .structure([
            .path(session), .bytes(SecretBytes(copying: [])),
            .bytes(SecretBytes(copying: text.utf8)), .string(type),
        ])
    }

    /// Makes an item, and returns its path.
    ///
    /// - Parameter label: nil: the call names none.
    @discardableResult
    func create(
        _ label: String?, _ attributes: KeyValuePairs<String, String>, _ secret: String = "secret",
        type: String = "text/plain", in collection: String = login, replaces: Bool = false,
        from client: String = ":1.1"
    ) throws -> String {
        let answer = try call(
            collection, ServiceNames.collection, "CreateItem",
            [
                .variants(
                    [(ServiceNames.item + ".Attributes", Self.texts(attributes))]
                        + (label.map { [(ServiceNames.item + ".Label", .string($0))] } ?? [])),
                Self.secret(try open(from: client), secret, type), .boolean(replaces),
            ], from: client)
        return answer[0].objectPath!
    }

    static func texts(_ pairs: KeyValuePairs<String, String>) -> BusValue {
        .texts(pairs.map { ($0.key, $0.value) })
    }

    /// Searches everything: the paths of unlocked and of locked items.
    func search(
        _ attributes: KeyValuePairs<String, String>, from client: String = ":1.1"
    ) throws(BusFailure) -> (unlocked: [String], locked: [String]) {
        let answer = try call(
            Self.root, ServiceNames.service, "SearchItems", [Self.texts(attributes)], from: client)
        return (answer[0].objectPaths!, answer[1].objectPaths!)
    }

    func secret(of path: String, from client: String = ":1.1") throws -> (String, String) {
        let answer = try call(
            path, ServiceNames.item, "GetSecret", [.path(try open(from: client))], from: client)
        let fields = answer[0].fields!
        return (String(decoding: fields[2].bytes!.copied, as: UTF8.self), fields[3].text!)
    }

    /// The paths of the items of which the service returns secrets.
    func secrets(of paths: [String], from client: String = ":1.1") throws -> [String] {
        let answer = try call(
            Self.root, ServiceNames.service, "GetSecrets",
            [.paths(paths), .path(try open(from: client))], from: client)
        return (answer[0].elements ?? []).compactMap {
            if case .entry(let path, _) = $0 { path.objectPath } else { nil }
        }
    }

    func property(
        _ name: String, of path: String, _ interface: String, from client: String = ":1.1"
    ) throws(BusFailure) -> BusValue {
        let names = [BusValue.string(interface), .string(name)]
        return try call(path, ServiceNames.properties, "Get", names, from: client)[0].contents!
    }

    func set(
        _ name: String, of path: String, _ interface: String, to value: BusValue,
        from client: String = ":1.1"
    ) throws(BusFailure) {
        _ = try call(
            path, ServiceNames.properties, "Set",
            [.string(interface), .string(name), .variant(value)], from: client)
    }

    /// Sets a password, and locks the keychain as a restart of the machine does.
    func lock() throws {
        try test.keychain.setPasscode(SecretBytes(copying: "1234".utf8), old: nil)
        try test.keychain.forgetUnlocked()
    }
}

/// Returns the last part of the name of the error that a call answers.
func failure(_ body: () throws -> Void) -> String? {
    do {
        try body()
        return nil
    } catch {
        return (error as? BusFailure)?.name.split(separator: ".").last.map(String.init)
            ?? "\(error)"
    }
}
