// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import Testing

@testable import SwiftKeychainPKI

/// The bounds of the search for paths: the last that is found, and the first that isn't.
@Suite struct PathSearchTests {
    private static let names = ["www.example.org"] + (1...12).map { "Authority \($0)" }

    /// Makes an authority of a chain; several of one level differ in their serial numbers.
    private func authority(
        _ level: Int, serial: UInt8 = 1, key: CryptoKey? = nil
    ) -> CertificateSketch {
        var sketch = CertificateSketch(
            Self.names[level], key ?? SampleChain.keys[level % 3], [MadeExtension.authority()])
        sketch.serial = [serial]
        return sketch
    }

    private func leaf() -> CertificateSketch {
        CertificateSketch(Self.names[0], SampleChain.keys[0], SampleChain().leaf.extensions)
    }

    private func request(
        _ leaf: Certificate, _ between: [Certificate], anchor: Certificate
    ) -> TrustRequest {
        var request = TrustRequest(
            leaf: leaf, intermediates: between, policies: [.basic], date: SampleChain.date)
        request.anchors = [anchor]
        request.anchorsOnly = true
        return request
    }

    private func paths(_ request: TrustRequest) throws -> [TrustPath] {
        try PathSearch(
            from: try ChainCertificate(request.leaf), try CertificateSources(request, nil)
        ).paths
    }

    /// Returns a request about a chain of `count` certificates.
    private func chain(of count: Int) throws -> TrustRequest {
        let anchor = try authority(count - 1).selfSigned()
        var chain: [CertificateSketch.Signed] = [anchor]
        for level in (1..<count - 1).reversed() {
            chain.insert(try authority(level).signed(by: chain[0].made), at: 0)
        }
        let leaf = try leaf().signed(by: chain[0].made)
        return request(
            leaf.certificate, chain.dropLast().map(\.certificate), anchor: anchor.certificate)
    }

    @Test func pathOfTwelveCertificates() throws {
        let longest = try chain(of: 12).evaluate()
        #expect(longest.result == .unspecified && longest.chain.count == 12)
        let longer = try chain(of: 13).evaluate()
        #expect(longer.problems.map(\.rule) == [.missingIssuer] && longer.chain.count == 12)
        #expect(
            longer.diagnostic
                == "Certificate 11, “Authority 11”: a chain can't be longer than 12 certificates.")
    }

    /// Each level of authorities that are certified twice doubles the number of paths.
    @Test func twentyFourPaths() throws {
        let anchor = try authority(6).selfSigned().certificate
        let between = try (1..<6).flatMap { level in
            try [UInt8(1), 2].map { serial in
                try authority(level, serial: serial).signed(by: authority(level + 1)).certificate
            }
        }
        let leaf = try leaf().signed(by: authority(1)).certificate
        #expect(try paths(request(leaf, between, anchor: anchor)).count == 24)
        #expect(try paths(request(leaf, between.dropLast(), anchor: anchor)).count == 16)
    }

    /// Makes authorities of one name and key, of which only the oldest, which is tried last, may sign certificates.
    private func oneGood(of count: Int, _ extensions: [[UInt8]] = []) -> [CertificateSketch] {
        (1...count).map { number in
            var one = authority(1, serial: UInt8(number))
            one.extensions += extensions
            if number > 1 { one.extensions.append(MadeExtension.keyUsage(0)) }
            one.notBefore = "2025010\(number)000000Z"
            return one
        }
    }

    /// Names are compared with constraints 1 048 576 times at most, over all paths; beyond that none is permitted.
    @Test(arguments: [
        (2050, 1, []), (2150, 1, [TrustRule.tooManyNames]), (1000, 2, []),
        (1100, 2, [.signingNotAllowed]),
    ])
    func namesTimesConstraints(names: Int, paths: Int, rules: [TrustRule]) throws {
        let anchor = try authority(2).selfSigned()
        let excluded = MadeExtension.permitted(
            excluded: (0..<500).map { "x\($0).example.com" })
        var leaf = leaf()
        leaf.extensions = [
            MadeExtension.names(hosts: (0..<names).map { "y\($0).example.org" })
        ]
        let between = try oneGood(of: paths, [excluded])
            .map { try $0.signed(by: anchor.made).certificate }
        let request = request(
            try leaf.signed(by: authority(1)).certificate, between, anchor: anchor.certificate)
        #expect(try self.paths(request).count == paths)
        #expect(try request.evaluate().problems.map(\.rule) == rules)
    }

    /// Beyond 1000 policies libcrypto refuses the chain, too, after a time that grows with the square of their number.
    @Test(arguments: [(256, []), (257, [TrustRule.malformed]), (1100, [.malformed])])
    func policies(count: Int, rules: [TrustRule]) throws {
        let anchor = try authority(2).selfSigned()
        for areMapped in [false, true] {
            var (leaf, between) = (leaf(), authority(1))
            between.extensions.append(MadeExtension.policies(OID(2, 5, 29, 32, 0)))
            if areMapped {
                between.extensions.append(MadeExtension.manyPolicies(count, areMapped: true))
            } else {
                leaf.extensions.append(MadeExtension.manyPolicies(count))
            }
            let request = request(
                try leaf.signed(by: between).certificate,
                [try between.signed(by: anchor.made).certificate], anchor: anchor.certificate)
            #expect(try request.evaluate().problems.map(\.rule) == rules)
        }
    }

    /// Paths that end at no anchor only say why a chain isn't trusted, for which four are enough.
    @Test(arguments: [4, 5]) func pathsWithoutAnAnchor(count: Int) throws {
        let root = try authority(2).selfSigned()
        let between = try oneGood(of: count).map { try $0.signed(by: root.made).certificate }
        let leaf = try leaf().signed(by: authority(1)).certificate
        var request = request(leaf, between + [root.certificate], anchor: root.certificate)
        #expect(try request.evaluate().result == .unspecified)
        request.anchors = []
        #expect(try paths(request).count == count)
        let rules = try request.evaluate().problems.map(\.rule)
        #expect(rules == (count == 4 ? [.untrustedRoot] : [.signingNotAllowed, .untrustedRoot]))
    }

    /// Identifiers say which issuer to try first; the signature decides (RFC 4158, section 3.5.12).
    @Test func aKeyIdentifierOfAnotherKey() throws {
        let anchor = try authority(2).selfSigned()
        var (leaf, right) = (leaf(), authority(1))
        var stranger = authority(1, serial: 2, key: SampleChain.keys[3])
        leaf.extensions.append(
            MadeExtension.make(ExtensionType.authorityKeyIdentifier, [0x30, 3, 0x80, 1, 7]))
        stranger.extensions.append(
            MadeExtension.make(ExtensionType.subjectKeyIdentifier, [4, 1, 7]))
        right.extensions.append(MadeExtension.make(ExtensionType.subjectKeyIdentifier, [4, 1, 8]))
        let made = try leaf.signed(by: right).certificate
        let issuers = try [stranger, right].map { try $0.signed(by: anchor.made).certificate }
        let found = try request(made, issuers, anchor: anchor.certificate).evaluate()
        #expect(found.result == .unspecified && found.chain[1] == issuers[1])
        // Without the issuer, one of another key and identifier doesn't make the signature wrong.
        let unrelated = try leaf.signed(by: stranger).certificate
        let missing = try request(unrelated, [issuers[1]], anchor: anchor.certificate).evaluate()
        #expect(missing.problems.map(\.rule) == [.missingIssuer])
    }

    /// Issuers of the right name and another key, of which one has signed: the oldest, which is tried last.
    @Test(arguments: [399, 400]) func fourHundredSignatures(_ strangers: Int) throws {
        let anchor = try authority(2).selfSigned()
        var right = authority(1)
        right.notBefore = "20250101000000Z"
        var between = [try right.signed(by: anchor.made).certificate]
        for number in 0..<strangers {
            var stranger = authority(1, key: SampleChain.keys[3])
            stranger.serial = [1, UInt8(number / 256), UInt8(number % 256)]
            between.append(try stranger.signed(by: anchor.made).certificate)
        }
        let leaf = try leaf().signed(by: right).certificate
        let found = try request(leaf, between, anchor: anchor.certificate).evaluate()
        if strangers < 400 {
            #expect(found.result == .unspecified && found.chain[1] == between[0])
        } else {
            #expect(found.problems.first?.rule == .wrongSignature && found.chain[1] != between[0])
        }
    }
}
