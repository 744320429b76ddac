// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTestSupport
import SwiftKeychain
import SwiftKeychainBus
import SwiftKeychainModel
import SwiftKeychainSystem
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
        let path = ObjectPath.item(.login, items[0].reference).text
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

    @Test func onlyChangesMoveTheDateOfAChange() throws {
        func dates() throws -> [Int64] {
            try ["Created", "Modified"].map {
                Int64(
                    try harness.property($0, of: ServiceHarness.login, ServiceNames.collection)
                        .number!)
            }
        }
        let start = SystemClock.seconds
        var path = try harness.create("1", ["a": "1"])
        let created = try dates()[0]
        #expect(abs(created - start) < 60)
        let database = harness.test.keychain.path
        for change in ["Create", "Set", "Delete"] {
            for file in [database, database + "-wal"] {
                var times = [timeval(tv_sec: 1000, tv_usec: 0), timeval(tv_sec: 1000, tv_usec: 0)]
                #expect(utimes(file, &times) == 0)
            }
            #expect(try dates() == [created, 1000])
            switch change {
            case "Create": path = try harness.create("2", ["b": "2"])
            case "Set": try harness.set("Label", of: path, ServiceNames.item, to: .string("x"))
            default: _ = try harness.call(path, ServiceNames.item, "Delete")
            }
            #expect(try dates()[0] == created)
            #expect(try dates()[1] >= start - 1, "\(change)")
        }
    }
}
