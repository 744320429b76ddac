// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import KeychainWrappers
import Security
import Testing

/// Is an object of a program's own that can be archived safely.
final class Login: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    let user: String
    init(user: String) { self.user = user }
    func encode(with coder: NSCoder) { coder.encode(user as NSString, forKey: "user") }
    init?(coder: NSCoder) {
        guard let user = coder.decodeObject(of: NSString.self, forKey: "user") else { return nil }
        self.user = "\(user)"
    }
}

/// Is an object that is equal to another by a part of it.
final class NumberedToken: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    let number: Int
    let token: String
    init(_ number: Int, _ token: String) { (self.number, self.token) = (number, token) }
    func encode(with coder: NSCoder) {
        coder.encode(number, forKey: "number")
        coder.encode(token as NSString, forKey: "token")
    }
    init?(coder: NSCoder) {
        guard let token = coder.decodeObject(of: NSString.self, forKey: "token") else { return nil }
        (number, self.token) = (coder.decodeInteger(forKey: "number"), "\(token)")
    }
    override var hash: Int { number }
    override func isEqual(_ object: Any?) -> Bool { (object as? Self)?.number == number }
}

/// Is an object that can be archived, but not safely.
final class Unsafe: NSObject, NSCoding {
    override init() {}
    func encode(with coder: NSCoder) {}
    init?(coder: NSCoder) {}
}

/// Is an object that can be archived safely, of a class that cannot be found again by name.
private final class Nameless: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    override init() {}
    func encode(with coder: NSCoder) {}
    init?(coder: NSCoder) {}
}

@Suite struct MyKeychainTests {
    @Test func givesBackWhatWasSaved() throws {
        try onOwnStore { _ throws in
            try MyKeychain.save(service: "text", data: "häppy")
            #expect(try MyKeychain.load(service: "text") as? String == "häppy")
            try MyKeychain.save(service: "text", data: NSString("object"))
            #expect(try MyKeychain.load(service: "text") as? String == "object")
            try MyKeychain.save(service: "number", data: 42)
            #expect(try MyKeychain.load(service: "number") as? Int == 42)
            try MyKeychain.save(service: "bytes", data: Data([0, 255]))
            #expect(try MyKeychain.load(service: "bytes") as? Data == Data([0, 255]))
            try MyKeychain.save(service: "list", data: ["a", "b"])
            #expect(try MyKeychain.load(service: "list") as? [String] == ["a", "b"])
            let pairs = ["user": "ann", "password": "secret"]
            try MyKeychain.save(service: "pairs", data: pairs)
            #expect(try MyKeychain.load(service: "pairs") as? [String: String] == pairs)
            #expect(try stored().count == 5)
        }
    }

    @Test func givesBackAnObjectOfTheProgram() throws {
        try onOwnStore { _ throws in
            try MyKeychain.save(service: "login", data: [Login(user: "ann")])
            let found = try MyKeychain.load(service: "login") as? [Any]
            #expect((found?.first as? Login)?.user == "ann")
        }
    }

    /// The archiver of this Foundation writes them once.
    @Test func givesBackEqualObjectsThatDiffer() throws {
        try onOwnStore { _ throws in
            func saved(_ object: Any) throws -> [Any] {
                try MyKeychain.save(service: "mail", data: object)
                return try #require(MyKeychain.load(service: "mail") as? [Any])
            }
            let tokens = try saved([NumberedToken(1, "access"), NumberedToken(1, "refresh")])
            #expect(tokens.map { ($0 as? NumberedToken)?.token } == ["access", "refresh"])
            let numbers = try saved([1, true, 1.5, 0, false, [1], [true], Set([true])] as [Any])
            #expect(numbers[0] as? Int == 1 && numbers[1] as? Bool == true)
            #expect(numbers[3] as? Int == 0 && numbers[4] as? Bool == false)
            #expect(numbers[5] as? [Int] == [1] && numbers[6] as? [Bool] == [true])
            #expect(numbers[7] as? Set<Bool> == [true])
            let pairs = try saved([
                ["id": 1, "on": true], ["on": 0, "off": false] as [String: Any],
            ])
            #expect((pairs[0] as? [String: Any])?["id"] as? Int == 1)
            #expect((pairs[0] as? [String: Any])?["on"] as? Bool == true)
            #expect((pairs[1] as? [String: Any])?["off"] as? Bool == false)
            let names = try saved(["caf\u{e9}", "cafe\u{301}"])
            #expect(names.map { ($0 as? String)?.utf8.count } == [5, 6])
        }
    }

    @Test func storesOneItemThatIsThereAfterFirstUnlock() throws {
        try onOwnStore { _ throws in
            try MyKeychain.save(service: "mail", data: "one")
            let before = try #require(try stored().first)
            try MyKeychain.save(service: "mail", data: "two")
            let items = try stored()
            #expect(items.count == 1)
            // Replaced in place: the old value was never gone.
            #expect(items.first?.reference == before.reference)
            #expect(items.first?.revision == 2)
            #expect(items.first?[.service] == .string("mail"))
            #expect(items.first?[.account] == .string("mail"))
            #expect(items.first?[.accessible] == .string("ck"))
        }
    }

    @Test func replacesAnItemOfAnotherProtectionClass() throws {
        try onOwnStore { _ throws in
            try add([
                kSecAttrService: "mail", kSecAttrAccount: "mail",
                kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked,
            ])
            try MyKeychain.save(service: "mail", data: "new")
            #expect(try texts(.accessible) == ["ck"])
            #expect(try MyKeychain.load(service: "mail") as? String == "new")
        }
    }

    @Test func loadsNilWhereThereIsNothingOrNoArchive() throws {
        try onOwnStore { _ throws in
            #expect(try MyKeychain.load(service: "absent") == nil)
            let list = try PropertyListSerialization.data(
                fromPropertyList: ["a": 1], format: .binary, options: 0)
            let unsafe = try NSKeyedArchiver.archivedData(
                withRootObject: Unsafe(), requiringSecureCoding: false)
            let whole = try NSKeyedArchiver.archivedData(
                withRootObject: NSString("x"), requiringSecureCoding: true)
            let others = [
                Data(), Data("hello".utf8), Data(repeating: 0, count: 100),
                Data("bplist00".utf8), list, unsafe, whole.dropLast(20),
            ]
            for (number, bytes) in others.enumerated() {
                try add([
                    kSecAttrService: "\(number)", kSecAttrAccount: "\(number)",
                    kSecValueData: Data(bytes),
                ])
                #expect(try MyKeychain.load(service: "\(number)") == nil, "\(number)")
            }
            try add([kSecAttrService: "none", kSecAttrAccount: "none"])
            #expect(try MyKeychain.load(service: "none") == nil)
        }
    }

    /// Archives that no archiver writes, but another program of the user can.
    @Test func loadsNilForAnArchiveThatCannotBeDecoded() throws {
        try onOwnStore { _ throws in
            let text = ForgedArchive.type("NSString"), list = ForgedArchive.type("NSArray")
            let pairs = ForgedArchive.type("NSDictionary")
            let forged: [[ForgedArchive.Value]] = [
                // An array and a dictionary that contain themselves.
                [.object(["$class": .reference(2), "NS.objects": .list([1])]), list],
                [
                    .object([
                        "$class": .reference(2), "NS.keys": .list([1]), "NS.objects": .list([1]),
                    ]), pairs,
                ],
                // Two keys and one object.
                [
                    .object([
                        "$class": .reference(2), "NS.keys": .list([3, 4]),
                        "NS.objects": .list([3]),
                    ]), pairs, .text("a"), .text("b"),
                ],
                // A class and a part that aren't there.
                [.object(["$class": .reference(9), "NS.objects": .list([])]), list],
                [.object(["$class": .reference(2), "NS.objects": .list([9])]), list],
                [.object(["$class": .reference(2)]), text],
                // Classes that can't be decoded, named in both places.
                [.object(["$class": .reference(2)]), ForgedArchive.type("NSTextCheckingResult")],
                [.object(["$class": .reference(2)]), ForgedArchive.type("NSError")],
                [
                    .object(["$class": .reference(2)]),
                    .object(["$classes": .list([3])]), .text("NSTextCheckingResult"),
                ],
                // A chain of arrays.
                (0..<60_000).map {
                    .object([
                        "$class": .reference(60_001),
                        "NS.objects": .list($0 < 59_999 ? [$0 + 2] : []),
                    ])
                } + [list],
            ]
            for (number, objects) in forged.enumerated() {
                try add([
                    kSecAttrService: "\(number)", kSecAttrAccount: "\(number)",
                    kSecValueData: ForgedArchive.bytes(of: objects),
                ])
                #expect(try MyKeychain.load(service: "\(number)") == nil, "\(number)")
            }
            // The control: an archive of the same make.
            try add([
                kSecAttrService: "control", kSecAttrAccount: "control",
                kSecValueData: ForgedArchive.bytes(of: [
                    .object(["$class": .reference(2), "NS.string": .text("a")]), text,
                ]),
            ])
            #expect(try MyKeychain.load(service: "control") as? String == "a")
        }
    }

    @Test func refusesWhatCannotBeArchivedAndKeepsTheOld() throws {
        struct Value {}
        try onOwnStore { _ throws in
            try MyKeychain.save(service: "mail", data: "old")
            let refused: [Any] = [
                Value(), Unsafe(), [Unsafe()], ["key": [Value()]], Nameless(), [Nameless()],
                Decimal(1.5), [NSDecimalNumber(value: 1)], NSError(domain: "a", code: 1),
                NSAttributedString(string: "a"),
            ]
            for value in refused {
                #expect(throws: WrapperError(status: errSecParam)) {
                    try MyKeychain.save(service: "mail", data: value)
                }
            }
            #expect(try MyKeychain.load(service: "mail") as? String == "old")
        }
    }

    @Test func deletes() throws {
        try onOwnStore { _ throws in
            try MyKeychain.save(service: "one", data: "1")
            try MyKeychain.save(service: "two", data: "2")
            try MyKeychain.delete(service: "one")
            try MyKeychain.delete(service: "one")
            #expect(try MyKeychain.load(service: "one") == nil)
            #expect(try MyKeychain.load(service: "two") as? String == "2")
        }
    }

    @Test func itsQueryFindsTheItem() throws {
        try onOwnStore { _ throws in
            try MyKeychain.save(service: "mail", data: "x")
            let query = MyKeychain.keychainQuery(service: "mail")
            #expect(query[kSecAttrAccount] as? String == "mail")
            #expect(query[kSecAttrAccessible] as? String == "ck")
            #expect(SecItemCopyMatching(query, nil) == errSecSuccess)
            #expect(SecItemDelete(query) == errSecSuccess)
        }
    }

    @Test func throwsWhatALostStatusWouldHide() throws {
        try withoutStore { _ throws in
            #expect(throws: WrapperError.self) { try MyKeychain.save(service: "a", data: "x") }
            #expect(throws: WrapperError.self) { try MyKeychain.load(service: "a") }
            #expect(throws: WrapperError.self) { try MyKeychain.delete(service: "a") }
        }
    }

    @Test func manyTasksSaveAndNoneFindsAGap() async throws {
        try await onOwnStoreWithTasks { _ async throws in
            try MyKeychain.save(service: "mail", data: "value")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    group.addTask { try MyKeychain.save(service: "mail", data: "value \(number)") }
                    group.addTask {
                        let found = try MyKeychain.load(service: "mail") as? String
                        #expect(found?.hasPrefix("value") == true)
                    }
                }
                try await group.waitForAll()
            }
            #expect(try stored().count == 1)
        }
    }
}
