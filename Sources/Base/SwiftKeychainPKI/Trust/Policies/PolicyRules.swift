// SPDX-License-Identifier: Apache-2.0
/// The demands of a policy on the certificates of a chain.
///
/// | policy | extended key usage | names | RSA bits |
/// |---|---|---|---|
/// | basic, revocation | any | none | 1024 |
/// | TLS | server or client | host | 2048 |
/// | S/MIME | mail | mail address | 1024 |
/// | EAP | server or client, or EAP over LAN | host | 1024 |
/// | IPsec | IKE, IPsec, server or client | host | 1024 |
/// | Kerberos, code signing, time stamping | required | none | 1024 |
struct PolicyRules: Sendable {
    /// The purposes of which the leaf must have one, where it has an extended key usage.
    var purposes: Set<OID> = []
    /// True if the leaf must have an extended key usage, of which the purpose "any" (RFC 5280, section 4.2.1.12) isn't
    /// enough.
    var requiresPurpose = false
    /// True if the extended key usage must be critical and have no other purpose.
    var requiresOnlyPurpose = false
    /// Bits of the key usage of which the leaf must have one, if it has the extension.
    var keyUsage: UInt32 = 0
    /// What the names of the policy are compared with.
    var names = Names.none
    /// True if signatures over SHA-1 are refused.
    var refusesSHA1 = true
    /// The bits an RSA key must have.
    var leastRSABits = 1024
    /// True if the rules of public web servers apply; see ``WebServerRules``.
    var isWebServer = false

    enum Names { case none, host, mail }
}

extension PolicyRules {
    /// Makes the rules of a kind of policy, for the side that is verified.
    init(_ policy: TrustPolicy) {
        switch (policy.kind, policy.isClient) {
        case (.basic, _), (.revocation, _):
            refusesSHA1 = false
        case (.ssl, let isClient):
            purposes = [isClient ? Purpose.client : Purpose.server]
            keyUsage = Usage.signature | Usage.keyEncipherment | Usage.keyAgreement
            names = .host
            leastRSABits = 2048
            isWebServer = !isClient
        case (.mail, _):
            purposes = [Purpose.mail]
            keyUsage =
                Usage.signature | Usage.nonRepudiation | Usage.keyEncipherment
                | Usage.dataEncipherment | Usage.keyAgreement
            names = .mail
        case (.eap, let isClient):
            purposes = [isClient ? Purpose.client : Purpose.server, Purpose.eapOverLAN]
            keyUsage = Usage.signature | Usage.keyEncipherment | Usage.keyAgreement
            names = .host
        case (.ipsec, _):
            purposes = [
                Purpose.ike, Purpose.ipsecEndSystem, Purpose.ipsecTunnel, Purpose.ipsecUser,
                Purpose.server, Purpose.client,
            ]
            keyUsage = Usage.signature | Usage.nonRepudiation | Usage.keyEncipherment
            names = .host
        case (.kerberosClient, _):
            (purposes, requiresPurpose) = ([Purpose.kerberosClient], true)
            keyUsage = Usage.signature
        case (.kerberosServer, _):
            (purposes, requiresPurpose) = ([Purpose.kerberosServer], true)
            keyUsage = Usage.signature
        case (.codeSigning, _):
            (purposes, requiresPurpose) = ([Purpose.codeSigning], true)
            keyUsage = Usage.signature
        case (.timeStamping, _):
            (purposes, requiresPurpose) = ([Purpose.timeStamping], true)
            keyUsage = Usage.signature | Usage.nonRepudiation
            requiresOnlyPurpose = true
        }
    }
}

/// Purposes of extended key usage.
enum Purpose {
    // RFC 5280, section 4.2.1.12.
    static let any = OID(2, 5, 29, 37, 0)
    static let server = OID(1, 3, 6, 1, 5, 5, 7, 3, 1)
    static let client = OID(1, 3, 6, 1, 5, 5, 7, 3, 2)
    static let codeSigning = OID(1, 3, 6, 1, 5, 5, 7, 3, 3)
    static let mail = OID(1, 3, 6, 1, 5, 5, 7, 3, 4)
    static let ipsecEndSystem = OID(1, 3, 6, 1, 5, 5, 7, 3, 5)
    static let ipsecTunnel = OID(1, 3, 6, 1, 5, 5, 7, 3, 6)
    static let ipsecUser = OID(1, 3, 6, 1, 5, 5, 7, 3, 7)
    static let timeStamping = OID(1, 3, 6, 1, 5, 5, 7, 3, 8)
    static let ocspSigning = OID(1, 3, 6, 1, 5, 5, 7, 3, 9)
    // RFC 4334, section 2.
    static let eapOverLAN = OID(1, 3, 6, 1, 5, 5, 7, 3, 14)
    // RFC 4945, section 5.1.3.12.
    static let ike = OID(1, 3, 6, 1, 5, 5, 7, 3, 17)
    // RFC 4556, sections 3.2.2 and 3.2.4.
    static let kerberosClient = OID(1, 3, 6, 1, 5, 2, 3, 4)
    static let kerberosServer = OID(1, 3, 6, 1, 5, 2, 3, 5)
}

/// Bits of the key usage, as ``CertificateExtension/keyUsage()`` has them (RFC 5280, section 4.2.1.3).
enum Usage {
    static let signature: UInt32 = 1 << 0
    static let nonRepudiation: UInt32 = 1 << 1
    static let keyEncipherment: UInt32 = 1 << 2
    static let dataEncipherment: UInt32 = 1 << 3
    static let keyAgreement: UInt32 = 1 << 4
}
