// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainModel
import Testing

@testable import Security

/// Keys that say how a call goes about its work, and those that say what it returns.
@Suite struct UseTests {
    private final class Context: NSObject, _KeychainAuthenticationContext {
        let interactionNotAllowed: Bool
        let localizedReason = ""
        let _keychainContext = AuthenticationContext()

        init(interactionNotAllowed: Bool) { self.interactionNotAllowed = interactionNotAllowed }
    }

    private func policy(_ more: [String: Any]) throws -> Authentication.Policy {
        try CopyRequest(generic(more)).search.asking.policy
    }

    @Test func authentication() throws {
        #expect(try policy([:]) == .allow)
        #expect(try policy(["u_AuthUI": "u_AuthUIA"]) == .allow)
        #expect(try policy(["u_AuthUI": "u_AuthUIF"]) == .fail)
        #expect(try policy(["u_AuthUI": "u_AuthUIS"]) == .skip)
        #expect(try policy(["u_NoAuthUI": true]) == .fail)
        #expect(try policy(["u_NoAuthUI": false]) == .allow)
        #expect(try policy(["u_NoAuthUI": true, "u_AuthUI": "u_AuthUIA"]) == .fail)
        #expect(try policy(["u_NoAuthUI": true, "u_AuthUI": "u_AuthUIS"]) == .skip)
        #expect(try policy(["u_AuthCtx": Context(interactionNotAllowed: true)]) == .fail)
        #expect(try policy(["u_AuthCtx": Context(interactionNotAllowed: false)]) == .allow)
        for wrong in ["allow", 1, NSNull()] as [Any] {
            #expect(queryFailures(["u_AuthUI": wrong]) == [.parameter])
        }
        #expect(queryFailures(["u_AuthCtx": "x"]) == [.parameter])
        #expect(queryFailures(["u_AuthCtx": NSObject()]) == [.parameter])
        #expect(queryFailures(["u_NoAuthUI": "x"]) == [.parameter])
    }

    @Test func contextAndCredential() {
        let context = Context(interactionNotAllowed: false)
        #expect(queryFailures(["u_CredRef": Data([1])]) == [nil])
        #expect(queryFailures(["u_CredRef": "x"]) == [.parameter])
        #expect(queryFailures(["u_CredRef": Data(), "u_AuthCtx": context]) == [.parameter])
    }

    @Test func skippingIsForSearchesOnly() {
        let skip: [String: Any] = ["u_AuthUI": "u_AuthUIS"]
        #expect(copyFailure(skip) == nil)
        #expect(addFailure(skip) == .parameter)
        #expect(queryFailures(skip) == [nil, .parameter])
    }

    @Test func otherUses() throws {
        #expect(queryFailures(["u_OpPrompt": "please"]) == [nil])
        #expect(queryFailures(["u_OpPrompt": 5]) == [.parameter])
        #expect(queryFailures(["u_UserIndependentKeychain": true]) == [nil])
        #expect(queryFailures(["u_UserIndependentKeychain": "x"]) == [.parameter])
        for (value, expected) in [
            (true, true), (false, false), (1, true), (0, false), ("1", true), ("0", false),
        ] as [(Any, Bool)] {
            let request = try DeleteRequest(generic(["u_Tomb": value]))
            #expect(request.query.leavesTombstones == expected)
        }
        #expect(queryFailures(["u_Tomb": "x"]) == [.parameter])
        #expect(queryFailures(["u_Tomb": Data()]) == [.parameter])
    }

    @Test func returnKeys() throws {
        func shape(_ more: [String: Any]) throws -> ResultShape {
            try CopyRequest(generic(more)).shape
        }
        #expect(try shape([:]) == ResultShape([], isArray: false))
        #expect(try shape(["r_Data": true]) == ResultShape(.data, isArray: false))
        #expect(try shape(["r_Data": 1]) == ResultShape(.data, isArray: false))
        #expect(try shape(["r_Data": 0]) == ResultShape([], isArray: false))
        #expect(try shape(["r_Data": false]) == ResultShape([], isArray: false))
        let all: [String: Any] = [
            "r_Data": true, "r_Attributes": true, "r_Ref": true, "r_PersistentRef": true,
            "m_Limit": "m_LimitAll",
        ]
        #expect(
            try shape(all)
                == ResultShape(
                    [.data, .attributes, .reference, .persistentReference], isArray: true))
        for key in ["r_Data", "r_Attributes", "r_Ref", "r_PersistentRef"] {
            for wrong in ["true", "1", 2, -1, Data(), NSNull(), 1.0] as [Any] {
                #expect(queryFailures([key: wrong]) == [.parameter])
                #expect(addFailure([key: wrong]) == .parameter)
            }
            // Updates and deletes return nothing, and say nothing about it.
            #expect(queryFailures([key: true]) == [nil])
        }
    }

    @Test func whatIsReadOfAnItem() {
        #expect(ResultShape([], isArray: true).itemParts == [])
        #expect(ResultShape(.data, isArray: false).itemParts == .secret)
        #expect(ResultShape(.attributes, isArray: false).itemParts == .attributes)
        #expect(
            ResultShape([.reference, .data], isArray: false).itemParts == [.reference, .secret])
        #expect(ResultShape(.persistentReference, isArray: false).itemParts == .reference)
    }

    @Test func arraysFollowTheLimit() throws {
        for (limit, isArray) in [
            ("m_LimitOne", false), (1, false), ("m_LimitAll", true), (2, true),
        ] as [(Any, Bool)] {
            #expect(try CopyRequest(generic(["m_Limit": limit])).shape.isArray == isArray)
        }
    }
}
