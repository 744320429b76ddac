// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import SwiftKeychainModel
import Testing

@testable import Security

/// behaviour of the keys of a query dictionary: which name means what.
@Suite struct DictionaryKeyTests {
    @Test func namesOfFourCharactersAreAttributes() throws {
        let request = try CopyRequest(generic(["acct": "me", "svce": "here"]))
        #expect(request.query.conditions == [.account: .string("me"), .service: .string("here")])
        #expect(queryFailures(["abcd": "x"]) == [.noSuchAttribute])
        #expect(queryFailures(["acls": "x"]) == [.noSuchAttribute])
        #expect(queryFailures(["salt": Data()]) == [.noSuchAttribute])
        #expect(queryFailures(["atag": Data()]) == [.noSuchAttribute])
        #expect(addFailure(["abcd": "x"]) == .noSuchAttribute)
        // Four units that are not ASCII name no attribute either.
        #expect(copyFailure(["äöüß": "x"]) == .noSuchAttribute)
        #expect(copyFailure(["😀😀": "x"]) == .noSuchAttribute)
    }

    @Test func dataProtectionIsNoAttribute() throws {
        for value in [true, false, 1, 0] as [Any] {
            #expect(try CopyRequest(generic(["nleg": value])).query.conditions.isEmpty)
            #expect(addFailure(["nleg": value]) == nil)
        }
        #expect(queryFailures(["nleg": "yes"]) == [.parameter])
        #expect(queryFailures(["nleg": NSNull()]) == [.parameter])
    }

    @Test(arguments: ["", "c", "x", "é"])
    func shortNames(name: String) {
        #expect(queryFailures([name: "x"]) == [.parameter])
        #expect(addFailure([name: "x"]) == .parameter)
        #expect(updateFailure([name: "x"]) == .parameter)
    }

    @Test(arguments: [
        "ab", "prf", "rounds", "clazz", "Class", "m_Unknown", "r_Datum", "u_Nothing", "v_Datum",
        "u_SystemKeychain", "u_\u{212A}eychain", "persist", "class ", "x_anything",
    ])
    func namesThatMeanNothing(name: String) {
        #expect(queryFailures([name: "x"]) == [.parameter])
        #expect(addFailure([name: "x"]) == .parameter)
        #expect(updateFailure([name: "x"]) == .noSuchAttribute)
    }

    @Test func namesWithFAreIgnored() {
        #expect(queryFailures(["f_": 1.5, "future": NSNull(), "f_äöü": "x"]) == [nil])
        #expect(addFailure(["future": "x"]) == nil)
        #expect(updateFailure(["future": "x"]) == .noSuchAttribute)
    }

    @Test func numbersAsKeys() {
        let numbered: NSDictionary = ["class": "genp", NSNumber(value: 5): "x"]
        #expect(fails(numbered) == [.noSuchAttribute])
        let flagged: NSDictionary = ["class": "genp", NSNumber(value: true): "x"]
        #expect(fails(flagged) == [.noSuchAttribute])
        #expect(
            failure {
                _ = try UpdateRequest(generic(), [NSNumber(value: 5): "x"])
            } == .noSuchAttribute)
    }

    @Test func otherObjectsAsKeys() {
        for key in [NSNull(), NSData(), NSDate(), NSArray(), NSUUID()] as [NSObject] {
            #expect(
                fails(NSDictionary(objects: ["x", "genp"], forKeys: [key, "class" as NSString]))
                    == [.parameter])
        }
    }

    @Test func manyKeys() throws {
        func with(_ count: Int) -> NSDictionary {
            generic(
                .init(uniqueKeysWithValues: (1..<count).map { ("future\($0)", "x") }))
        }
        #expect(fails(with(128)) == [nil])
        #expect(fails(with(129)) == [.parameter])
        #expect(fails(with(200)) == [.parameter])
        #expect(
            failure { _ = try UpdateRequest(generic(), with(129)) }
                == .parameter)
    }

    @Test func emptyDictionary() {
        #expect(fails(NSDictionary()) == [.parameter])
        #expect(
            failure {
                _ = try UpdateRequest(generic(), NSDictionary())
            } == nil)
    }

    @Test func theGravestFaultIsTold() {
        for _ in 0..<20 {
            let query: NSDictionary = [
                "class": "cert", NSNumber(value: 1): "x", "x": "y", "svce": "z",
            ]
            #expect(fails(query) == [.parameter])
            #expect(fails(["class": "what", NSNumber(value: 1): "x"]) == [.noSuchClass])
            #expect(fails(["class": "cert", NSNumber(value: 1): "x"]) == [.noSuchAttribute])
        }
    }

    private func fails(_ dictionary: NSDictionary) -> Set<KeychainError.Code?> {
        [
            failure { _ = try CopyRequest(dictionary) },
            failure { _ = try AddRequest(dictionary).groups() },
            failure { _ = try DeleteRequest(dictionary) },
            failure { _ = try UpdateRequest(dictionary, [:]) },
        ]
    }
}

/// The class of a query.
@Suite struct ClassTests {
    @Test func knownClasses() throws {
        #expect(try CopyRequest(["class": "genp"]).query.itemClass == .genericPassword)
        #expect(try CopyRequest(["class": "inet"]).query.itemClass == .internetPassword)
    }

    /// Certificates and keys are made of bytes, identities of both.
    @Test(arguments: ["cert", "keys", "idnt"])
    func classesOfBytes(name: String) throws {
        #expect(try CopyRequest(["class": name]).query.itemClass == ItemClass(rawValue: name))
        #expect(
            failure { _ = try AddRequest(["class": name]).groups() }
                == .parameter)
    }

    @Test func otherClasses() {
        #expect(code(["class": "apls"]) == .noSuchClass)
        #expect(code(["class": ""]) == .noSuchClass)
        #expect(code(["class": 5]) == .parameter)
        #expect(code(["class": NSNull()]) == .parameter)
        #expect(code(["acct": "me"]) == .parameter)
    }

    private func code(_ dictionary: NSDictionary) -> KeychainError.Code? {
        failure { _ = try CopyRequest(dictionary) }
    }
}
