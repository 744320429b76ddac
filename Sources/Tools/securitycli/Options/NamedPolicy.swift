// SPDX-License-Identifier: Apache-2.0
// Table: the trust policies, by their names on command lines.
import SwiftKeychainSystem
import SwiftKeychain
import SwiftKeychainModel

/// A trust policy and its names.
struct NamedPolicy: Sendable {
    /// The names; the first one is shown in help.
    let names: [String]
    let title: String
    /// The object identifier of the policy.
    let identifier: String

    private static let apple = "1.2.840.113635.100.1."

    static let all: [NamedPolicy] = [
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
    static func named(_ word: [UInt8]) -> NamedPolicy? {
        let name = String(decoding: word, as: UTF8.self).lowercased()
        if let known = all.first(where: { $0.names.contains(name) }) { return known }
        guard name.contains("."), name.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") })
        else { return nil }
        return NamedPolicy(names: [name], title: name, identifier: name)
    }

    /// Returns the title of the policy with the object identifier.
    static func title(of identifier: String) -> String {
        all.first { $0.identifier == identifier }?.title ?? identifier
    }

    /// Returns the policy.
    ///
    /// - Parameters:
    ///   - names: the host or mail address to verify.
    ///   - isClient: whether to verify the certificate of a client, if the identifier leaves that
    ///     open.
    func policy(
        _ names: [String] = [], isClient: Bool = false
    ) throws(CommandFailure) -> TrustPolicy {
        do {
            return try TrustPolicy.named(identifier, names: names, isClient: isClient)
        } catch {
            throw .message("-p \(self.names[0]): this policy is not supported")
        }
    }
}

extension CommandOption {
    static let policy = word(
        "p", "policy", "policy",
        "basic, ssl-client, ssl-server, smime, eap, ipsec, codesigning, timestamping or an OID")
}

extension Arguments {
    /// Returns the policies that -p names.
    func policies() throws(CommandFailure) -> [NamedPolicy] {
        try words(.policy).map { word throws(CommandFailure) in
            guard let policy = NamedPolicy.named(word) else {
                throw .usage("-p: unknown policy: \(BufferFormat.escaped(word))")
            }
            return policy
        }
    }
}
