// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainBus
import SwiftKeychainSecretBus

/// What an interface of the service has (freedesktop Secret Service API, draft 0.2). Signatures are checked against it, and
/// the answer to `Introspect` is made of it.
struct InterfaceTable {
    /// A method, or a signal, whose values are in `takes`.
    struct Method {
        let name: String
        /// The names and the types of the arguments.
        let takes: [(String, String)]
        /// The names and the types of the results; empty for a signal.
        let returns: [(String, String)]

        /// The types of the values, one after the other.
        var signature: String { takes.map(\.1).joined() }

        init(_ name: String, _ takes: [(String, String)] = [], _ returns: [(String, String)] = []) {
            (self.name, self.takes, self.returns) = (name, takes, returns)
        }
    }

    struct Property {
        let name: String
        /// The signature of its value.
        let type: String
        var isWritable = false
    }

    let name: String
    var methods: [Method] = []
    var signals: [Method] = []
    var properties: [Property] = []

    static let service = InterfaceTable(
        name: ServiceNames.service,
        methods: [
            Method(
                "OpenSession", [("algorithm", "s"), ("input", "v")],
                [("output", "v"), ("result", "o")]),
            Method(
                "CreateCollection", [("properties", "a{sv}"), ("alias", "s")],
                [("collection", "o"), ("prompt", "o")]),
            Method(
                "SearchItems", [("attributes", "a{ss}")],
                [("unlocked", "ao"), ("locked", "ao")]),
            Method("Unlock", [("objects", "ao")], [("unlocked", "ao"), ("prompt", "o")]),
            Method("Lock", [("objects", "ao")], [("locked", "ao"), ("prompt", "o")]),
            Method(
                "GetSecrets", [("items", "ao"), ("session", "o")], [("secrets", "a{o(oayays)}")]),
            Method("ReadAlias", [("name", "s")], [("collection", "o")]),
            Method("SetAlias", [("name", "s"), ("collection", "o")]),
        ],
        signals: ["CollectionCreated", "CollectionDeleted", "CollectionChanged"].map {
            Method($0, [("collection", "o")])
        },
        properties: [Property(name: "Collections", type: "ao")])

    static let collection = InterfaceTable(
        name: ServiceNames.collection,
        methods: [
            Method("Delete", [], [("prompt", "o")]),
            Method("SearchItems", [("attributes", "a{ss}")], [("results", "ao")]),
            Method(
                "CreateItem",
                [("properties", "a{sv}"), ("secret", "(oayays)"), ("replace", "b")],
                [("item", "o"), ("prompt", "o")]),
        ],
        signals: ["ItemCreated", "ItemDeleted", "ItemChanged"].map { Method($0, [("item", "o")]) },
        properties: [
            Property(name: "Items", type: "ao"),
            Property(name: "Label", type: "s", isWritable: true),
            Property(name: "Locked", type: "b"), Property(name: "Created", type: "t"),
            Property(name: "Modified", type: "t"),
        ])

    static let item = InterfaceTable(
        name: ServiceNames.item,
        methods: [
            Method("Delete", [], [("prompt", "o")]),
            Method("GetSecret", [("session", "o")], [("secret", "(oayays)")]),
            Method("SetSecret", [("secret", "(oayays)")]),
        ],
        properties: [
            Property(name: "Locked", type: "b"),
            Property(name: "Attributes", type: "a{ss}", isWritable: true),
            Property(name: "Label", type: "s", isWritable: true),
            Property(name: "Type", type: "s"), Property(name: "Created", type: "t"),
            Property(name: "Modified", type: "t"),
        ])

    static let session = InterfaceTable(name: ServiceNames.session, methods: [Method("Close")])

    static let prompt = InterfaceTable(
        name: ServiceNames.prompt,
        methods: [Method("Prompt", [("window_id", "s")]), Method("Dismiss")],
        signals: [Method("Completed", [("dismissed", "b"), ("result", "v")])])

    private static let properties = InterfaceTable(
        name: ServiceNames.properties,
        methods: [
            Method("Get", [("interface", "s"), ("property", "s")], [("value", "v")]),
            Method("Set", [("interface", "s"), ("property", "s"), ("value", "v")]),
            Method("GetAll", [("interface", "s")], [("values", "a{sv}")]),
        ],
        signals: [
            Method(
                "PropertiesChanged",
                [("interface", "s"), ("changed", "a{sv}"), ("invalidated", "as")])
        ])
    private static let introspectable = InterfaceTable(
        name: ServiceNames.introspectable, methods: [Method("Introspect", [], [("xml", "s")])])
    private static let peer = InterfaceTable(
        name: ServiceNames.peer,
        methods: [Method("Ping"), Method("GetMachineId", [], [("machine", "s")])])

    /// The interfaces that every object has.
    static let common = [properties, introspectable, peer]

    /// Returns the interface of an object, next to those that all objects have.
    static func of(_ path: ObjectPath) -> InterfaceTable {
        switch path {
        case .service: service
        case .collection: collection
        case .item: item
        case .session: session
        case .prompt: prompt
        }
    }

    /// Returns the properties that a client gives a new object, by their names. Those of other interfaces are left out.
    ///
    /// - Parameter properties: the values by their names with the interface, as `a{sv}`.
    /// - Throws: `InvalidArgs` for a wrong type, for a property that the interface doesn't have, and for a name without
    ///   an interface: the object would lack what its program meant.
    func given(_ properties: BusValue) throws(BusFailure) -> [String: BusValue] {
        var given: [String: BusValue] = [:]
        for (key, value) in properties.variantPairs ?? [] {
            guard key.hasPrefix(name + ".") || !key.contains(".") else { continue }
            let property = self.properties.first { key == "\(name).\($0.name)" }
            guard let property else { throw .invalid("no such property: \(key)") }
            guard value.type == property.type else {
                throw .invalid("the property \(property.name) must have the type \(property.type)")
            }
            given[property.name] = value
        }
        return given
    }

    /// The most objects that an introspection names: a collection may have very many.
    private static let mostChildren = 1000

    /// Describes an object (D-Bus specification, "Introspection Data Format").
    ///
    /// - Parameters:
    ///   - own: the interface of the object; nil for a path above others, which has only the common ones.
    ///   - children: the last parts of the paths below it; only the first thousand are named.
    static func introspection(_ own: InterfaceTable?, children: [String]) -> String {
        func arguments(_ values: [(String, String)], _ direction: String) -> String {
            values.map { "<arg name=\"\($0.0)\" type=\"\($0.1)\"\(direction)/>" }.joined()
        }
        var text = """
            <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN" \
            "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
            <node>

            """
        for interface in (own.map { [$0] } ?? []) + common {
            text += "<interface name=\"\(interface.name)\">\n"
            for method in interface.methods {
                text += "<method name=\"\(method.name)\">"
                text += arguments(method.takes, " direction=\"in\"")
                text += arguments(method.returns, " direction=\"out\"") + "</method>\n"
            }
            for signal in interface.signals {
                text += "<signal name=\"\(signal.name)\">\(arguments(signal.takes, ""))</signal>\n"
            }
            for property in interface.properties {
                let access = property.isWritable ? "readwrite" : "read"
                text += "<property name=\"\(property.name)\" type=\"\(property.type)\""
                text += " access=\"\(access)\"/>\n"
            }
            text += "</interface>\n"
        }
        for child in children.prefix(mostChildren) { text += "<node name=\"\(child)\"/>\n" }
        return text + "</node>\n"
    }
}
