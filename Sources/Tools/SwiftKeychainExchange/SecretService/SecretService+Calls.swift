// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel

// The calls of libsecret and GLib.
extension SecretService {
    /// Connects to the session bus, and keeps the process alive when the bus ends.
    func connect() throws(KeychainError) -> Object {
        let bus = try object(Self.connecting, for: "no session bus") {
            library.function(
                "g_bus_get_sync",
                as: (@convention(c) (Int32, Pointer, SecretLibrary.Failure) -> Pointer?).self
            )(Self.sessionBus, $0, $1)
        }
        // Otherwise the process would end with the bus.
        library.function(
            "g_dbus_connection_set_exit_on_close",
            as: (@convention(c) (Pointer, Int32) -> Void).self)(bus.pointer, 0)
        return try object(Self.reading, for: "no Secret Service") {
            library.function(
                "secret_service_get_sync",
                as: (@convention(c) (Int32, Pointer, SecretLibrary.Failure) -> Pointer?).self
            )(Self.opensSession, $0, $1)
        }
    }

    /// `G_BUS_TYPE_SESSION`.
    private static let sessionBus: Int32 = 2
    /// `SECRET_SERVICE_OPEN_SESSION`: agree on a key with the service, with which secrets are encrypted on the bus.
    private static let opensSession: Int32 = 2

    /// Returns the collections that are wanted.
    func collections(_ service: Object) throws(KeychainError) -> [Collection] {
        var collections: [Collection] = []
        for path in paths(service) {
            let object = try object(Self.reading, for: Self.silence) { end, failure in
                path.withCString {
                    library.function(
                        "secret_collection_new_for_dbus_path_sync",
                        as: (@convention(c) (
                            Pointer, UnsafePointer<CChar>, Int32, Pointer, SecretLibrary.Failure
                        ) -> Pointer?).self
                    )(service.pointer, $0, 0, end, failure)
                }
            }
            let label = library.text(
                "secret_collection_get_label", of: object.pointer, isOwned: true)
            let name = path.split(separator: "/").last.map { String($0) } ?? ""
            guard wanted == nil || wanted == label || wanted == name else { continue }
            collections.append(
                Collection(
                    path: path, object: object, label: label.isEmpty ? name : label,
                    isLocked: library.isTrue("secret_collection_get_locked", of: object.pointer)))
        }
        if let wanted, collections.isEmpty {
            throw KeychainError(.itemNotFound, "no collection \"\(wanted)\"")
        }
        return collections
    }

    /// Returns the paths of all collections.
    private func paths(_ service: Object) -> [String] {
        let property = library.function(
            "g_dbus_proxy_get_cached_property",
            as: (@convention(c) (Pointer, UnsafePointer<CChar>) -> Pointer?).self
        )(service.pointer, "Collections")
        guard let property else { return [] }
        defer { library.call("g_variant_unref", property) }
        var count = 0
        let paths = library.function(
            "g_variant_get_objv",
            as: (@convention(c) (Pointer, UnsafeMutablePointer<Int>)
                -> UnsafeMutablePointer<UnsafePointer<CChar>>?).self
        )(property, &count)
        defer { library.call("g_free", paths) }
        guard let paths else { return [] }
        return (0..<count).map { String(cString: paths[$0]) }.sorted()
    }

    /// Returns the items of a collection in the order in which they were made.
    ///
    /// The paths of items end with a number in most services: a shorter path is a smaller number.
    func items(
        _ collection: Collection
    ) throws(KeychainError) -> [(path: String, object: Object)] {
        try perform("secret_collection_load_items_sync", collection.object.pointer)
        let list = library.pointer("secret_collection_get_items", of: collection.object.pointer)
        return library.objects(owning: list).map { object in
            let path = library.text(
                "g_dbus_proxy_get_object_path", of: object.pointer, isOwned: false)
            return (path, object)
        }.sorted { ($0.path.utf8.count, $0.path) < ($1.path.utf8.count, $1.path) }
    }

    /// Returns whether an item is locked, as one may be in an open collection.
    func isLocked(_ item: Object) -> Bool {
        library.isTrue("secret_item_get_locked", of: item.pointer)
    }

    /// Loads the secrets of items in one message.
    func loadSecrets(_ objects: [Object]) throws(KeychainError) {
        let list = library.list(objects)
        defer { library.call("g_list_free", list) }
        try perform("secret_item_load_secrets_sync", list)
    }

    /// Unlocks collections or items. A question that may not be asked is not: libsecret's own function
    /// would ask it.
    func unlock(
        _ paths: [String], _ service: Object, mayAsk: Bool
    ) throws(KeychainError) {
        var strings = paths.map { UnsafePointer<CChar>(strdup($0)) } + [nil]
        defer { for string in strings { free(UnsafeMutablePointer(mutating: string)) } }
        guard !mayAsk else {
            _ = try library.wait(Self.asking, for: "not unlocked") {
                library.function(
                    "secret_service_unlock_dbus_paths_sync",
                    as: (@convention(c) (
                        Pointer, Pointer, Pointer, Pointer?, SecretLibrary.Failure
                    ) -> Int32).self
                )(service.pointer, &strings, $0, nil, $1)
            }
            return
        }
        var list = library.function(
            "g_variant_new_objv", as: (@convention(c) (Pointer, Int) -> Pointer?).self
        )(&strings, paths.count)
        let arguments = library.function(
            "g_variant_new_tuple", as: (@convention(c) (Pointer, Int) -> Pointer?).self
        )(&list, 1)
        // The reply has the path of a prompt, which asks the user only once it is performed.
        let reply = try library.wait(Self.reading, for: Self.silence) {
            library.function(
                "g_dbus_proxy_call_sync",
                as: (@convention(c) (
                    Pointer, UnsafePointer<CChar>, Pointer?, Int32, Int32, Pointer,
                    SecretLibrary.Failure
                ) -> Pointer?).self
            )(service.pointer, "Unlock", arguments, 0, -1, $0, $1)
        }
        if let reply { library.call("g_variant_unref", reply) }
    }

    private static let silence = "the Secret Service doesn't answer"

    /// Calls a function of libsecret that waits for the service, with a limit on the time.
    private func perform(_ name: String, _ object: Pointer?) throws(KeychainError) {
        _ = try library.wait(Self.reading, for: Self.silence) {
            library.function(
                name,
                as: (@convention(c) (Pointer?, Pointer, SecretLibrary.Failure) -> Int32).self
            )(object, $0, $1)
        }
    }

    /// Makes a call that returns an object.
    private func object(
        _ seconds: Int32, for what: String, _ body: (Pointer, SecretLibrary.Failure) -> Pointer?
    ) throws(KeychainError) -> Object {
        guard let pointer = try library.wait(seconds, for: what, body) else {
            throw KeychainError(.notAvailable, what)
        }
        return Object(owning: pointer, library)
    }
}
