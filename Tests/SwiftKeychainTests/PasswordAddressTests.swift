// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel
import Testing

/// The attributes that name a password.
@Suite struct PasswordAddressTests {
    private func apart(
        _ attributes: [Attribute: AttributeValue], isWhole: Bool = false,
        _ itemClass: ItemClass = .internetPassword
    ) throws(WordFault) -> [Attribute: AttributeValue] {
        try PasswordAddress.takenApart(attributes, itemClass, isWhole: isWhole)
    }

    @Test func theKeyHasWhatAUserCanGive() {
        #expect(PasswordAddress.key(of: .genericPassword) == [.account, .service])
        #expect(
            PasswordAddress.key(of: .internetPassword) == [
                .account, .securityDomain, .server, .protocol, .authenticationType, .port, .path,
            ])
    }

    @Test func anAddressGivenAsTheServerIsTakenApart() throws {
        let parts = try apart([.server: .string("https://ann@a.example:8443/x")])
        #expect(
            parts == [
                .server: .string("a.example"), .protocol: .string("htps"), .port: .number(8443),
                .path: .string("/x"), .account: .string("ann"),
            ])
        let given: [Attribute: AttributeValue] = [
            .server: .string("https://ann@a.example"), .account: .string("bob"),
        ]
        #expect(try apart(given)[.account] == .string("bob"))
        #expect(try apart(given)[.port] == nil && apart(given)[.path] == nil)
        let whole = try apart(given, isWhole: true)
        #expect(whole[.port] == .number(0) && whole[.path] == .string(""))
    }

    @Test func otherServersStayAndSecretsInAddressesAreRefused() throws {
        for server in ["a.example", "x://a.example", "my server"] {
            let given: [Attribute: AttributeValue] = [.server: .string(server)]
            #expect(try apart(given, isWhole: true) == given)
        }
        let address: [Attribute: AttributeValue] = [.server: .string("https://ann:pw@a.example")]
        #expect(throws: WordFault.self) { try apart(address) }
        #expect(throws: WordFault.self) { try apart([.server: .string("https://a:70000")]) }
        #expect(try apart(address, .genericPassword) == address)
    }

    @Test func programsStoreThePathAndThePortInSeveralForms() {
        let given: [Attribute: AttributeValue] = [
            .protocol: .string("htps"), .port: .number(443), .path: .string("/"),
        ]
        let forms = PasswordAddress.forms(of: given)
        #expect(forms.first == given && Set(forms).count == 4)
        #expect(
            forms.map { $0[.port]?.integer } == [443, 443, 0, 0]
                && forms.map { $0[.path]?.text } == ["/", "", "/", ""])
        #expect(PasswordAddress.forms(of: [.path: .string("/x"), .port: .number(443)]).count == 1)
    }
}
