// SPDX-License-Identifier: Apache-2.0
import KeychainTestSupport
import SwiftKeychainMemory
import SwiftKeychainSystem
import Testing

@testable import SwiftKeychainSecretBus

/// The key exchange of sessions, beside numbers that Python's pow() and hmac computed.
@Suite struct DiffieHellmanKeyTests {
    private static func bytes(_ digits: String) -> [UInt8] { Hexadecimal.bytes(digits.utf8)! }

    private static let exponent = bytes(
        "d23f0824128b2f330c5c7fd0a6a3a4506513270e269e0d37f2a74de452e6b438")
    private static let publicKey = bytes(
        """
        a0028071ca1c37258330739b4fde6696ca33fc8a99cc3711373192418f75c63652ad89060790f3a9cea57b94d0d08150\
        d1b35e136f6105b53b9b3565e247ec7f26effeb68cb0d46e56bca412a81e1709fb8b530b4eb25378a7f6333ba2a1cba6\
        39ff9cfa2813e4b25bdc010c1814d92d29348b02f8f02c8d427a2946e7d7af2e
        """)

    /// The second peer's shared number begins with a zero byte, which must be hashed too.
    @Test(arguments: [
        (
            """
            5531f11414c03dc88aa5221aa98a93526871b666fcbc870fe0882f82f9a2cf0e16864fe65da665b054e274d969813bd4\
            046c508080d36c84765b728c80ef7aa3d865f3e867bdaa76724e233f961c06231a41144f31fd7e5383838b8a62cb55e4\
            5979e08ae42e64cf140f9bf5f3a3ed4cd0699eb38c035c078cc65edc6e10b14f
            """, "80a52cee575d985b0ad3c79e031079df"
        ),
        (
            """
            b24ae95bd68e7b9c4a7924bdeee30828354a93bf2cd94220ed678c5212d64c7b9e595d831b903f88b612bcd9b077735b\
            7c07ad22ab3936b9b192079f79217ec7cd6b5bc948015b44a141ce77ee09eebe4a00f688fe8b6783dc3b936627fe4337\
            5dfa46e1474529725bf36a7cce7e661a8f1e13d3318eebb5a6b724c85eebbe60
            """, "737fd84ff04cf5cc9c4a3b0886d112d4"
        ),
    ])
    func knownAnswers(_ peer: String, _ expected: String) throws {
        let key = DiffieHellmanKey(exponent: SecretBytes(copying: Self.exponent))
        #expect(key.publicKey == Self.publicKey)
        let session = try #require(key.sessionKey(with: Self.bytes(peer)))
        #expect(Hexadecimal.text(session.copied) == expected)
    }

    @Test func bothSidesHaveTheSameKey() throws {
        for _ in 0..<20 {
            let (a, b) = (DiffieHellmanKey(), DiffieHellmanKey())
            #expect(a.publicKey != b.publicKey)
            let key = try #require(a.sessionKey(with: b.publicKey))
            #expect(key == b.sessionKey(with: a.publicKey))
        }
    }

    @Test func weakNumbersAreRefused() {
        let key = DiffieHellmanKey()
        let prime = DiffieHellmanKey.prime
        func below(_ distance: UInt8) -> [UInt8] {
            var number = prime
            number[127] -= distance
            return number
        }
        let zeros = [UInt8](repeating: 0, count: 127)
        for refused in [
            [], [0], [1], zeros + [0], zeros + [1], below(1), prime,
            [UInt8](repeating: 0xff, count: 128),
            [0] + Self.publicKey, [1] + zeros + [0],
        ] { #expect(key.sessionKey(with: refused) == nil, "\(refused.count) bytes") }
        for accepted in [[2], zeros + [2], below(2)] {
            #expect(key.sessionKey(with: accepted) != nil, "\(accepted.count) bytes")
        }
    }
}
