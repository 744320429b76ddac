// SPDX-License-Identifier: Apache-2.0
/// The kind of an attribute: which values it accepts and how they are compared.
public enum AttributeKind: Sendable {
    /// Text only: access group, token identifier, view hint, partition list.
    case string
    /// Text, bytes or a number; the type the caller gave is kept.
    case blob
    /// Bytes; text is taken as UTF-8, a number as four little-endian bytes.
    case data
    /// A number, a boolean or text; canonical decimal text becomes a number.
    case number
    /// A four-character code: a number equals its four big-endian characters.
    case code
    /// A moment, in seconds since 2001-01-01 00:00 UTC.
    case date
    /// One of the protection classes.
    case protectionClass
    /// An access control, kept whole in the metadata box.
    case accessControl
    /// Encoded lookup attributes; a query names some of them.
    case lookup
}

/// The place of an attribute in a row.
public enum AttributeStorage: Sendable {
    /// A column in clear, authenticated by both boxes.
    case clear
    /// A column with a keyed digest; the value is in the metadata box.
    case digest
    /// The metadata box alone, without a column: the usual place for a new attribute. It is matched
    /// in plaintext, and builds that don't know it leave it unchanged.
    case box
}

/// One attribute of one class. SQL, parsing and results follow from it.
public final class AttributeDescription: Sendable {
    public let attribute: Attribute
    public let kind: AttributeKind
    public let storage: AttributeStorage
    /// Whether the attribute is part of the primary key.
    public let isPrimaryKey: Bool
    /// Whether the column has its own index.
    public let isIndexed: Bool
    /// The value that results show when the caller never set one.
    public let defaultValue: AttributeValue?
    /// The name of the digest key. Columns that are compared with each other share it.
    public let domain: String
    /// The minor version of the tables that added the column; 0 for the first version.
    public let since: Int64

    init(
        _ attribute: Attribute, _ kind: AttributeKind, storage: AttributeStorage = .digest,
        primaryKey: Bool = false, indexed: Bool = false, default value: AttributeValue? = nil,
        domain: String? = nil, since minor: Int64 = 0
    ) {
        self.attribute = attribute
        self.kind = kind
        self.storage = storage
        isPrimaryKey = primaryKey
        isIndexed = indexed
        defaultValue = value
        self.domain = domain ?? attribute.rawValue
        since = minor
    }
}

/// The attributes of one class, by position and by name.
public final class AttributeTable: Sendable {
    public let descriptions: [AttributeDescription]
    /// The columns that hold digests, in the order in which they were added: those of the first
    /// version in the order of the table, then those of each later one.
    public let digestColumns: [AttributeDescription]
    /// The number of ``digestColumns`` in the first version.
    public let firstDigestCount: Int
    /// Positions in ``digestColumns`` and the names there, by ascending name.
    package let digestsByName: [(position: Int, name: Attribute)]
    /// The attributes that make an item unique, besides class, access group and synchronizable.
    public let primaryKey: [AttributeDescription]
    // A scan of few numbers is faster than a dictionary.
    private let attributes: [Attribute]
    private let digestAttributes: [Attribute]
    /// The positions in ``digestColumns`` of the digests of single lookup attributes.
    package let lookupColumns: Range<Int>

    /// Makes the table of a class. The columns of newer minor versions come after those of older ones, because a column
    /// can only be added at the end.
    ///
    /// - Parameter derived: columns whose digests follow from the lookup attributes. They are no attributes of the class.
    init(_ descriptions: [AttributeDescription], derived: [AttributeDescription] = []) {
        self.descriptions = descriptions
        let digests = descriptions.filter { $0.storage == .digest } + derived
        let minors = Set(digests.map(\.since)).sorted()
        digestColumns = minors.flatMap { minor in digests.filter { $0.since == minor } }
        firstDigestCount = digests.count { $0.since == 0 }
        digestsByName = digestColumns.enumerated().map { ($0, $1.attribute) }
            .sorted { $0.name.code < $1.name.code }
        primaryKey = descriptions.filter { $0.isPrimaryKey && $0.storage == .digest }
        attributes = descriptions.map(\.attribute)
        let digestAttributes = digestColumns.map(\.attribute)
        self.digestAttributes = digestAttributes
        let first = derived.first.flatMap { digestAttributes.firstIndex(of: $0.attribute) } ?? 0
        lookupColumns = first..<first + derived.count
    }

    /// Finds the description of `attribute`; nil when the class doesn't have it.
    public subscript(attribute: Attribute) -> AttributeDescription? {
        attributes.firstIndex(of: attribute).map { descriptions[$0] }
    }

    /// Returns the values to store for a caller's values. An access control stays as it is.
    ///
    /// - Throws: what ``AttributeDescription/accept(_:)`` throws, or else `noSuchAttribute`: a dictionary has no order,
    ///   so a refused value is reported before an unknown name.
    func accept(
        _ values: [Attribute: AttributeValue]
    ) throws(KeychainError) -> [Attribute: AttributeValue] {
        var accepted: [Attribute: AttributeValue] = [:]
        var unknown: Attribute?
        for (attribute, value) in values {
            guard let description = self[attribute] else {
                unknown = attribute
                continue
            }
            accepted[attribute] =
                attribute == .accessControl ? value : try description.accept(value)
        }
        if let unknown { throw .unknown(unknown) }
        return accepted
    }

    /// Returns the position of `attribute` in ``digestColumns``; nil when it has no digest.
    public func digestPosition(of attribute: Attribute) -> Int? {
        digestAttributes.firstIndex(of: attribute)
    }
}
