// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import Security
import Testing

/// Objects that stand for stored items, beyond what rows can say: symmetric keys and several
/// keychains.
@Suite struct ObjectReferenceTests {
    private func symmetricKey(_ byte: UInt8) throws -> SecKey {
        let attributes: [CFString: Any] = [
            kSecAttrKeyClass: kSecAttrKeyClassSymmetric, kSecAttrKeyType: kSecAttrKeyTypeAES,
        ]
        let bytes = Data(repeating: byte, count: 16) as NSData
        return try #require(SecKeyCreateWithData(bytes, attributes as NSDictionary, nil))
    }

    @Test func symmetricKeys() throws {
        let (one, two) = (try symmetricKey(1), try symmetricKey(2))
        try TrustSamples.onNewKeychain { _ in
            for (key, tag) in [(one, "one"), (two, "two")] {
                let item: [CFString: Any] = [kSecValueRef: key, kSecAttrApplicationTag: tag]
                #expect(SecItemAdd(item as NSDictionary, nil) == errSecSuccess)
            }
            var result: CFTypeRef?
            let query: [CFString: Any] = [
                kSecValueRef: two, kSecMatchLimit: kSecMatchLimitAll, kSecReturnData: true,
            ]
            #expect(SecItemCopyMatching(query as NSDictionary, &result) == errSecSuccess)
            #expect(result as? [NSData] == [Data(repeating: 2, count: 16) as NSData])
            #expect(SecItemDelete([kSecValueRef: two] as NSDictionary) == errSecSuccess)
            #expect(SecItemDelete([kSecValueRef: two] as NSDictionary) == errSecItemNotFound)
            let other = [kSecValueRef: try symmetricKey(3)] as NSDictionary
            #expect(SecItemCopyMatching(other, nil) == errSecItemNotFound)
            #expect(SecItemCopyMatching([kSecValueRef: one] as NSDictionary, nil) == errSecSuccess)
        }
    }

    /// The order of a list runs across keychains, and what is stored in none of them keeps its
    /// place.
    @Test func listsAcrossKeychains() throws {
        let samples = try TrustSamples()
        let (leaf, issuer) = (samples.leaf, samples.issuer)
        let alone = SampleIdentity.ellipticCurve.certificate
        try TrustSamples.onNewKeychain { _ in
            let standard = SecKeychain(.login)
            let other = SecKeychain(try Keychain.create(path: "other.keychain-db"))
            #expect(
                SecItemAdd([kSecValueRef: leaf] as NSDictionary, nil) == errSecSuccess)
            func certificates(
                _ list: [SecCertificate], _ limit: Any, _ searched: [SecKeychain]
            ) -> NSArray? {
                let query: [CFString: Any] = [
                    kSecUseItemList: list, kSecMatchLimit: limit, kSecReturnRef: true,
                    kSecMatchSearchList: searched,
                ]
                var result: CFTypeRef?
                guard SecItemCopyMatching(query as NSDictionary, &result) == errSecSuccess else {
                    return nil
                }
                return result as? NSArray
            }
            #expect(
                certificates([alone, leaf, issuer], kSecMatchLimitAll, [standard])
                    == [alone, leaf, issuer])
            #expect(certificates([alone, leaf, issuer], 2, [standard]) == [alone, leaf])
            let second = [kSecValueRef: leaf, kSecUseKeychain: other] as NSDictionary
            #expect(SecItemAdd(second, nil) == errSecSuccess)
            #expect(
                certificates([issuer, leaf], kSecMatchLimitAll, [standard, other])
                    == [issuer, leaf, leaf])
            #expect(certificates([], kSecMatchLimitAll, [standard]) == nil)
        }
    }
}
