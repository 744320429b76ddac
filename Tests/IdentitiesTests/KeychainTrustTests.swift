// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import SwiftKeychain
import KeychainTestSupport
import Testing

@Suite struct KeychainTrustTests {
    let settings = TestKeychain().keychain
    let issuers = TestKeychain().keychain
    let chain: SampleChain.Signed

    init() throws {
        var sample = SampleChain()
        sample.issuer.serial = [2]
        chain = try sample.signed()
    }

    private func evaluate() throws -> TrustEvaluation {
        try KeychainTrust(settingsOf: settings, issuersIn: [settings, issuers]).request(
            chain.leaf.certificate, policies: [.basic], date: SampleChain.date
        ).evaluate()
    }

    @Test func issuersAndSettingsAreThoseOfTheKeychains() throws {
        #expect(try evaluate().error?.code == .createChainFailed)
        try issuers.add(.certificate(chain.issuer.certificate))
        try issuers.add(.certificate(chain.root.certificate))
        #expect(try evaluate().error?.code == .notTrusted)
        // What is said in another keychain does not count.
        try issuers.setTrustSettings([TrustSettingsRecord()], of: chain.root.certificate)
        #expect(try evaluate().error?.code == .notTrusted)
        try settings.setTrustSettings([TrustSettingsRecord()], of: chain.root.certificate)
        #expect(try evaluate().result == .proceed)
        try settings.setTrustSettings(
            [TrustSettingsRecord(result: .deny)], of: chain.leaf.certificate)
        #expect(try evaluate().result == .deny)
    }

    /// Keychains compare encoded names, and so find an issuer by its key if they don't by its name.
    @Test func anIssuerWhoseNameIsEncodedDifferently() throws {
        var sample = SampleChain()
        sample.encodeIssuerDifferently()
        sample.issuer.serial = [2]
        let chain = try sample.signed()
        try issuers.add(.certificate(chain.issuer.certificate))
        try issuers.add(.certificate(chain.root.certificate))
        let trust = try KeychainTrust(settingsOf: settings, issuersIn: [settings, issuers])
        let found = try trust.request(
            chain.leaf.certificate, policies: [.basic], date: SampleChain.date
        ).evaluate()
        #expect(found.error?.code == .notTrusted && found.chain.count == 3)
    }

    @Test func aRootWhoseNamesAreEncodedDifferentlyIsNotSent() throws {
        var sample = SampleChain()
        sample.issuer.serial = [2]
        sample.root.issuerNameTag = .printableString
        let chain = try sample.signed()
        try issuers.add(.certificate(chain.issuer.certificate))
        try issuers.add(.certificate(chain.root.certificate))
        let sent = try KeychainTrust(settingsOf: settings, issuersIn: [issuers])
            .chainWithoutRoot(of: chain.leaf.certificate)
        #expect(sent == [chain.leaf.certificate, chain.issuer.certificate])
    }

    /// The second program must change the item that the first one added.
    @Test func programsThatSayTheSameAtOnceLeaveOneItem() async throws {
        let (settings, root) = (settings, chain.root.certificate)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<16 {
                group.addTask {
                    try settings.setTrustSettings(
                        [TrustSettingsRecord(result: number % 2 == 0 ? .deny : .trustRoot)],
                        of: root)
                }
            }
            try await group.waitForAll()
        }
        #expect(try settings.storedTrustSettings().count == 1)
    }
}
