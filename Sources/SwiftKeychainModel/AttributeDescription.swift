/// Says which values an attribute accepts and how they are compared.
public enum AttributeKind: Sendable {
    /// Text only: access group, token identifier, view hint.
    case string
    /// Text, bytes or a number; the type the caller gave is kept.
    case blob
    /// Bytes; text is taken as UTF-8, a number as four little-endian bytes.
    case data
    /// A number, a boolean or text; canonical decimal text becomes a number.
    case number
    /// A four-character code: a number and its four big-endian characters are one value.
    case code
    /// A moment, in seconds since 2001-01-01 00:00 UTC.
    case date
    /// One of the protection classes.
    case protectionClass
    /// An access control, kept whole in the metadata box.
    case accessControl
}

/// Says where an attribute lies in a row.
public enum AttributeStorage: Sendable {
    /// A column in clear, authenticated by both boxes.
    case clear
    /// A column holding a keyed digest; the value lies in the metadata box.
    case digest
    /// The metadata box alone, without a column: the default for an attribute that is added. It is
    /// matched in plaintext, and builds that don't know it keep it as it is.
    case box
}

/// Describes one attribute of one class. SQL, parsing, results and documentation follow from it.
public final class AttributeDescription: Sendable {
    public let attribute: Attribute
    public let kind: AttributeKind
    public let storage: AttributeStorage
    /// Part of what makes an item unique.
    public let isPrimaryKey: Bool
    /// Has an index of its own.
    public let isIndexed: Bool
    /// Shown in results when the caller never set it.
    public let defaultValue: AttributeValue?
    /// Columns that are compared with each other share a domain, and so a digest key.
    public let domain: String
    /// The minor version of the tables that added its column; 0 for those of the first one.
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

/// Holds the attributes of one class, by position and by name.
public final class AttributeTable: Sendable {
    public let descriptions: [AttributeDescription]
    /// Columns that hold digests, in the order in which they were added: those of the first version
    /// in the order of the table, then those of each later one.
    public let digestColumns: [AttributeDescription]
    /// How many of ``digestColumns`` the first version had.
    public let firstDigestCount: Int
    /// Positions in ``digestColumns``, by ascending name.
    public let digestsByName: [Int]
    /// What makes an item unique beside class, access group and synchronizable.
    public let primaryKey: [AttributeDescription]
    private let positions: [Attribute: Int]
    private let digestPositions: [Attribute: Int]

    init(_ descriptions: [AttributeDescription]) {
        self.descriptions = descriptions
        let digests = descriptions.filter { $0.storage == .digest }
        let minors = Set(digests.map(\.since)).sorted()
        digestColumns = minors.flatMap { minor in digests.filter { $0.since == minor } }
        firstDigestCount = digests.count { $0.since == 0 }
        digestsByName = digestColumns.indices.sorted { [digestColumns] in
            digestColumns[$0].attribute.rawValue < digestColumns[$1].attribute.rawValue
        }
        primaryKey = descriptions.filter { $0.isPrimaryKey && $0.storage == .digest }
        positions = Dictionary(
            uniqueKeysWithValues: descriptions.enumerated().map { ($1.attribute, $0) })
        digestPositions = Dictionary(
            uniqueKeysWithValues: digestColumns.enumerated().map { ($1.attribute, $0) })
    }

    /// Finds the description of `attribute`, nil when the class does not have it.
    public subscript(attribute: Attribute) -> AttributeDescription? {
        positions[attribute].map { descriptions[$0] }
    }

    /// Gives the position of `attribute` in ``digestColumns``, nil for one that has no digest.
    public func digestPosition(of attribute: Attribute) -> Int? { digestPositions[attribute] }
}
