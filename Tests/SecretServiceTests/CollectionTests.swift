// SPDX-License-Identifier: Apache-2.0
import KeychainTestSupport
import SwiftKeychain
import SwiftKeychainBus
import SwiftKeychainModel
import Testing

@testable import SwiftKeychainSecretBus
@testable import SwiftKeychainSecretService

/// The properties of collections.
@Suite struct CollectionTests {
    let harness = ServiceHarness()

    @Test func theItemThatKeepsALabelIsNotOffered() throws {
        let keychain = harness.test.keychain
        try KeychainCollection(keychain).set(label: "Work")
        let items = try keychain.find(.password([.label: .string("Work")]))
        let path = ObjectPath.item(.login, ItemIdentifier(items[0].reference)).text
        #expect(
            failure {
                _ = try harness.call(
                    path, ServiceNames.properties, "GetAll", [.string(ServiceNames.item)])
            } == "NoSuchObject")
        #expect(failure { _ = try harness.secret(of: path) } == "NoSuchObject")
        #expect(
            failure { _ = try harness.call(path, ServiceNames.item, "Delete") } == "NoSuchObject")
        #expect(try harness.search([:]) == ([], []))
        #expect(try keychain.find(.password([.label: .string("Work")])).count == 1)
    }
}
