// SPDX-License-Identifier: Apache-2.0
/// The purpose that a chain must be good for.
///
/// It has the properties that a caller can read back; their rules are in `PolicyRules`.
public struct TrustPolicy: Sendable, Hashable {
    /// A policy by its object identifier.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case basic = "1.2.840.113635.100.1.2"
        case ssl = "1.2.840.113635.100.1.3"
        case mail = "1.2.840.113635.100.1.8"
        case eap = "1.2.840.113635.100.1.9"
        case ipsec = "1.2.840.113635.100.1.11"
        case kerberosClient = "1.2.840.113635.100.1.14"
        case kerberosServer = "1.2.840.113635.100.1.15"
        case codeSigning = "1.2.840.113635.100.1.16"
        case timeStamping = "1.2.840.113635.100.1.20"
        case revocation = "1.2.840.113635.100.1.21"
    }

    public let kind: Kind
    /// The host, the mail address, or the server names of EAP, of which one must fit.
    public let names: [String]
    /// True for the certificate of a client, false for that of a server.
    public let isClient: Bool
    public let revocation: RevocationFlags

    public init(
        _ kind: Kind, names: [String] = [], isClient: Bool = false,
        revocation: RevocationFlags = []
    ) {
        self.kind = kind
        self.names = names
        self.isClient = isClient
        self.revocation = revocation
    }

    public static let basic = TrustPolicy(.basic)

    /// Makes the policy of TLS; without a host the name in the certificate isn't checked.
    public static func ssl(server: Bool, host: String? = nil) -> TrustPolicy {
        TrustPolicy(.ssl, names: host.map { [$0] } ?? [], isClient: !server)
    }

    /// Makes the policy of an object identifier.
    ///
    /// - Throws: `unknownPolicy` for an identifier that is unknown, and for the policies whose
    ///   rules aren't public: those of Apple's own services.
    public static func named(
        _ identifier: String, names: [String] = [], isClient: Bool = false,
        revocation: RevocationFlags = []
    ) throws(PKIError) -> TrustPolicy {
        let (kind, client): (Kind, Bool)
        if let known = Kind(rawValue: identifier) {
            (kind, client) = (known, isClient)
        } else if let known = halves[identifier] {
            (kind, client) = known
        } else if let name = unpublished[identifier] {
            throw PKIError(.unknownPolicy, "policy: the rules of \(name) aren't public")
        } else {
            throw PKIError(.unknownPolicy, "policy: unknown identifier")
        }
        return TrustPolicy(kind, names: names, isClient: client, revocation: revocation)
    }

    /// The identifier of the policy; of a client's, where there is one, that of its side.
    public var identifier: String {
        isClient
            ? Self.halves.first { $0.value == (kind, true) }?.key ?? kind.rawValue : kind.rawValue
    }

    /// The identifiers that name a policy together with a side.
    private static let halves: [String: (Kind, Bool)] = [
        "1.2.840.113635.100.1.3.1": (.ssl, false), "1.2.840.113635.100.1.3.2": (.ssl, true),
        "1.2.840.113635.100.1.9.1": (.eap, false), "1.2.840.113635.100.1.9.2": (.eap, true),
        "1.2.840.113635.100.1.11.1": (.ipsec, false), "1.2.840.113635.100.1.11.2": (.ipsec, true),
    ]

    /// The policies of Apple's own services, by identifier; their rules aren't public.
    private static let unpublished = [
        "1.2.840.113635.100.1.12": "kSecPolicyAppleiChat",
        "1.2.840.113635.100.1.18": "kSecPolicyAppleIDValidation",
        "1.2.840.113635.100.1.19": "kSecPolicyMacAppStoreReceipt",
        "1.2.840.113635.100.1.22": "kSecPolicyApplePassbookSigning",
        "1.2.840.113635.100.1.39": "kSecPolicyApplePayIssuerEncryption",
    ]
}

/// How revocation is checked; the bits of the `kSecRevocation…` constants.
public struct RevocationFlags: OptionSet, Sendable, Hashable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The use of OCSP.
    public static let ocsp = Self(rawValue: 0x1)
    /// The use of revocation lists.
    public static let lists = Self(rawValue: 0x2)
    /// The use of lists before OCSP, where both are used.
    public static let preferLists = Self(rawValue: 0x4)
    /// The demand that the status of every certificate below the anchor is known.
    public static let requirePositiveResponse = Self(rawValue: 0x8)
    /// The ban on fetching; responses that the caller passed still count.
    public static let noNetwork = Self(rawValue: 0x10)
    public static let known: Self = [
        .ocsp, .lists, .preferLists, .requirePositiveResponse, .noNetwork,
    ]
}
