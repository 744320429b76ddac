// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import Testing

/// What an update leaves of an item, where the change names the protection or what is stored.
@Suite struct ChangeTests {
    private func item(_ control: AccessControl) -> Item {
        Item(
            reference: PersistentReference(
                itemClass: .genericPassword, uuid: Array(repeating: 1, count: 16)),
            revision: 1, accessGroup: "group", accessControl: control, synchronizable: false,
            isTombstone: false, stored: [.account: .string("me"), .creationDate: .date(1)])
    }

    private func identity() -> Item {
        func half(_ itemClass: ItemClass, _ stored: [Attribute: AttributeValue]) -> Item {
            Item(
                reference: PersistentReference(
                    itemClass: itemClass, uuid: Array(repeating: 1, count: 16)),
                revision: 1, accessGroup: itemClass.rawValue, accessControl: plain,
                synchronizable: false, isTombstone: false, stored: stored)
        }
        return Item(
            identity: half(.certificate, [.label: .string("c"), .tokenID: .string("t")]),
            half(.key, [.label: .string("k"), .applicationTag: .string("tag")]))
    }

    private func applied(
        _ changes: [Attribute: AttributeValue], to control: AccessControl
    ) throws -> NewItem {
        try Change(changes).applied(to: item(control))
    }

    private let plain = AccessControl(plain: .whenUnlocked)
    private let present: AccessControl

    init() throws {
        present = try AccessControl(protection: .whenUnlocked, flags: .userPresence)
    }

    @Test func storedValuesSayNothing() throws {
        for control in [plain, present] {
            let same: [Attribute: AttributeValue] = [
                .accessControl: .data(control.encoded()), .accessible: .string("ak"),
                .accessGroup: .string("group"), .synchronizable: .number(0), .tombstone: .number(0),
                .creationDate: .date(5), .account: .string("me"),
            ]
            let new = try applied(same, to: control)
            #expect(new.accessControl == control)
            #expect(new.attributes == [.account: .string("me")])
        }
    }

    @Test func theTokenStays() throws {
        let token = AttributeValue.string("com.example:1")
        func applied(_ new: AttributeValue, to stored: AttributeValue?) throws -> AttributeValue? {
            let item = Item(
                reference: PersistentReference(
                    itemClass: .genericPassword, uuid: Array(repeating: 1, count: 16)),
                revision: 1, accessGroup: "group", accessControl: plain, synchronizable: false,
                isTombstone: false, stored: stored.map { [.tokenID: $0] } ?? [:])
            return try Change([.tokenID: new]).applied(to: item).attributes[.tokenID]
        }
        #expect(try applied(token, to: token) == token)
        #expect(try applied(.data(Array("com.example:1".utf8)), to: token) == token)
        for (new, stored) in [
            (AttributeValue.string("com.example:2"), token), (.string(""), token), (token, nil),
            (.data([0xff]), token), (.number(1), token),
        ] {
            #expect {
                _ = try applied(new, to: stored)
            } throws: { KeychainError.Code.parameter ~= $0 }
        }
    }

    @Test func halvesOfAnIdentityGetWhatIsNew() throws {
        let identity = identity()
        let change = try Change([
            .accessGroup: .string("cert"), .label: .string("c"), .tokenID: .string("t"),
            .accessible: .string("ak"), .applicationTag: .string("tag"),
        ])
        for itemClass in [ItemClass.certificate, .key] {
            #expect(try change.half(for: itemClass, of: identity).attributes.isEmpty)
        }
        let new: [Attribute: AttributeValue] = [.accessGroup: .string("keys"), .label: .data([99])]
        for itemClass in [ItemClass.certificate, .key] {
            #expect(try Change(new).half(for: itemClass, of: identity).attributes == new)
        }
        let control: [Attribute: AttributeValue] = [.accessControl: .data(plain.encoded())]
        for itemClass in [ItemClass.certificate, .key] {
            #expect(try Change(control).half(for: itemClass, of: identity).attributes == control)
            let both = try Change(control.merging([.accessible: .string("ak")]) { $1 })
            #expect(try both.half(for: itemClass, of: identity).attributes.isEmpty)
        }
        let tag: [Attribute: AttributeValue] = [.applicationTag: .string("new")]
        #expect(try Change(tag).half(for: .certificate, of: identity).attributes.isEmpty)
        #expect(try Change(tag).half(for: .key, of: identity).attributes == tag)
    }

    @Test func aNewClassKeepsTheConstraints() throws {
        let new = try applied([.accessible: .string("cku")], to: present)
        #expect(new.accessControl.protection == .afterFirstUnlockThisDeviceOnly)
        #expect(new.accessControl.flags == .userPresence)
        let same = try applied(
            [.accessible: .string("cku"), .accessControl: .data(present.encoded())], to: present)
        #expect(same.accessControl == new.accessControl)
    }

    @Test func aNewAccessControlReplacesBoth() throws {
        let new = try applied([.accessControl: .data(present.encoded())], to: plain)
        #expect(new.accessControl == present)
        let beside = try applied(
            [.accessControl: .data(present.encoded()), .accessible: .string("ak")], to: plain)
        #expect(beside.accessControl == present)
    }

    @Test func twoNewOnesMustAgree() throws {
        let other = AccessControl(plain: .always)
        let agreeing: [Attribute: AttributeValue] = [
            .accessControl: .data(other.encoded()), .accessible: .string("dk"),
        ]
        #expect(try applied(agreeing, to: plain).accessControl == other)
        #expect {
            try applied(
                [.accessControl: .data(other.encoded()), .accessible: .string("ck")], to: plain)
        } throws: { KeychainError.Code.parameter ~= $0 }
    }

    @Test func theErrorSaysWhatDoesNotAgree() {
        func detail(_ protection: String, _ control: AccessControl) -> String? {
            do throws(KeychainError) {
                _ = try NewItem(
                    .genericPassword,
                    attributes: [
                        .accessible: .string(protection), .accessControl: .data(control.encoded()),
                    ])
                return nil
            } catch {
                return error.detail
            }
        }
        #expect(detail("ak", plain) == nil)
        #expect(detail("ck", plain)?.contains("class differs from kSecAttrAccessible") == true)
        #expect(detail("ak", present)?.contains("has a constraint") == true)
    }

    @Test func anUnknownClassIsRefused() {
        #expect {
            try applied([.accessible: .string("zz")], to: plain)
        } throws: { KeychainError.Code.parameter ~= $0 }
    }
}
