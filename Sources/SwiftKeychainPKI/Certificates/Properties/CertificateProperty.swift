/// Is one thing that is told of a certificate, as a person reads it: a name and a value.
package struct CertificateProperty: Sendable, Hashable {
    package enum Value: Sendable, Hashable {
        case string(String)
        case data([UInt8])
        case integer(Int64)
        case number(Double)
        case url(String)
        case section([CertificateProperty])
        case list([Value])
    }

    /// Names the property; the attributes of names are named by their object identifiers.
    package let label: String
    /// Names the property for people.
    package let title: String
    package let value: Value

    package init(_ label: String, title: String? = nil, _ value: Value) {
        self.label = label
        self.title = title ?? label
        self.value = value
    }

    static func string(_ label: String, _ text: String) -> Self { Self(label, .string(text)) }

    static func data(_ label: String, _ octets: some Sequence<UInt8>) -> Self {
        Self(label, .data(Array(octets)))
    }

    static func section(_ label: String, _ properties: [Self]) -> Self {
        Self(label, .section(properties))
    }

    static func answer(_ label: String, _ isSo: Bool) -> Self { string(label, isSo ? "Yes" : "No") }
}
