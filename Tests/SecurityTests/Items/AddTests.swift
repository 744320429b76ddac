// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainModel
import Testing

@testable import Security

/// The dictionary of SecItemAdd: secrets, access controls, what it returns.
@Suite struct AddTests {
    private func item(_ more: [String: Any]) throws -> NewItem {
        try AddRequest(generic(more)).groups()[0][0]
    }

    private func secret(_ more: [String: Any]) throws -> [UInt8]? {
        try item(more).secret?.withBytes { Array($0) }
    }

    private func control(
        _ protection: ProtectionClass, _ flags: AccessControl.Flags = []
    ) throws -> SecAccessControl {
        SecAccessControl(try AccessControl(protection: protection, flags: flags))
    }

    @Test func secrets() throws {
        #expect(try secret([:]) == nil)
        #expect(try secret(["v_Data": Data()]) == [])
        #expect(try secret(["v_Data": Data([0, 10, 255])]) == [0, 10, 255])
        #expect(try secret(["v_Data": NSMutableData(data: Data([1]))]) == [1])
        #expect(try secret(["v_Data": "pä"]) == Array("pä".utf8))
        #expect(try secret(["v_Data": ""]) == [])
        #expect(try secret(["v_Data": CoreFoundationMade.string("pä😀")]) == Array("pä😀".utf8))
        for wrong in [5, true, NSNull(), Date(), [1]] as [Any] {
            #expect(addFailure(["v_Data": wrong]) == .parameter)
        }
    }

    @Test func secretsInQueries() {
        #expect(queryFailures(["v_Data": Data([1])]) == [nil])
        for wrong in ["text", 5, NSNull()] as [Any] {
            #expect(queryFailures(["v_Data": wrong]) == [.parameter])
        }
    }

    @Test func accessControls() throws {
        #expect(try item([:]).accessControl == AccessControl(plain: .whenUnlocked))
        #expect(try item(["pdmn": "ck"]).accessControl == AccessControl(plain: .afterFirstUnlock))
        let present = try control(.whenUnlocked, .userPresence)
        #expect(try item(["accc": present]).accessControl == present.value)
        for wrong in ["ak", Data(present.value.encoded()), NSNull(), 5] as [Any] {
            #expect(addFailure(["accc": wrong]) == .parameter)
            #expect(queryFailures(["accc": wrong]) == [.parameter])
            #expect(updateFailure(["accc": wrong]) == .parameter)
        }
    }

    @Test func accessControlBesideAccessible() throws {
        let plain = try control(.whenUnlocked)
        #expect(try item(["accc": plain, "pdmn": "ak"]).accessControl == plain.value)
        #expect(addFailure(["accc": plain, "pdmn": "ck"]) == .parameter)
        #expect(
            addFailure(["accc": try control(.whenUnlocked, .userPresence), "pdmn": "ak"])
                == .parameter)
    }

    @Test func accessControlIsNoCondition() throws {
        let request = try CopyRequest(generic(["accc": try control(.always, .userPresence)]))
        #expect(request.query.conditions.isEmpty)
        #expect(request.query.protection == nil)
    }

    @Test func synchronizableItems() throws {
        #expect(try item(["sync": true, "pdmn": "aku"]).synchronizable)
        #expect(
            addFailure(["sync": true, "accc": try control(.whenUnlocked, .userPresence)])
                == .parameter)
    }

    @Test func attributes() throws {
        let made = try item([
            "acct": "me", "svce": Data([1]), "agrp": "group", "cdat": Date(), "invi": true,
        ])
        #expect(
            made.attributes == [
                .account: .string("me"), .service: .data([1]), .isInvisible: .boolean(true),
            ])
        #expect(made.accessGroup == "group")
        #expect(addFailure(["srvr": "x"]) == .noSuchAttribute)
    }

    @Test func resultFollowsTheReturnKeys() throws {
        #expect(try AddRequest(generic()).shape == ResultShape([], isArray: false))
        #expect(
            try AddRequest(generic(["r_Ref": true, "r_Data": true])).shape
                == ResultShape([.reference, .data], isArray: false))
    }
}
