// SPDX-License-Identifier: Apache-2.0
// Table: the attributes of every class, in the order of the columns (Docs/internals/format.md).

enum AttributeTables {
    private static let dates: [AttributeDescription] = [
        .init(.creationDate, .date),
        .init(.modificationDate, .date),
    ]

    private static let common: [AttributeDescription] = [
        .init(.accessGroup, .string, storage: .clear, primaryKey: true),
        .init(.accessible, .protectionClass, storage: .clear),
        .init(.synchronizable, .number, storage: .clear, primaryKey: true),
        .init(.tombstone, .number, storage: .clear),
        .init(.accessControl, .accessControl),
        .init(.syncViewHint, .string, primaryKey: true),
        .init(.tokenID, .string, primaryKey: true),
        .init(.systemBound, .number),
    ]

    private static let passwordDetails: [AttributeDescription] = [
        .init(.itemDescription, .blob),
        .init(.comment, .blob),
        .init(.creator, .number),
        .init(.type, .number),
        .init(.scriptCode, .number),
        .init(.label, .blob, indexed: true),
        .init(.alias, .blob),
        .init(.isInvisible, .number),
        .init(.isNegative, .number),
        .init(.hasCustomIcon, .number),
        .init(.protected, .blob),
        .init(.partitionList, .string, storage: .box),
        .init(.accessList, .data, storage: .box),
    ]

    static let genericPassword = AttributeTable(
        dates + passwordDetails + [
            .init(.account, .blob, primaryKey: true, indexed: true, default: .string("")),
            .init(.service, .blob, primaryKey: true, indexed: true, default: .string("")),
            .init(.generic, .blob, indexed: true),
            .init(.lookupAttributes, .lookup, storage: .box),
            .init(.contentType, .string, storage: .box),
            .init(.application, .string, storage: .box),
        ] + common,
        derived: LookupAttributes.columns.map {
            .init($0, .data, indexed: true, domain: "secret-service", since: 1)
        })

    static let internetPassword = AttributeTable(
        dates + passwordDetails + [
            .init(.account, .blob, primaryKey: true, indexed: true, default: .string("")),
            .init(.securityDomain, .blob, primaryKey: true, default: .string("")),
            .init(.server, .blob, primaryKey: true, indexed: true, default: .string("")),
            .init(.protocol, .code, primaryKey: true, default: .number(0)),
            .init(.authenticationType, .code, primaryKey: true, default: .string("")),
            .init(.port, .number, primaryKey: true, default: .number(0)),
            .init(.path, .blob, primaryKey: true, default: .string("")),
        ] + common)

    private static let certificateDetails: [AttributeDescription] = [
        .init(.certificateType, .number, primaryKey: true, default: .number(0)),
        .init(.certificateEncoding, .number),
        .init(.label, .blob, indexed: true),
        .init(.alias, .blob),
        .init(.subject, .data, indexed: true, domain: "name"),
        .init(.issuer, .data, primaryKey: true, indexed: true, default: .data([]), domain: "name"),
        .init(.serialNumber, .data, primaryKey: true, default: .data([])),
        .init(.subjectKeyID, .data, indexed: true),
        .init(.publicKeyHash, .data, indexed: true, domain: "keyhash"),
    ]

    private static let keyDetails: [AttributeDescription] = [
        .init(.keyClass, .number, primaryKey: true, default: .number(0)),
        .init(.label, .blob, indexed: true),
        .init(.alias, .blob),
        .init(.isPermanent, .number),
        .init(.isPrivate, .number),
        .init(.isModifiable, .number),
        .init(
            .applicationLabel, .data, primaryKey: true, indexed: true, default: .data([]),
            domain: "keyhash"),
        .init(.applicationTag, .blob, primaryKey: true, indexed: true, default: .string("")),
        .init(.creator, .number, primaryKey: true, default: .number(0)),
        .init(.type, .number, primaryKey: true, default: .number(0)),
        .init(.keySizeInBits, .number, primaryKey: true, default: .number(0)),
        .init(.effectiveKeySize, .number, primaryKey: true, default: .number(0)),
        .init(.startDate, .date, primaryKey: true, default: .date(0)),
        .init(.endDate, .date, primaryKey: true, default: .date(0)),
        .init(.isSensitive, .number),
        .init(.wasAlwaysSensitive, .number),
        .init(.isExtractable, .number),
        .init(.wasNeverExtractable, .number),
        .init(.canEncrypt, .number),
        .init(.canDecrypt, .number),
        .init(.canDerive, .number),
        .init(.canSign, .number),
        .init(.canVerify, .number),
        .init(.canSignRecover, .number),
        .init(.canVerifyRecover, .number),
        .init(.canWrap, .number),
        .init(.canUnwrap, .number),
        .init(.partitionList, .string, storage: .box),
        .init(.accessList, .data, storage: .box),
    ]

    static let certificate = AttributeTable(dates + certificateDetails + common)
    static let key = AttributeTable(dates + keyDetails + common)

    static let identity: AttributeTable = {
        let own = dates + certificateDetails + common
        let names = Set(own.map(\.attribute))
        return AttributeTable(own + keyDetails.filter { !names.contains($0.attribute) })
    }()
}
