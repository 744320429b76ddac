// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import SwiftKeychainModel

@Suite struct AttributeConversionTests {
    func description(
        _ attribute: Attribute, _ itemClass: ItemClass = .genericPassword
    ) throws -> AttributeDescription {
        try #require(itemClass.attributes[attribute])
    }

    /// One row a fact: class, attribute, what the caller gives, what is stored; nil: refused.
    @Test(
        arguments: [
            (.genericPassword, .account, .string("a"), .string("a")),
            (.genericPassword, .account, .data([0xff]), .data([0xff])),
            (.genericPassword, .account, .number(7), .number(7)),
            (.genericPassword, .account, .boolean(true), nil),
            (.genericPassword, .account, .date(1), nil),
            (.genericPassword, .syncViewHint, .string("a"), .string("a")),
            (.genericPassword, .syncViewHint, .data([0x61]), .string("a")),
            (.genericPassword, .syncViewHint, .data([0xff]), nil),
            (.genericPassword, .syncViewHint, .number(1), nil),
            (.certificate, .issuer, .data([1]), .data([1])),
            (.certificate, .issuer, .string("é"), .data([0xc3, 0xa9])),
            (.certificate, .issuer, .number(-1), .data([0xff, 0xff, 0xff, 0xff])),
            (.certificate, .issuer, .number(0xffff_ffff), .data([0xff, 0xff, 0xff, 0xff])),
            (.certificate, .issuer, .number(1 << 32), nil),
            (.certificate, .issuer, .boolean(false), nil),
            (.genericPassword, .creator, .number(.min), .number(.min)),
            (.genericPassword, .creator, .boolean(true), .boolean(true)),
            (.genericPassword, .creator, .string("42"), .number(42)),
            (.genericPassword, .creator, .string("-42"), .number(-42)),
            (.genericPassword, .creator, .string("042"), .string("042")),
            (.genericPassword, .creator, .string("+42"), .string("+42")),
            (.genericPassword, .creator, .string(" 42"), .string(" 42")),
            (.genericPassword, .creator, .string("-0"), .string("-0")),
            (.genericPassword, .creator, .string("abcd"), .string("abcd")),
            (.genericPassword, .creator, .data([1]), nil),
            (.internetPassword, .protocol, .string("http"), .string("http")),
            (.internetPassword, .protocol, .number(5), .number(5)),
            (.internetPassword, .protocol, .boolean(true), .boolean(true)),
            (.internetPassword, .protocol, .data([1]), nil),
            (.internetPassword, .authenticationType, .data([1]), .data([1])),
            (.internetPassword, .authenticationType, .boolean(true), nil),
            (.key, .startDate, .date(1.5), .date(1.5)),
            (.key, .startDate, .date(-0.0), .date(0.0)),
            (.key, .startDate, .date(.infinity), nil),
            (.key, .startDate, .date(.nan), nil),
            (.key, .startDate, .number(1), nil),
            (.key, .accessible, .string("ak"), .string("ak")),
            (.key, .accessible, .data([0x61, 0x6b]), .string("ak")),
            (.key, .accessible, .string("zz"), nil),
        ] as [(ItemClass, Attribute, AttributeValue, AttributeValue?)])
    func accepts(
        _ itemClass: ItemClass, _ attribute: Attribute, _ value: AttributeValue,
        _ stored: AttributeValue?
    ) throws {
        let description = try description(attribute, itemClass)
        guard let stored else {
            #expect { try description.accept(value) } throws: { KeychainError.Code.parameter ~= $0 }
            return
        }
        #expect(try description.accept(value) == stored)
        // What was accepted is accepted again as it is.
        #expect(try description.accept(stored) == stored)
    }

    @Test func refusesWhatIsTooLarge() throws {
        let account = try description(.account)
        let limit = Limits.attributeBytes
        #expect(throws: Never.self) {
            try account.accept(.data(Array(repeating: 0, count: limit)))
        }
        #expect {
            try account.accept(.data(Array(repeating: 0, count: limit + 1)))
        } throws: { KeychainError.Code.parameter ~= $0 }
        #expect {
            try account.accept(.string(String(repeating: "é", count: limit / 2 + 1)))
        } throws: { KeychainError.Code.parameter ~= $0 }
    }

    /// One row a fact: which two values are one for a search and for uniqueness.
    @Test(
        arguments: [
            (.genericPassword, .account, .string("a"), .data([0x61]), true),
            (.genericPassword, .account, .number(0x61), .data([0x61, 0, 0, 0]), true),
            (.genericPassword, .account, .number(-1), .number(0xffff_ffff), true),
            (.genericPassword, .account, .string("a"), .string("A"), false),
            (.genericPassword, .account, .string("é"), .string("e\u{301}"), false),
            (.genericPassword, .account, .string(""), .data([]), true),
            (.genericPassword, .account, .string("1"), .number(1), false),
            (.genericPassword, .creator, .number(1), .boolean(true), true),
            (.genericPassword, .creator, .number(0), .boolean(false), true),
            (.genericPassword, .creator, .number(1), .string("1x"), false),
            (.genericPassword, .creator, .string(""), .number(0), false),
            (.internetPassword, .protocol, .string("http"), .number(0x6874_7470), true),
            (.internetPassword, .protocol, .string("htps"), .number(0x6874_7470), false),
            (.internetPassword, .protocol, .string(""), .number(0), true),
            (.internetPassword, .protocol, .string("http2"), .string("http"), false),
            (
                .internetPassword, .authenticationType, .data([0x64, 0x66, 0x6c, 0x74]),
                .string("dflt"), true
            ),
            (.key, .startDate, .date(1), .date(1.5), false),
            (.key, .startDate, .date(1.5), .date(1.5), true),
        ] as [(ItemClass, Attribute, AttributeValue, AttributeValue, Bool)])
    func compares(
        _ itemClass: ItemClass, _ attribute: Attribute, _ left: AttributeValue,
        _ right: AttributeValue, _ areEqual: Bool
    ) throws {
        let description = try description(attribute, itemClass)
        #expect(description.equal(left, right) == areEqual)
        #expect(description.equal(right, left) == areEqual)
    }

    /// A number and a text of one attribute never share their bytes by accident.
    @Test func numbersTextsAndDatesAreTagged() throws {
        let creator = try description(.creator)
        let number = creator.comparisonBytes(.number(0x41))
        #expect(number.first == UInt8(ascii: "n") && number.count == 9)
        let text = String(decoding: number.dropFirst(), as: UTF8.self)
        #expect(creator.comparisonBytes(.string(text)) != number)
        #expect(creator.comparisonBytes(.string(text)).first == UInt8(ascii: "s"))
        let date = try description(.creationDate).comparisonBytes(.date(1))
        #expect(date == [UInt8(ascii: "d"), 0, 0, 0, 0, 0, 0, 0xf0, 0x3f])
    }

    @Test(arguments: ItemClass.allCases)
    func noPairOfAttributeAndValueTraps(_ itemClass: ItemClass) {
        let values: [AttributeValue] = [
            .string(""), .string("http"), .string("\u{0}"), .data([]), .data([0xff, 0xfe]),
            .data([1, 2, 3, 4]), .number(.min), .number(.max), .number(0), .boolean(true),
            .date(0), .date(.nan), .date(-.infinity),
        ]
        for description in itemClass.attributes.descriptions {
            for value in values {
                _ = try? description.accept(value)
                #expect(description.equal(value, value))
            }
        }
    }
}
