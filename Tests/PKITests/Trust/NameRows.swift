// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import SwiftKeychainPKI

/// Holds which names authorities permit, where libcrypto alone would be wrong.
extension ChainRow {
    /// Asks about a leaf of these names under a root with these constraints.
    private static func constrained(
        _ name: String, _ constraints: [UInt8], _ names: [UInt8],
        _ problem: String? = "an authority above it does not permit one of its names"
    ) -> ChainRow {
        ChainRow(
            name: name,
            chain: {
                $0.root.extensions.append(constraints)
                $0.leaf.extensions = [names]
            },
            ask: { request, _ in request.policies = [.basic] },
            result: problem == nil ? .unspecified : .fatalTrustFailure,
            statuses: problem == nil ? [] : [-67900],
            diagnostic: problem.map { "\(leafName): \($0)." })
    }

    private static let uncomparable =
        "one of its names can't be compared with those that an authority above it permits"

    private static func mail(_ address: String) -> [UInt8] { MadeExtension.names(mail: [address]) }

    private static func uri(_ uri: String) -> [UInt8] { MadeExtension.names(uris: [uri]) }

    private static let noMail = MadeExtension.permitted(excluded: [""], kind: 1)
    private static let notEvil = MadeExtension.permitted(excluded: ["evil.example"], kind: 6)
    private static let onlyGood = MadeExtension.permitted("good.example", kind: 6)
    private static let belowGood = MadeExtension.permitted(".good.example", kind: 6)

    static let constrainedNames = [
        constrained("an address, where all mail is excluded", noMail, mail("ann@example.org")),
        constrained(
            "no address, where all mail is excluded", noMail, uri("http://example.org/"), nil),
        constrained(
            "a name that is no address, where addresses are constrained",
            MadeExtension.permitted(excluded: ["evil.example"], kind: 1), mail("ann"),
            uncomparable),
        constrained("a URI of another host", notEvil, uri("http://evil@good.example/evil"), nil),
        constrained("a URI of an excluded host", notEvil, uri("http://EVIL.example:80/")),
        constrained("a URI with a user name", notEvil, uri("http://good.example@evil.example/")),
        constrained("a URI with a password", notEvil, uri("http://a:b@evil.example/")),
        constrained("a URI with a final dot", notEvil, uri("http://evil.example./")),
        constrained("a URI with a query", notEvil, uri("http://evil.example?good.example")),
        constrained("a URI with a fragment", notEvil, uri("http://evil.example#good.example")),
        constrained(
            "a URI below an excluded host, which is another", notEvil,
            uri("http://www.evil.example/"), nil),
        constrained("a URI without a host", notEvil, uri("urn:example"), uncomparable),
        constrained("a URI with an address", notEvil, uri("http://192.0.2.1/"), uncomparable),
        constrained(
            "a URI below an excluded domain",
            MadeExtension.permitted(excluded: [".evil.example"], kind: 6),
            uri("http://a@www.evil.example./")),
        constrained(
            "a URI, where all are excluded", MadeExtension.permitted(excluded: [""], kind: 6),
            uri("http://good.example/")),
        constrained("a permitted URI", onlyGood, uri("https://good.example:443/evil.example"), nil),
        constrained(
            "a URI whose user name is permitted", onlyGood, uri("http://good.example:@evil.example")
        ),
        constrained("a URI in a permitted domain", belowGood, uri("http://www.good.example"), nil),
        constrained(
            "a URI whose query is permitted", belowGood, uri("http://evil.example?.good.example/")),
        constrained(
            "a URI of a permitted domain's own name", belowGood, uri("http://good.example/")),
    ]
}
