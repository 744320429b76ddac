// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import SwiftKeychain
import KeychainTestSupport
import Security
import Testing

/// Attributes of items as lists of tags, lengths and pointers.
@Suite struct KeychainContentTests {
    private let test = TestKeychain()

    /// Lends attributes with these values to `body`.
    private func withList<R>(
        _ values: [(tag: UInt32, bytes: [UInt8])],
        _ body: (UnsafeMutablePointer<SecKeychainAttributeList>) throws -> R
    ) rethrows -> R {
        var attributes = values.map { value in
            let memory = UnsafeMutableRawPointer.allocate(
                byteCount: max(1, value.bytes.count), alignment: 8)
            memory.copyMemory(from: value.bytes, byteCount: value.bytes.count)
            return SecKeychainAttribute(
                tag: value.tag, length: UInt32(value.bytes.count), data: memory)
        }
        defer { for attribute in attributes { attribute.data?.deallocate() } }
        return try attributes.withUnsafeMutableBufferPointer { buffer in
            var list = SecKeychainAttributeList(
                count: UInt32(buffer.count), attr: buffer.baseAddress)
            return try body(&list)
        }
    }

    /// Reads attributes and password of an item.
    private func content(
        _ item: SecKeychainItem, _ tags: [SecItemAttr]
    ) throws -> (values: [[UInt8]?], password: [UInt8]) {
        var numbers = tags.map(\.rawValue)
        return try numbers.withUnsafeMutableBufferPointer { buffer in
            var info = SecKeychainAttributeInfo(
                count: UInt32(buffer.count), tag: try #require(buffer.baseAddress), format: nil)
            var list: UnsafeMutablePointer<SecKeychainAttributeList>?
            var length: UInt32 = 0
            var data: UnsafeMutableRawPointer?
            var itemClass = SecItemClass.certificateItemClass
            try #require(
                SecKeychainItemCopyAttributesAndData(
                    item, &info, &itemClass, &list, &length, &data) == errSecSuccess)
            #expect(
                itemClass == .genericPasswordItemClass || itemClass == .internetPasswordItemClass)
            let given = try #require(list)
            #expect(given.pointee.count == UInt32(tags.count))
            let attributes = UnsafeBufferPointer(
                start: given.pointee.attr, count: Int(given.pointee.count))
            #expect(attributes.map(\.tag) == tags.map(\.rawValue))
            let values = attributes.map { attribute in
                attribute.data.map {
                    Array(UnsafeRawBufferPointer(start: $0, count: Int(attribute.length)))
                }
            }
            let password = Array(UnsafeRawBufferPointer(start: data, count: Int(length)))
            #expect(SecKeychainItemFreeAttributesAndData(given, data) == errSecSuccess)
            return (values, password)
        }
    }

    private func made(_ service: String, _ password: String = "old") throws -> SecKeychainItem {
        var item: SecKeychainItem?
        try #require(
            SecKeychainAddGenericPassword(
                nil, UInt32(service.utf8.count), service, 1, "a", UInt32(password.utf8.count),
                password, &item) == errSecSuccess)
        return try #require(item)
    }

    private func number(_ number: UInt32) -> [UInt8] {
        withUnsafeBytes(of: number) { Array($0) }
    }

    @Test func everyAttributeOfAGenericPassword() throws {
        try test.here {
            let code = UInt32(0x6161_706C)
            let values: [(tag: SecItemAttr, bytes: [UInt8])] = [
                (.serviceItemAttr, Array("s".utf8)), (.accountItemAttr, Array("a".utf8)),
                (.labelItemAttr, Array("l".utf8)), (.commentItemAttr, Array("c".utf8)),
                (.descriptionItemAttr, Array("d".utf8)), (.genericItemAttr, Array("g".utf8)),
                (.creatorItemAttr, number(code)), (.typeItemAttr, number(code)),
                (.invisibleItemAttr, number(1)), (.negativeItemAttr, number(0)),
                (.customIconItemAttr, number(1)), (.scriptCodeItemAttr, number(7)),
                (.alias, Array("x".utf8)),
            ]
            var item: SecKeychainItem?
            withList(values.map { ($0.tag.rawValue, $0.bytes) }) { list in
                #expect(
                    SecKeychainItemCreateFromContent(
                        .genericPasswordItemClass, list, 2, "pw", nil, nil, &item)
                        == errSecSuccess)
            }
            let found = try content(try #require(item), values.map(\.tag))
            #expect(found.values == values.map(\.bytes))
            #expect(found.password == Array("pw".utf8))
            // Its type there doesn't depend on its bytes.
            var result: CFTypeRef?
            let query: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecReturnAttributes: true,
            ]
            #expect(SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess)
            #expect((result as? [String: Any])?["gena"] as? Data == Data("g".utf8))
            let dates = try content(
                try #require(item), [.creationDateItemAttr, .modDateItemAttr]
            ).values
            for date in dates {
                let text = String(decoding: try #require(date), as: UTF8.self)
                #expect(text.count == 16 && text.hasPrefix("2") && text.hasSuffix("Z\0"))
            }
            #expect(try content(try #require(item), []).values.isEmpty)
        }
    }

    @Test func everyAttributeOfAnInternetPassword() throws {
        try test.here {
            var item: SecKeychainItem?
            #expect(
                SecKeychainAddInternetPassword(
                    nil, 1, "h", 1, "d", 1, "a", 1, "p", 8080, .FTP, .httpDigest, 1, "x", &item)
                    == errSecSuccess)
            let found = try content(
                try #require(item),
                [
                    .serverItemAttr, .securityDomainItemAttr, .accountItemAttr, .pathItemAttr,
                    .portItemAttr, .protocolItemAttr, .authenticationTypeItemAttr, .labelItemAttr,
                    .commentItemAttr,
                ]
            ).values
            let values: [[UInt8]?] = [
                Array("h".utf8), Array("d".utf8), Array("a".utf8), Array("p".utf8), number(8080),
                number(SecProtocolType.FTP.rawValue),
                number(SecAuthenticationType.httpDigest.rawValue), Array("h".utf8), nil,
            ]
            #expect(found == values)
        }
    }

    /// C programs read a number without looking at its length.
    @Test func numbersThatAreNotSetAreZero() throws {
        try test.here {
            var item: SecKeychainItem?
            #expect(
                SecKeychainAddInternetPassword(
                    nil, 1, "h", 0, nil, 0, nil, 0, nil, 0, .any, .any, 1, "x", &item)
                    == errSecSuccess)
            let tags: [SecItemAttr] = [
                .portItemAttr, .protocolItemAttr, .authenticationTypeItemAttr, .pathItemAttr,
            ]
            let found = try content(try #require(item), tags).values
            #expect(found == [number(0), number(0), number(0), nil])
        }
    }

    @Test func theNamesOfAllAttributes() throws {
        try test.here {
            let item = try made("s")
            for (itemID, own) in [(0x8000_0000, SecItemAttr.serviceItemAttr), (0x6765_6E70, nil)] {
                var info: UnsafeMutablePointer<SecKeychainAttributeInfo>?
                #expect(
                    SecKeychainAttributeInfoForItemID(nil, UInt32(itemID), &info) == errSecSuccess)
                let names = try #require(info)
                let tags = UnsafeBufferPointer(
                    start: names.pointee.tag, count: Int(names.pointee.count))
                let formats = UnsafeBufferPointer(
                    start: names.pointee.format, count: Int(names.pointee.count))
                #expect(own.map { tags.contains($0.rawValue) } ?? true)
                #expect(!tags.contains(SecItemAttr.serverItemAttr.rawValue))
                #expect(zip(tags, formats).contains { $0 == (0x6364_6174, 5) })
                #expect(zip(tags, formats).contains { $0 == (0x7479_7065, 2) })
                #expect(zip(tags, formats).contains { $0 == (0x6163_6374, 6) })
                // All of them may be asked for at once.
                var list: UnsafeMutablePointer<SecKeychainAttributeList>?
                #expect(
                    SecKeychainItemCopyAttributesAndData(item, names, nil, &list, nil, nil)
                        == errSecSuccess)
                #expect(list?.pointee.count == names.pointee.count)
                // And set again as they are, also those without a value.
                #expect(SecKeychainItemModifyAttributesAndData(item, list, 0, nil) == errSecSuccess)
                #expect(SecKeychainItemFreeAttributesAndData(list, nil) == errSecSuccess)
                #expect(SecKeychainFreeAttributeInfo(names) == errSecSuccess)
            }
            var info: UnsafeMutablePointer<SecKeychainAttributeInfo>?
            #expect(SecKeychainAttributeInfoForItemID(nil, 0x8000_0001, &info) == errSecSuccess)
            let names = try #require(info)
            let tags = Array(
                UnsafeBufferPointer(start: names.pointee.tag, count: Int(names.pointee.count)))
            #expect(tags.contains(SecItemAttr.protocolItemAttr.rawValue))
            #expect(SecKeychainFreeAttributeInfo(names) == errSecSuccess)
            info = nil
            #expect(SecKeychainAttributeInfoForItemID(nil, 15, &info) == errSecNoSuchClass)
            #expect(info == nil)
        }
    }

    @Test func changes() throws {
        try test.here {
            let item = try made("s")
            withList([(SecItemAttr.commentItemAttr.rawValue, Array("c".utf8)), (7, [0x6c])]) {
                #expect(SecKeychainItemModifyAttributesAndData(item, $0, 0, nil) == errSecSuccess)
            }
            var found = try content(item, [.commentItemAttr, .labelItemAttr, .serviceItemAttr])
            #expect(found.values == [Array("c".utf8), [0x6c], Array("s".utf8)])
            #expect(found.password == Array("old".utf8))
            #expect(SecKeychainItemModifyContent(item, nil, 3, "new") == errSecSuccess)
            #expect(try content(item, [.commentItemAttr]).password == Array("new".utf8))
            // No byte is a password, too.
            #expect(SecKeychainItemModifyContent(item, nil, 0, "") == errSecSuccess)
            found = try content(item, [.commentItemAttr])
            #expect(found.password.isEmpty && found.values == [Array("c".utf8)])
        }
    }

    @Test func changesThatAreRefusedChangeNothing() throws {
        try test.here {
            let item = try made("s")
            _ = try made("t")
            let comment = (SecItemAttr.commentItemAttr.rawValue, Array("c".utf8))
            func modify(_ values: [(UInt32, [UInt8])]) -> OSStatus {
                withList(values.map { (tag: $0.0, bytes: $0.1) }) {
                    SecKeychainItemModifyContent(item, $0, 3, "new")
                }
            }
            #expect(modify([comment, (1, [1])]) == errSecNoSuchAttr)
            #expect(
                modify([comment, (SecItemAttr.serverItemAttr.rawValue, [1])]) == errSecNoSuchAttr)
            #expect(
                modify([comment, (SecItemAttr.volumeItemAttr.rawValue, [1])]) == errSecNoSuchAttr)
            for bytes in [[1, 2, 3], [1, 2, 3, 4, 5]] as [[UInt8]] {
                #expect(
                    modify([comment, (SecItemAttr.creatorItemAttr.rawValue, bytes)]) == errSecParam)
            }
            #expect(
                modify([comment, (SecItemAttr.serviceItemAttr.rawValue, Array("t".utf8))])
                    == errSecDuplicateItem)
            #expect(SecKeychainItemModifyContent(item, nil, 5, nil) == errSecParam)
            var list = SecKeychainAttributeList(count: 1, attr: nil)
            #expect(SecKeychainItemModifyContent(item, &list, 3, "new") == errSecParam)
            list.count = .max
            #expect(SecKeychainItemModifyContent(item, &list, 3, "new") == errSecParam)
            let found = try content(item, [.commentItemAttr, .serviceItemAttr])
            #expect(found.values == [nil, Array("s".utf8)])
            #expect(found.password == Array("old".utf8))
        }
    }

    @Test func aListOfTheCallers() throws {
        try test.here {
            let item = try made("s")
            var attributes = [
                SecKeychainAttribute(
                    tag: SecItemAttr.serviceItemAttr.rawValue, length: 0, data: nil),
                SecKeychainAttribute(
                    tag: SecItemAttr.commentItemAttr.rawValue, length: 9, data: nil),
            ]
            attributes.withUnsafeMutableBufferPointer { buffer in
                var list = SecKeychainAttributeList(count: 2, attr: buffer.baseAddress)
                #expect(
                    SecKeychainItemCopyContent(item, nil, &list, nil, nil) == errSecSuccess)
                #expect(buffer[0].length == 1 && buffer[0].data != nil)
                #expect(buffer[1].length == 0 && buffer[1].data == nil)
                #expect(SecKeychainItemFreeContent(&list, nil) == errSecSuccess)
                #expect(buffer[0].data == nil && buffer[0].length == 0)
                buffer[1].tag = 1
                #expect(
                    SecKeychainItemCopyContent(item, nil, &list, nil, nil) == errSecNoSuchAttr)
                #expect(buffer[0].data == nil)
            }
        }
    }

    @Test func theClassOfAKey() throws {
        try test.here {
            let parameters =
                [
                    kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
                ] as CFDictionary
            let key = try #require(SecKeyCreateRandomKey(parameters, nil))
            let keys: [(SecKey, SecItemClass)] = [
                (key, .privateKeyItemClass),
                (try #require(SecKeyCopyPublicKey(key)), .publicKeyItemClass),
            ]
            for (key, wanted) in keys {
                var result: CFTypeRef?
                let item = [kSecValueRef: key, kSecReturnPersistentRef: true] as CFDictionary
                #expect(SecItemAdd(item, &result) == errSecSuccess)
                let reference = try #require(result as? NSData)
                var stored: SecKeychainItem?
                #expect(
                    SecKeychainItemCopyFromPersistentReference(reference, &stored) == errSecSuccess)
                var itemClass = SecItemClass.genericPasswordItemClass
                #expect(
                    SecKeychainItemCopyContent(try #require(stored), &itemClass, nil, nil, nil)
                        == errSecSuccess)
                #expect(itemClass == wanted)
            }
        }
    }

    @Test func argumentsThatMeanNothing() throws {
        try test.here {
            let item = try made("s")
            var list: UnsafeMutablePointer<SecKeychainAttributeList>?
            var data: UnsafeMutableRawPointer?
            var length: UInt32 = 0
            #expect(
                SecKeychainItemCopyAttributesAndData(item, nil, nil, &list, nil, nil)
                    == errSecParam)
            #expect(
                SecKeychainItemCopyAttributesAndData(item, nil, nil, nil, nil, &data)
                    == errSecParam)
            #expect(SecKeychainItemCopyContent(item, nil, nil, nil, &data) == errSecParam)
            #expect(SecKeychainItemCopyContent(item, nil, nil, nil, nil) == errSecSuccess)
            #expect(SecKeychainItemFreeAttributesAndData(nil, nil) == errSecSuccess)
            withList([]) { empty in
                #expect(
                    SecKeychainItemCreateFromContent(
                        .certificateItemClass, empty, 0, nil, nil, nil, nil) == errSecNoSuchClass)
            }
            #expect(SecKeychainItemDelete(item) == errSecSuccess)
            #expect(
                SecKeychainItemCopyContent(item, nil, nil, &length, &data) == errSecItemNotFound)
            #expect(SecKeychainItemModifyContent(item, nil, 1, "x") == errSecItemNotFound)
            #expect(list == nil && data == nil && length == 0)
        }
    }

    @Test func aPasswordThatIsGivenBackIsWiped() throws {
        try test.here {
            let password = String(repeating: "0123456789abcdef", count: 512)
            _ = try made("s", password)
            var length: UInt32 = 0
            var data: UnsafeMutableRawPointer?
            #expect(
                SecKeychainFindGenericPassword(nil, 1, "s", 1, "a", &length, &data, nil)
                    == errSecSuccess)
            let given = try #require(data)
            #expect(length == 8192)
            #expect(SecKeychainItemFreeContent(nil, given) == errSecSuccess)
            // The allocator keeps what was freed last for the next of its size; if it gives it out
            // again, nothing but its own few bytes is in it.
            let again = try #require(malloc(8192))
            defer { free(again) }
            let left = UnsafeRawBufferPointer(start: again, count: 8192)
            #expect(again != given || left.dropFirst(64).allSatisfy { $0 == 0 })
        }
    }
}
