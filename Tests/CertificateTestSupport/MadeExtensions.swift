// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainPKI

/// Writes extensions of certificates that tests make (RFC 5280, section 4.2.1).
package enum MadeExtension {
    package static func make(_ type: OID, isCritical: Bool = false, _ value: [UInt8]) -> [UInt8] {
        DER.element(
            .sequence,
            DER.element(.objectIdentifier, type.octets)
                + (isCritical ? [1, 1, 0xFF] : []) + DER.element(.octetString, value))
    }

    package static func authority(_ isAuthority: Bool = true, pathLength: UInt8? = nil) -> [UInt8] {
        let length: [UInt8] = pathLength.map { [2, 1, $0] } ?? []
        return make(
            ExtensionType.basicConstraints, isCritical: true,
            DER.element(.sequence, (isAuthority ? [1, 1, 0xFF] : []) + length))
    }

    /// Takes bit n as the standard numbers them, the first eight only.
    package static func keyUsage(_ bits: Int...) -> [UInt8] {
        let octet = bits.reduce(UInt8(0)) { $0 | 0x80 >> UInt8($1) }
        let unused = UInt8(octet.trailingZeroBitCount)
        return make(ExtensionType.keyUsage, isCritical: true, [3, 2, unused, octet])
    }

    package static func purposes(_ purposes: [OID], isCritical: Bool = false) -> [UInt8] {
        make(
            ExtensionType.extendedKeyUsage, isCritical: isCritical,
            DER.element(
                .sequence,
                purposes.flatMap { DER.element(.objectIdentifier, $0.octets) }))
    }

    package static let server = OID(1, 3, 6, 1, 5, 5, 7, 3, 1)
    package static let client = OID(1, 3, 6, 1, 5, 5, 7, 3, 2)
    package static let codeSigning = OID(1, 3, 6, 1, 5, 5, 7, 3, 3)
    package static let mail = OID(1, 3, 6, 1, 5, 5, 7, 3, 4)
    package static let timeStamping = OID(1, 3, 6, 1, 5, 5, 7, 3, 8)
    package static let ocspSigning = OID(1, 3, 6, 1, 5, 5, 7, 3, 9)
    package static let anyPurpose = OID(2, 5, 29, 37, 0)

    package static func names(
        hosts: [String] = [], addresses: [[UInt8]] = [], mail: [String] = [], uris: [String] = []
    ) -> [UInt8] {
        let names =
            hosts.flatMap { DER.element(.primitive(2), Array($0.utf8)) }
            + addresses.flatMap { DER.element(.primitive(7), $0) }
            + mail.flatMap { DER.element(.primitive(1), Array($0.utf8)) }
            + uris.flatMap { DER.element(.primitive(6), Array($0.utf8)) }
        return make(
            ExtensionType.subjectAlternativeName, DER.element(.sequence, names))
    }

    /// Constrains names of the kind with this tag: 1 for mail addresses, 2 for hosts, 6 for URIs.
    package static func permitted(
        _ names: String..., excluded: [String] = [], kind: UInt8 = 2
    ) -> [UInt8] {
        func subtrees(_ number: UInt8, _ names: [String]) -> [UInt8] {
            let trees = names.flatMap {
                DER.element(.sequence, DER.element(.primitive(kind), Array($0.utf8)))
            }
            return names.isEmpty ? [] : DER.element(.constructed(number), trees)
        }
        return make(
            ExtensionType.nameConstraints, isCritical: true,
            DER.element(.sequence, subtrees(0, names) + subtrees(1, excluded)))
    }

    /// Demands that every certificate below names a policy.
    package static let requiredPolicy = make(
        ExtensionType.policyConstraints, isCritical: true, [0x30, 3, 0x80, 1, 0])

    /// Names policies under which a certificate was issued.
    package static func policies(_ policies: OID...) -> [UInt8] {
        let list = policies.flatMap {
            DER.element(
                .sequence, DER.element(.objectIdentifier, $0.octets))
        }
        return make(ExtensionType.policies, DER.element(.sequence, list))
    }

    /// Names `count` policies, or that many mappings of one to another, in a mixed order.
    package static func manyPolicies(_ count: Int, areMapped: Bool = false) -> [UInt8] {
        let list = (0..<count).flatMap { number in
            let policy = DER.element(
                .objectIdentifier, OID(1, 3, 9, UInt64(number * 7919 % count)).octets)
            return DER.element(.sequence, areMapped ? policy + policy : policy)
        }
        return make(
            areMapped ? ExtensionType.policyMappings : ExtensionType.policies,
            DER.element(.sequence, list))
    }
}
