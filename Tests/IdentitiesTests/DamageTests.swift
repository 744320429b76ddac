// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import KeychainTestSupport
import Testing

@Suite struct DamageTests {
    let test = TestKeychain()
    var keychain: Keychain { test.keychain }

    init() throws {
        try keychain.addIdentity(Samples.certificate("Me", of: Samples.key), Samples.key)
        try keychain.addIdentity(
            Samples.certificate("You", of: Samples.other, serial: 2), Samples.other)
    }

    private func find(_ label: String) throws -> [Item] {
        try keychain.find(
            try Query(.identity, Query.Conditions(.label(label))), returning: [.reference])
    }

    @Test(arguments: [("cert", "meta"), ("cert", "data"), ("keys", "meta")])
    func oneDamagedHalfIsSaidAndNotTheOther(_ table: String, _ box: String) throws {
        test.tamper("UPDATE \(table) SET \(box)=zeroblob(length(\(box))) WHERE rowid=1")
        #expect { try find("Me") } throws: { KeychainError.Code.decode ~= $0 }
        #expect(try find("You").count == 1)
        #expect(try keychain.all(.identity).map { $0[.label] } == [.string("You")])
        #expect { try find("Nobody") } throws: { KeychainError.Code.itemNotFound ~= $0 }
    }

    /// The digests of a row are sealed with it: a key that is made to look like another's is
    /// damaged, not believed.
    @Test func aKeyIsNotPassedOffAsAnothers() throws {
        test.tamper("UPDATE keys SET klbl=(SELECT klbl FROM keys WHERE rowid=1) WHERE rowid=2")
        test.tamper("DELETE FROM keys WHERE rowid=1")
        #expect { try find("Me") } throws: { KeychainError.Code.decode ~= $0 }
    }

    @Test func aDeleteKeepsTheBytesOfADamagedKey() throws {
        test.tamper("UPDATE keys SET meta=zeroblob(length(meta)) WHERE rowid=1")
        let query = try Query(.identity, Query.Conditions(.label("Me")))
        #expect(try keychain.delete(query) == 1)
        #expect(!test.isHealthy("quarantine"))
        #expect { try find("Me") } throws: { KeychainError.Code.itemNotFound ~= $0 }
        // The certificate is as good as it was.
        #expect(try keychain.all(.certificate, .label("Me")).count == 1)
    }

    @Test func matchesGoOnPastADamagedCertificate() throws {
        test.tamper("UPDATE cert SET meta=zeroblob(length(meta)) WHERE rowid=1")
        var match = CertificateMatch()
        match.subject = [SubjectCondition(.whole, "You")]
        #expect(try keychain.all(.certificate, matching: match).count == 1)
        match.subject = [SubjectCondition(.whole, "Nobody")]
        #expect {
            try keychain.all(.certificate, matching: match)
        } throws: { KeychainError.Code.decode ~= $0 }
    }
}
