// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import SwiftKeychain
import SwiftKeychainModel
import Testing

/// The policies, names and settings of trust that a user writes.
@Suite struct NamedPolicyTests {
    private func policies(
        _ words: [String] = [], _ change: (inout VerifiedNames) -> Void
    ) throws(WordFault) -> [TrustPolicy] {
        var names = VerifiedNames()
        change(&names)
        let named = try words.map { word throws(WordFault) in
            try NamedPolicy.named(Array(word.utf8))
        }
        return try names.policies(named, isClient: false)
    }

    @Test func aPolicyIsNamedByAWordOrAnIdentifier() throws {
        #expect(try NamedPolicy.named(Array("CodeSign".utf8)).title == "Code Signing")
        let identifier = TrustPolicy.Kind.mail.rawValue
        #expect(try NamedPolicy.named(Array(identifier.utf8)).policy().kind == .mail)
        #expect(NamedPolicy.title(of: identifier) == "S/MIME")
        #expect(throws: WordFault.usage("-p: unknown policy: x")) {
            try NamedPolicy.named([0x78])
        }
        #expect(throws: WordFault.message("-p appleid: this policy is not supported")) {
            try NamedPolicy.named(Array("appleid".utf8)).policy()
        }
    }

    @Test func theKindOfNameSelectsAPolicy() throws {
        #expect(try policies { _ in } == [.basic])
        #expect(try policies { $0.host = "a" } == [.ssl(server: true, host: "a")])
        #expect(try policies { $0.mail = "a@b" } == [TrustPolicy(.mail, names: ["a@b"])])
    }

    /// A certificate for another host would be reported as verified for this one.
    @Test func aNameThatNoPolicyTakesIsRefused() throws {
        #expect(throws: WordFault.usage("the policy doesn't take a name")) {
            try policies(["codesigning"]) { $0.any = "a" }
        }
        #expect(throws: WordFault.usage("the policy doesn't take a name")) {
            try policies(["smime"]) { $0.host = "a" }
        }
        let both = try policies(["ssl", "codesigning", "smime"]) {
            ($0.any, $0.host) = ("a@b", "c")
        }
        #expect(both.map(\.names) == [["c"], [], ["a@b"]])
    }

    @Test func settingsAreCombined() throws {
        let record = TrustSettingsRecord(result: .deny, keyUsage: 1)
        #expect(record.combined([], [], []) == [record])
        let all = record.combined(["1.2", "1.3"], ["a"], [1, 2])
        #expect(all.count == 4 && all.allSatisfy { $0.result == .deny && $0.keyUsage == 1 })
        #expect(all.map(\.policy) == ["1.2", "1.2", "1.3", "1.3"])
        #expect(all.map(\.allowedError) == [1, 2, 1, 2])
        #expect(TrustSettingsRecord.allowedError(Array("certExpired".utf8)) == -67818)
        #expect(TrustSettingsRecord.allowedError(Array("-5".utf8)) == -5)
        #expect(TrustSettingsRecord.allowedError(Array("expired".utf8)) == nil)
    }

    @Test func theSystemTrustsARootForEverything() throws {
        try TrustSettingsRecord().checkForSystem()
        try TrustSettingsRecord(policy: TrustPolicy.Kind.ssl.rawValue).checkForSystem()
        for record in [
            TrustSettingsRecord(result: .deny), TrustSettingsRecord(policyString: "a"),
            TrustSettingsRecord(allowedError: 1), TrustSettingsRecord(keyUsage: 1),
            TrustSettingsRecord(policy: TrustPolicy.Kind.mail.rawValue),
        ] {
            #expect(throws: WordFault.self) { try record.checkForSystem() }
        }
    }

    @Test func theResultFitsTheCertificate() throws {
        let chain = try SampleChain().signed()
        let (root, leaf) = (chain.root.certificate, chain.leaf.certificate)
        let (asRoot, trusted) = (TrustSettingsRecord(result: .trustAsRoot), TrustSettingsRecord())
        try trusted.check(for: root)
        try asRoot.check(for: leaf)
        #expect(throws: WordFault.self) { try trusted.check(for: leaf) }
        #expect(throws: WordFault.self) { try asRoot.check(for: root) }
    }

    @Test func theBitsOfAPreferenceAreUses() {
        #expect(IdentityPreference.uses(0) == [])
        #expect(IdentityPreference.uses(4 + 256) == [.canSign, .canDerive])
        #expect(IdentityPreference.uses(16) == nil && IdentityPreference.uses(4 + 512) == nil)
    }
}
