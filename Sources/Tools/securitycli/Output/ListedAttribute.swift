// SPDX-License-Identifier: Apache-2.0
// Table: the attributes that a listing shows of each class, with their names and in their order.
import SwiftKeychainModel

/// One line of a listing.
struct ListedAttribute {
    /// Four characters, or a number in four bytes.
    let tag: [UInt8]
    let format: String
    let attribute: Attribute
}

extension ItemClass {
    /// The attributes that a listing shows of the class.
    var listing: [ListedAttribute] {
        switch self {
        case .genericPassword: ListingTables.genericPassword
        case .internetPassword: ListingTables.internetPassword
        case .certificate, .identity: ListingTables.certificate
        case .key: ListingTables.key
        }
    }
}

private enum ListingTables {
    static let genericPassword = password([
        .account, .creationDate, .creator, .hasCustomIcon, .itemDescription, .generic, .comment,
        .isInvisible, .modificationDate, .isNegative, .protected, .scriptCode, .service, .type,
    ])

    static let internetPassword = password([
        .account, .authenticationType, .creationDate, .creator, .hasCustomIcon, .itemDescription,
        .comment, .isInvisible, .modificationDate, .isNegative, .path, .port, .protected,
        .protocol, .scriptCode, .securityDomain, .server, .type,
    ])

    private static let certificateNames: KeyValuePairs<String, Attribute> = [
        "alis": .alias, "cenc": .certificateEncoding, "ctyp": .certificateType,
        "hpky": .publicKeyHash, "issu": .issuer, "labl": .label, "skid": .subjectKeyID,
        "snbr": .serialNumber, "subj": .subject,
    ]
    static let certificate = certificateNames.map(named)

    static let key = numbered([
        .keyClass, .label, .alias, .isPermanent, .isPrivate, .isModifiable, .applicationLabel,
        .applicationTag, .creator, .type, .keySizeInBits, .effectiveKeySize, .startDate, .endDate,
        .isSensitive, .wasAlwaysSensitive, .isExtractable, .wasNeverExtractable, .canEncrypt,
        .canDecrypt, .canDerive, .canSign, .canVerify, .canSignRecover, .canVerifyRecover, .canWrap,
        .canUnwrap,
    ])

    /// The formats of named lines that aren't `blob`.
    private static let formats: [Attribute: String] = [
        .creationDate: "timedate", .modificationDate: "timedate",
        .creator: "uint32", .type: "uint32", .port: "uint32", .protocol: "uint32",
        .certificateEncoding: "uint32", .certificateType: "uint32",
        .hasCustomIcon: "sint32", .isInvisible: "sint32", .isNegative: "sint32",
        .scriptCode: "sint32",
    ]
    /// The attributes whose numbered lines are `blob`; the others are `uint32`.
    private static let numberedBlobs: Set<Attribute> = [
        .label, .alias, .applicationLabel, .applicationTag, .creator, .startDate, .endDate,
    ]

    private static func password(_ attributes: [Attribute]) -> [ListedAttribute] {
        numbered([.label, .alias], from: 7) + attributes.map { named($0.rawValue, $0) }
    }

    private static func named(_ name: String, _ attribute: Attribute) -> ListedAttribute {
        ListedAttribute(
            tag: Array(name.utf8), format: formats[attribute] ?? "blob", attribute: attribute)
    }

    private static func numbered(
        _ attributes: [Attribute], from first: UInt8 = 0
    ) -> [ListedAttribute] {
        zip(first..., attributes).map { number, attribute in
            ListedAttribute(
                tag: [0, 0, 0, number],
                format: numberedBlobs.contains(attribute) ? "blob" : "uint32", attribute: attribute)
        }
    }
}
