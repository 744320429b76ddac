// SPDX-License-Identifier: Apache-2.0
// Table: the trust policies, by their names on command lines.
import SwiftKeychainPKI
import SwiftKeychainSystem

/// A trust policy and its names.
package struct NamedPolicy: Sendable {
    /// The names; the first one is shown in help.
    let names: [String]
    package let title: String
    /// The object identifier of the policy.
    package let identifier: String

    private static let apple = "1.2.840.113635.100.1."

    package static let all: [NamedPolicy] = [
        NamedPolicy(names: ["basic"], title: "X.509 Basic", identifier: apple + "2"),
        NamedPolicy(names: ["ssl"], title: "SSL", identifier: apple + "3"),
        NamedPolicy(names: ["ssl-client"], title: "SSL (client)", identifier: apple + "3.2"),
        NamedPolicy(names: ["ssl-server"], title: "SSL (server)", identifier: apple + "3.1"),
        NamedPolicy(names: ["smime"], title: "S/MIME", identifier: apple + "8"),
        NamedPolicy(names: ["eap"], title: "EAP", identifier: apple + "9"),
        NamedPolicy(names: ["ipsec"], title: "IPsec", identifier: apple + "11"),
        NamedPolicy(names: ["ichat"], title: "iChat", identifier: apple + "12"),
        NamedPolicy(
            names: ["codesigning", "codesign"], title: "Code Signing", identifier: apple + "16"),
        NamedPolicy(names: ["swupdate"], title: "Software Update", identifier: apple + "10"),
        NamedPolicy(names: ["pkgsign"], title: "Package Signing", identifier: apple + "17"),
        NamedPolicy(
            names: ["sys-kerberos-kdc"], title: "Kerberos KDC", identifier: apple + "15"),
        NamedPolicy(names: ["sys-default"], title: "System Default", identifier: ""),
        NamedPolicy(names: ["appleid"], title: "Apple ID", identifier: apple + "18"),
        NamedPolicy(names: ["macappstore"], title: "Mac App Store", identifier: apple + "19"),
        NamedPolicy(names: ["timestamping"], title: "Time Stamping", identifier: apple + "20"),
    ]

    /// Finds a policy by name, ignoring case, or by object identifier.
    ///
    /// - Throws: `usage` for any other word.
    package static func named(_ word: [UInt8]) throws(WordFault) -> NamedPolicy {
        let name = String(decoding: word, as: UTF8.self).lowercased()
        if let known = all.first(where: { $0.names.contains(name) }) { return known }
        guard name.contains("."), name.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") })
        else { throw .usage("-p: unknown policy: \(BufferFormat.escaped(word))") }
        return NamedPolicy(names: [name], title: name, identifier: name)
    }

    /// Returns the title of the policy with the object identifier.
    package static func title(of identifier: String) -> String {
        all.first { $0.identifier == identifier }?.title ?? identifier
    }

    /// Returns the policy.
    ///
    /// - Parameters:
    ///   - names: the host or mail address to verify.
    ///   - isClient: whether to verify the certificate of a client, if the identifier leaves that
    ///     open.
    /// - Throws: `message` for a policy whose rules aren't known.
    package func policy(
        _ names: [String] = [], isClient: Bool = false
    ) throws(WordFault) -> TrustPolicy {
        do throws(PKIError) {
            return try TrustPolicy.named(identifier, names: names, isClient: isClient)
        } catch {
            throw .message("-p \(self.names[0]): this policy is not supported")
        }
    }
}

/// The names that a certificate must have. Each policy takes those of its kind.
package struct VerifiedNames {
    /// The name for any policy that takes one.
    package var any: String?
    package var host: String?
    package var mail: String?

    package init() {}

    /// Returns the policies that verify the names. Without a policy, the kind of name selects one.
    ///
    /// - Throws: `usage` if no policy takes a name that is given: a certificate for another one would be reported as
    ///   verified; as ``NamedPolicy/policy(_:isClient:)``.
    package func policies(
        _ named: [NamedPolicy], isClient: Bool
    ) throws(WordFault) -> [TrustPolicy] {
        let standard = host != nil ? "ssl" : mail != nil ? "smime" : "basic"
        let named = named.isEmpty ? [try NamedPolicy.named(Array(standard.utf8))] : named
        var isUsed = any == nil && host == nil && mail == nil
        let policies = try named.map { policy throws(WordFault) in
            let own: String? =
                switch try policy.policy().kind {
                case .ssl, .eap, .ipsec: host ?? any
                case .mail: mail ?? any
                default: nil
                }
            if own != nil { isUsed = true }
            return try policy.policy(own.map { [$0] } ?? [], isClient: isClient)
        }
        guard isUsed else { throw .usage("the policy doesn't take a name") }
        return policies
    }
}
