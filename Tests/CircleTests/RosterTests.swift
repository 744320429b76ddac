// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSync
import Testing

@testable import SwiftKeychainCircle

/// Who is a member, from statements in any order.
@Suite struct RosterTests {
    private let circle: Circle
    private let laptop, phone, stranger, recovery: DeviceID

    init() throws {
        circle = try Circle()
        (laptop, phone) = (circle.laptop.publicKeys.name, circle.phone.publicKeys.name)
        (stranger, recovery) = (circle.stranger.publicKeys.name, circle.recovery.publicKeys.name)
    }

    @Test func whoWasAddedByAMemberIsOneInAnyOrder() {
        let statements = [
            circle.member(circle.phone, by: circle.laptop, sequence: 3),
            circle.member(circle.stranger, by: circle.phone, sequence: 5),
        ]
        for order in [statements, statements.reversed()] {
            let roster = Roster(circle.genesis, order)
            #expect(Set(roster.keys.keys) == [laptop, phone, stranger, recovery])
            #expect(roster.added == [laptop: [phone: 3], phone: [stranger: 5]])
            #expect(roster.statements == Set(statements))
        }
    }

    @Test func whoWasAddedByAStrangerIsNone() throws {
        let other = try Circle()
        let roster = Roster(
            circle.genesis,
            [
                circle.member(circle.phone, by: circle.stranger),
                other.member(circle.phone, by: circle.laptop),
                circle.member(circle.stranger, by: circle.stranger),
            ])
        #expect(Set(roster.keys.keys) == [laptop, recovery] && roster.statements.isEmpty)
    }

    @Test func aStatementThatWasChangedDoesNotCount() throws {
        let bytes = circle.member(circle.phone, by: circle.laptop).bytes
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1
            guard let statement = try? MemberStatement(changed) else { continue }
            #expect(Roster(circle.genesis, [statement]).keys[phone] == nil)
            #expect(throws: CircleFault.malformed) { try MemberStatement(Array(bytes[..<index])) }
        }
    }

    /// What is added to such a number would not be one.
    @Test func aNumberThatNoDeviceReachesIsRefused() {
        let last = RecordVersion.greatest
        let statements = [last, last + 1, .max].map {
            circle.member(circle.phone, by: circle.laptop, sequence: $0)
        }
        #expect(statements.map { (try? MemberStatement($0.bytes)) != nil } == [true, false, false])
    }

    @Test func nobodyJoinsWithoutConsent() {
        let consent = MemberStatement.consent(
            circle: circle.name, sponsor: laptop, name: "device", keys: circle.stranger)
        let statement = circle.statement(
            .member(circle.phone.publicKeys, name: "device", consent: consent), by: circle.laptop)
        #expect(Roster(circle.genesis, [statement]).keys[phone] == nil)
    }

    @Test func aRecoveryCodeThatWasUsedAddsNobody() throws {
        let next = try MemberKeys(recovery: .generate())
        let replaced = circle.statement(
            .recovery(next.publicKeys), by: circle.recovery, 3)
        let before = circle.member(circle.phone, by: circle.recovery, sequence: 2)
        let after = circle.member(circle.stranger, by: circle.recovery, sequence: 4)
        // Who has the code that was used can choose the number, but can't sign for the successor.
        #expect(Roster(circle.genesis, [replaced, before]).keys[phone] == nil)
        let again = circle.member(circle.phone, by: next)
        for order in [[replaced, before, after, again], [again, after, before, replaced]] {
            let roster = Roster(circle.genesis, order)
            #expect(roster.recovery == [recovery, next.publicKeys.name])
            #expect(roster.keys[phone] != nil && roster.keys[stranger] == nil)
        }
        let valid = circle.member(circle.stranger, by: next)
        #expect(Roster(circle.genesis, [replaced, valid]).keys[stranger] != nil)
    }

    @Test func ofTwoRecoveriesOneCounts() throws {
        let codes = [try MemberKeys(recovery: .generate()), try MemberKeys(recovery: .generate())]
        let statements = codes.enumerated().map {
            circle.statement(.recovery($1.publicKeys), by: circle.recovery, UInt64($0 + 1))
        }
        let smaller = codes.map(\.publicKeys.name).min()
        for order in [statements, statements.reversed()] {
            #expect(Roster(circle.genesis, order).recovery.last == smaller)
        }
    }

    @Test func aDeviceIsNoOtherRecoveryMember() {
        let statement = circle.statement(
            .recovery(circle.stranger.publicKeys), by: circle.laptop)
        let roster = Roster(circle.genesis, [statement])
        #expect(roster.recovery == [recovery] && roster.statements.isEmpty)
    }
}
