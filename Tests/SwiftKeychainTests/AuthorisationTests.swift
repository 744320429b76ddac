// SPDX-License-Identifier: Apache-2.0
import KeychainTestSupport
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService

@Suite struct AuthorisationTests {
    private func entitled(_ groups: String...) -> Call {
        Call(Caller(groups: groups, isUnsigned: false))
    }

    private func query(_ group: String?) throws -> Query {
        try .password(group.map { [.accessGroup: .string($0)] } ?? [:])
    }

    private func item(_ group: String?) throws -> NewItem {
        try .password(service: "s", group.map { [.accessGroup: .string($0)] } ?? [:])
    }

    private static let purposes: [Call.Purpose] = [.find, .update, .delete]

    // MARK: Groups that are the program's

    @Test(arguments: purposes)
    func ownGroups(_ purpose: Call.Purpose) throws {
        let authorisation = entitled("a", "b")
        #expect(
            try authorisation.authorise(query(nil), for: purpose).groups == .some(["a", "b"]))
        #expect(try authorisation.authorise(query("b"), for: purpose).groups == .some(["b"]))
    }

    @Test func newItemsGoToTheFirst() throws {
        #expect(try entitled("a", "b").authorise(item(nil)).accessGroup == "a")
        #expect(try entitled("a", "b").authorise(item("b")).accessGroup == "b")
        #expect(try Call(.unsigned).authorise(item(nil)).accessGroup == "unsigned")
    }

    @Test func everyGroup() throws {
        let authorisation = entitled("*")
        #expect(try authorisation.authorise(query(nil), for: .delete).groups == .all)
        #expect(try authorisation.authorise(query("any"), for: .update).groups == .some(["any"]))
        #expect(try authorisation.authorise(item("any")).accessGroup == "any")
        // All groups is not a group to put things into.
        #expect(try authorisation.authorise(item(nil)).accessGroup == "unsigned")
        #expect(try entitled("*", "own").authorise(item(nil)).accessGroup == "own")
    }

    // MARK: Groups that are not

    @Test(arguments: purposes)
    func foreignGroupsOfAnEntitledProgram(_ purpose: Call.Purpose) {
        #expect {
            try entitled("a").authorise(query("other"), for: purpose)
        } throws: { KeychainError.Code.missingEntitlement ~= $0 }
    }

    @Test func foreignGroupInAnAdd() {
        #expect {
            try entitled("a").authorise(item("other"))
        } throws: { KeychainError.Code.missingEntitlement ~= $0 }
        #expect {
            try Call(.unsigned).authorise(item("other"))
        } throws: { KeychainError.Code.noAccessForItem ~= $0 }
    }

    @Test func foreignGroupsOfAnUnsignedProgram() {
        let unsigned = Call(.unsigned)
        for purpose in [Call.Purpose.find, .delete] {
            #expect {
                try unsigned.authorise(query("other"), for: purpose)
            } throws: { KeychainError.Code.missingEntitlement ~= $0 }
        }
        #expect {
            try unsigned.authorise(query("other"), for: .update)
        } throws: { KeychainError.Code.noAccessForItem ~= $0 }
    }

    @Test func groupsAreComparedByTheirBytes() {
        #expect {
            try entitled("caf\u{e9}").authorise(query("cafe\u{301}"), for: .find)
        } throws: { KeychainError.Code.missingEntitlement ~= $0 }
        #expect {
            try entitled("group").authorise(query("Group"), for: .find)
        } throws: { KeychainError.Code.missingEntitlement ~= $0 }
    }

    @Test func aRefusalNamesTheGroupAndThoseHeld() {
        let error = #expect(throws: KeychainError.self) {
            try entitled("a").authorise(query("other"), for: .find)
        }
        #expect(error?.detail.contains("\"other\"") == true)
        #expect(error?.detail.contains("\"a\"") == true)
    }

    // MARK: No groups at all

    @Test func noGroupsNoRights() throws {
        let withoutGroups = entitled()
        for purpose in Self.purposes {
            #expect {
                try withoutGroups.authorise(query(nil), for: purpose)
            } throws: { KeychainError.Code.missingEntitlement ~= $0 }
        }
        #expect { try withoutGroups.authorise(item(nil)) } throws: {
            KeychainError.Code.missingEntitlement ~= $0
        }
        #expect {
            try withoutGroups.authorise(item("unsigned"))
        } throws: { KeychainError.Code.missingEntitlement ~= $0 }
    }

    // MARK: Tokens

    @Test func tokensAreOnlyRead() throws {
        let token = Caller.tokenGroup
        for authorisation in [entitled("own", token), entitled("*")] {
            #expect(
                try authorisation.authorise(query(token), for: .find).groups == .some([token]))
            for purpose in [Call.Purpose.update, .delete] {
                #expect {
                    try authorisation.authorise(query(token), for: purpose)
                } throws: { KeychainError.Code.missingEntitlement ~= $0 }
            }
            #expect {
                try authorisation.authorise(item(token))
            } throws: { KeychainError.Code.missingEntitlement ~= $0 }
            #expect {
                try authorisation.authorise(item(token), from: "own")
            } throws: { KeychainError.Code.missingEntitlement ~= $0 }
        }
        #expect {
            try entitled(token).authorise(item(nil))
        } throws: { KeychainError.Code.missingEntitlement ~= $0 }
    }

    // MARK: Changes

    @Test func anItemThatIsMoved() throws {
        let authorisation = entitled("a", "b")
        #expect(try authorisation.authorise(item(nil), from: "a").accessGroup == "a")
        #expect(try authorisation.authorise(item("b"), from: "a").accessGroup == "b")
        #expect {
            try authorisation.authorise(item("other"), from: "a")
        } throws: { KeychainError.Code.missingEntitlement ~= $0 }
        #expect {
            try Call(.unsigned).authorise(item("other"), from: "unsigned")
        } throws: { KeychainError.Code.noAccessForItem ~= $0 }
    }

    @Test func aChangeThatNamesAGroup() throws {
        let authorisation = entitled("a")
        try authorisation.authorise(Change([.accessGroup: .string("a")]))
        try authorisation.authorise(Change([.label: .string("x")]))
        #expect {
            try authorisation.authorise(Change([.accessGroup: .string("other")]))
        } throws: { KeychainError.Code.missingEntitlement ~= $0 }
    }
}
