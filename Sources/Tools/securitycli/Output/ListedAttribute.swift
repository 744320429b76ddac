// SPDX-License-Identifier: Apache-2.0
// Table: the attributes that a listing shows of each class, with their names and in their order.
import SwiftKeychainModel

/// One line of a listing.
struct ListedAttribute {
    /// Four characters, or a number in four bytes.
    let tag: [UInt8]
    let format: String
    let attribute: Attribute

    init(_ name: String, _ format: String, _ attribute: Attribute) {
        tag = Array(name.utf8)
        self.format = format
        self.attribute = attribute
    }

    init(_ number: UInt8, _ format: String, _ attribute: Attribute) {
        tag = [0, 0, 0, number]
        self.format = format
        self.attribute = attribute
    }
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
    private static let names: [ListedAttribute] = [
        .init(7, "blob", .label),
        .init(8, "blob", .alias),
    ]

    static let genericPassword: [ListedAttribute] =
        names + [
            .init("acct", "blob", .account),
            .init("cdat", "timedate", .creationDate),
            .init("crtr", "uint32", .creator),
            .init("cusi", "sint32", .hasCustomIcon),
            .init("desc", "blob", .itemDescription),
            .init("gena", "blob", .generic),
            .init("icmt", "blob", .comment),
            .init("invi", "sint32", .isInvisible),
            .init("mdat", "timedate", .modificationDate),
            .init("nega", "sint32", .isNegative),
            .init("prot", "blob", .protected),
            .init("scrp", "sint32", .scriptCode),
            .init("svce", "blob", .service),
            .init("type", "uint32", .type),
        ]

    static let internetPassword: [ListedAttribute] =
        names + [
            .init("acct", "blob", .account),
            .init("atyp", "blob", .authenticationType),
            .init("cdat", "timedate", .creationDate),
            .init("crtr", "uint32", .creator),
            .init("cusi", "sint32", .hasCustomIcon),
            .init("desc", "blob", .itemDescription),
            .init("icmt", "blob", .comment),
            .init("invi", "sint32", .isInvisible),
            .init("mdat", "timedate", .modificationDate),
            .init("nega", "sint32", .isNegative),
            .init("path", "blob", .path),
            .init("port", "uint32", .port),
            .init("prot", "blob", .protected),
            .init("ptcl", "uint32", .protocol),
            .init("scrp", "sint32", .scriptCode),
            .init("sdmn", "blob", .securityDomain),
            .init("srvr", "blob", .server),
            .init("type", "uint32", .type),
        ]

    static let certificate: [ListedAttribute] = [
        .init("alis", "blob", .alias),
        .init("cenc", "uint32", .certificateEncoding),
        .init("ctyp", "uint32", .certificateType),
        .init("hpky", "blob", .publicKeyHash),
        .init("issu", "blob", .issuer),
        .init("labl", "blob", .label),
        .init("skid", "blob", .subjectKeyID),
        .init("snbr", "blob", .serialNumber),
        .init("subj", "blob", .subject),
    ]

    static let key: [ListedAttribute] = [
        .init(0, "uint32", .keyClass),
        .init(1, "blob", .label),
        .init(2, "blob", .alias),
        .init(3, "uint32", .isPermanent),
        .init(4, "uint32", .isPrivate),
        .init(5, "uint32", .isModifiable),
        .init(6, "blob", .applicationLabel),
        .init(7, "blob", .applicationTag),
        .init(8, "blob", .creator),
        .init(9, "uint32", .type),
        .init(10, "uint32", .keySizeInBits),
        .init(11, "uint32", .effectiveKeySize),
        .init(12, "blob", .startDate),
        .init(13, "blob", .endDate),
        .init(14, "uint32", .isSensitive),
        .init(15, "uint32", .wasAlwaysSensitive),
        .init(16, "uint32", .isExtractable),
        .init(17, "uint32", .wasNeverExtractable),
        .init(18, "uint32", .canEncrypt),
        .init(19, "uint32", .canDecrypt),
        .init(20, "uint32", .canDerive),
        .init(21, "uint32", .canSign),
        .init(22, "uint32", .canVerify),
        .init(23, "uint32", .canSignRecover),
        .init(24, "uint32", .canVerifyRecover),
        .init(25, "uint32", .canWrap),
        .init(26, "uint32", .canUnwrap),
    ]
}
