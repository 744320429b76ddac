// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import KeychainTestSupport
import Security
import Testing

/// Searches by lists of attributes.
@Suite struct KeychainSearchTests {
    private let test = TestKeychain()

    private func add(
        _ service: String, _ account: String, in keychain: SecKeychain? = nil
    ) throws -> SecKeychainItem {
        var item: SecKeychainItem?
        try #require(
            SecKeychainAddGenericPassword(
                keychain, UInt32(service.utf8.count), service, UInt32(account.utf8.count), account,
                1, "x", &item) == errSecSuccess)
        return try #require(item)
    }

    private func search(
        _ values: [(tag: SecItemAttr, text: String)], _ itemClass: SecItemClass,
        in keychains: CFTypeRef? = nil
    ) -> (status: OSStatus, search: SecKeychainSearch?) {
        var attributes = values.map { value in
            SecKeychainAttribute(
                tag: value.tag.rawValue, length: UInt32(value.text.utf8.count),
                data: UnsafeMutableRawPointer(strdup(value.text)))
        }
        defer { for attribute in attributes { free(attribute.data) } }
        return attributes.withUnsafeMutableBufferPointer { buffer in
            var list = SecKeychainAttributeList(
                count: UInt32(buffer.count), attr: buffer.baseAddress)
            var search: SecKeychainSearch?
            let status = SecKeychainSearchCreateFromAttributes(
                keychains, itemClass, &list, &search)
            return (status, search)
        }
    }

    /// Takes out all that a search for generic passwords found.
    private func found(
        _ values: [(tag: SecItemAttr, text: String)], in keychains: CFTypeRef? = nil
    ) throws -> [SecKeychainItem] {
        let made = search(values, .genericPasswordItemClass, in: keychains)
        #expect(made.status == errSecSuccess)
        return taken(try #require(made.search))
    }

    private func taken(_ search: SecKeychainSearch) -> [SecKeychainItem] {
        var items: [SecKeychainItem] = []
        var item: SecKeychainItem?
        while SecKeychainSearchCopyNext(search, &item) == errSecSuccess, let next = item {
            items.append(next)
        }
        #expect(item === items.last)
        #expect(SecKeychainSearchCopyNext(search, &item) == errSecItemNotFound)
        return items
    }

    @Test func allThatMatchComeOneAfterTheOther() throws {
        try test.here {
            #expect(try found([]).isEmpty)
            let (one, two) = (try add("s", "a"), try add("s", "b"))
            let three = try add("t", "a")
            #expect(try found([]) == [one, two, three])
            #expect(try found([(.serviceItemAttr, "s")]) == [one, two])
            #expect(try found([(.accountItemAttr, "a")]) == [one, three])
            #expect(try found([(.serviceItemAttr, "t"), (.accountItemAttr, "a")]) == [three])
            #expect(try found([(.serviceItemAttr, "u")]).isEmpty)
            let servers = search([], .internetPasswordItemClass)
            #expect(servers.status == errSecSuccess)
            #expect(taken(try #require(servers.search)).isEmpty)
            var search: SecKeychainSearch?
            #expect(
                SecKeychainSearchCreateFromAttributes(nil, .genericPasswordItemClass, nil, &search)
                    == errSecSuccess)
            let every = try #require(search)
            #expect(CFGetTypeID(every) == SecKeychainSearchGetTypeID())
            #expect(taken(every) == [one, two, three])
        }
    }

    @Test func whatIsFoundMayBeDeletedOnTheWay() throws {
        try test.here {
            _ = try (add("s", "a"), add("s", "b"))
            let search = try #require(search([], .genericPasswordItemClass).search)
            var (item, count): (SecKeychainItem?, Int) = (nil, 0)
            while SecKeychainSearchCopyNext(search, &item) == errSecSuccess, let next = item {
                #expect(SecKeychainItemDelete(next) == errSecSuccess)
                count += 1
            }
            #expect(count == 2)
            #expect(try found([]).isEmpty)
        }
    }

    @Test func keychainsAreSearchedInTheirOrder() throws {
        try test.here {
            var made: SecKeychain?
            #expect(SecKeychainCreate("second", 0, nil, false, nil, &made) == errSecSuccess)
            let second = try #require(made)
            let there = try add("s", "a", in: second)
            let own = try add("s", "a")
            #expect(try found([]) == [own, there])
            #expect(try found([], in: second) == [there])
            var first: SecKeychain?
            #expect(SecKeychainItemCopyKeychain(own, &first) == errSecSuccess)
            let order = [second, try #require(first)] as CFArray
            #expect(try found([], in: order) == [there, own])
            #expect(SecKeychainDelete(second) == errSecSuccess)
            let gone = search([], .genericPasswordItemClass, in: second)
            #expect(gone == (errSecNoSuchKeychain, nil))
        }
    }

    @Test func argumentsThatMeanNothing() {
        test.here {
            #expect(search([], .certificateItemClass) == (errSecNoSuchClass, nil))
            #expect(
                search([(.serverItemAttr, "h")], .genericPasswordItemClass)
                    == (errSecNoSuchAttr, nil))
            #expect(search([(.creatorItemAttr, "abc")], .genericPasswordItemClass).status == -50)
            #expect(
                search([], .genericPasswordItemClass, in: "x" as NSString) == (errSecParam, nil))
        }
    }
}
