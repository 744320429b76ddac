// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainPKI
import SwiftKeychainSystem
import Testing

@testable import SwiftKeychainCards

/// What is read of the objects of a card, from a module that isn't SoftHSM.
@Suite(.serialized) struct CardObjectTests {
    /// Points whose X begins as the length of a point in an OCTET STRING would.
    private static let points = [
        """
        043f23ed2fb1b234d31ab83c2137e0dc51b558e3c949e57d25607e53ccc2dc23fadd26257b65ff906326af8f\
        98a06acf28857f83ae1d5d76007adb1d92e320d42e
        """,
        """
        045f7f7b5009e70501fe10e208a89c55aa507a8344287e37215dbd0640dbaea548c4c1069c5f8baabe82d448\
        578732bf143e4c77da9a9f73b1d99bf274be7bed33100a429f449c6bef5967b11e49a0c2ae85f060292243ff\
        97498334873516f69e
        """,
    ].map { Hexadecimal.bytes($0.utf8) ?? [] }

    private func key(
        _ objectClass: UInt, _ point: [UInt8], failure: UInt? = nil
    ) -> StandInModule.Object {
        StandInModule.Object(
            objectClass: objectClass,
            attributes: [
                CardNumber.keyType: [3, 0, 0, 0, 0, 0, 0, 0], CardNumber.point: point,
                CardNumber.identifier: [UInt8(point.count)],
            ], failure: failure)
    }

    private func points(_ objects: [CardObject]) -> [[UInt8]] {
        objects.map {
            switch $0.content {
            case .publicKey(let key), .privateKey(let key, _): key.publicBytes
            case .certificate: []
            }
        }
    }

    @Test func pointsAreReadWithAndWithoutAnOctetString() throws {
        let p521 = try CryptoKey.generate(.ellipticCurve, bits: 521).publicBytes
        let all = Self.points + [p521]
        let heads: [[UInt8]] = [[4, 65], [4, 97], [4, 0x81, 133]]
        let place = StandInModule.place(
            (all + zip(heads, all).map { $0 + $1 }).map { key(CardNumber.publicKey, $0) })
        #expect(points(try ObjectReader(place: place).objects()) == all + all)
    }

    /// Another program removes an object while the card is read.
    @Test func whatCannotBeReadIsLeftOut() throws {
        var objects = Self.points.map { key(CardNumber.publicKey, $0) }
        objects[0].failure = 0x06
        let reader = ObjectReader(place: StandInModule.place(objects))
        #expect(points(try reader.objects()) == [Self.points[1]])
        StandInModule.state.withLock { $0.objects[0].failure = 0xe0 }
        #expect { try reader.objects() } throws: { ($0 as? CardFailure)?.isRemoval == true }
    }

    @Test func aKeyIsFoundBehindOneThatCannotBeRead() throws {
        let point = Self.points[1]
        let place = StandInModule.place([
            key(CardNumber.privateKey, Self.points[0], failure: 0x06),
            key(CardNumber.privateKey, [4, 97] + point),
        ])
        let half = try CryptoKey.readPublicKey(.ellipticCurve, point)
        let found = try CardKeySession.run(place, nil, matching: [], half) {
            session throws(CardFailure) in session.key
        }
        #expect(found.result == 2)
        StandInModule.state.withLock { $0.objects[0].failure = 0xe0 }
        #expect {
            _ = try CardKeySession.run(place, nil, matching: [], half) {
                session throws(CardFailure) in session.key
            }
        } throws: {
            ($0 as? CardFailure)?.isRemoval == true
        }
    }

    /// A PIN that wasn't sent, because another component has logged in, may be wrong and must not be kept.
    @Test(arguments: [CardFailure.none, CardFailure.alreadyLoggedIn])
    func aPINIsCheckedByALogin(result: UInt) throws {
        let point = Self.points[0]
        let place = StandInModule.place(
            [key(CardNumber.privateKey, [4, 65] + point)], requiresLogin: true)
        StandInModule.state.withLock { $0.loginResult = result }
        let half = try CryptoKey.readPublicKey(.ellipticCurve, point)
        let pin = CardPIN(SecretBytes(copying: "123456".utf8), .typed)
        let isChecked = try CardKeySession.run(place, pin, matching: [], half) {
            _ throws(CardFailure) in ()
        }.isPINChecked
        #expect(isChecked == (result == CardFailure.none))
    }
}
