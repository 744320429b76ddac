// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import Foundation
import SwiftKeychain
import KeychainTestSupport
import Security
import Testing

/// The keychains of the system on macOS: views of the certificates that the system trusts.
@Suite(.enabled(if: SystemAnchors.shared.hasBundle, "ca-certificates is not installed"))
struct SystemKeychainTests {
    private static let paths = [
        "/Library/Keychains/System.keychain",
        "/System/Library/Keychains/SystemRootCertificates.keychain",
    ]

    private func with(
        _ path: String, _ body: (SecKeychain) throws -> Void
    ) throws {
        try TrustSamples.onNewKeychain { _ in
            var keychain: SecKeychain?
            try #require(SecKeychainOpen(path, &keychain) == errSecSuccess)
            try body(try #require(keychain))
        }
    }

    private func find(_ keychain: SecKeychain, _ more: [CFString: Any]) -> (OSStatus, CFTypeRef?) {
        let query: [CFString: Any] = [
            kSecClass: kSecClassCertificate, kSecMatchSearchList: [keychain], kSecReturnRef: true,
        ]
        var found: CFTypeRef?
        return (SecItemCopyMatching(query.merging(more) { $1 } as CFDictionary, &found), found)
    }

    /// An update of certificates in several keychains finds out that one is only a view before it changes any.
    @Test(arguments: paths) func anUpdateBesideAViewChangesNothing(path: String) throws {
        try with(path) { keychain in
            let last = try #require(
                (find(keychain, [kSecMatchLimit: kSecMatchLimitAll]).1 as? [SecCertificate])?.last)
            let own: [CFString: Any] = [kSecValueRef: last]
            try #require(SecItemAdd(own as CFDictionary, nil) == errSecSuccess)
            var usual: SecKeychain?
            try #require(SecKeychainCopyDefault(&usual) == errSecSuccess)
            let lists = [kSecMatchSearchList: [try #require(usual), keychain]]
            let change = [kSecAttrLabel: "new"] as CFDictionary
            let query = own.merging(lists) { $1 } as CFDictionary
            #expect(SecItemUpdate(query, change) == errSecReadOnly)
            let changed = own.merging([kSecAttrLabel: "new"]) { $1 } as CFDictionary
            #expect(SecItemCopyMatching(changed, nil) == errSecItemNotFound)
            #expect(SecItemUpdate(own as CFDictionary, change) == errSecSuccess)
            #expect(SecItemCopyMatching(changed, nil) == errSecSuccess)
        }
    }

    @Test(arguments: paths) func rootsAreFound(path: String) throws {
        try with(path) { keychain in
            var anchors: CFArray?
            #expect(SecTrustCopyAnchorCertificates(&anchors) == errSecSuccess)
            let all = find(keychain, [kSecMatchLimit: kSecMatchLimitAll]).1 as? [SecCertificate]
            #expect(all == anchors as? [SecCertificate])
            let last = try #require(all?.last)
            let subject = try #require(SecCertificateCopyNormalizedSubjectSequence(last))
            let bySubject =
                find(
                    keychain, [kSecAttrSubject: subject, kSecMatchLimit: kSecMatchLimitAll]
                ).1 as? [SecCertificate]
            #expect(bySubject?.contains(last) == true)
            let summary = try #require(SecCertificateCopySubjectSummary(last))
            #expect(
                find(keychain, [kSecMatchSubjectWholeString: summary]).1 as? SecCertificate == last)
            #expect(
                find(keychain, [kSecAttrAccessGroup: "group"]).0 == errSecItemNotFound)
            #expect(
                find(keychain, [kSecClass: kSecClassGenericPassword]).0 == errSecItemNotFound)
            // A reference finds the certificate again.
            let reference = find(
                keychain,
                [
                    kSecMatchSubjectWholeString: summary, kSecReturnRef: false,
                    kSecReturnPersistentRef: true,
                ]
            ).1
            #expect(
                find(keychain, [kSecValuePersistentRef: try #require(reference)]).1
                    as? SecCertificate == last)
            var status: SecKeychainStatus = 0
            #expect(SecKeychainGetStatus(keychain, &status) == errSecSuccess)
            #expect(status == kSecUnlockStateStatus | kSecReadPermStatus)
        }
    }

    @Test func nothingIsChanged() throws {
        let root = try TrustSamples().root
        try with(Self.paths[0]) { keychain in
            let add: [CFString: Any] = [kSecValueRef: root, kSecUseKeychain: keychain]
            #expect(SecItemAdd(add as CFDictionary, nil) == errSecReadOnly)
            #expect(SecCertificateAddToKeychain(root, keychain) == errSecReadOnly)
            let query: [CFString: Any] = [
                kSecClass: kSecClassCertificate, kSecMatchSearchList: [keychain],
            ]
            #expect(SecItemDelete(query as CFDictionary) == errSecReadOnly)
            let change: [CFString: Any] = [kSecAttrLabel: "x"]
            #expect(SecItemUpdate(query as CFDictionary, change as CFDictionary) == errSecReadOnly)
            #expect(SecKeychainDelete(keychain) == errSecReadOnly)
            #expect(SecKeychainUnlock(keychain, 1, "x", true) == errSecSuccess)
            // In the search list it is searched with the others.
            var list: CFArray?
            #expect(SecKeychainCopySearchList(&list) == errSecSuccess)
            let both = (list as! [SecKeychain]) + [keychain]
            #expect(SecKeychainSetSearchList(both as CFArray) == errSecSuccess)
            let all: [CFString: Any] = [
                kSecClass: kSecClassCertificate, kSecMatchLimit: kSecMatchLimitAll,
            ]
            #expect(SecItemCopyMatching(all as CFDictionary, nil) == errSecSuccess)
        }
    }
}
