// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import Testing

@Suite struct RandomTests {
    @Test func fillsWhatItIsGiven() {
        var one = [UInt8](repeating: 0, count: 1000)
        var other = one
        #expect(SecRandomCopyBytes(kSecRandomDefault, one.count, &one) == errSecSuccess)
        #expect(SecRandomCopyBytes(kSecRandomDefault, 500, &other) == errSecSuccess)
        #expect(one != other)
        #expect(other[500...].allSatisfy { $0 == 0 })
        #expect(Set(one).count > 200)
    }

    @Test func fillsDataAsCallersDo() {
        var data = Data(count: 32)
        let status = data.withUnsafeMutableBytes {
            SecRandomCopyBytes(kSecRandomDefault, $0.count, $0.baseAddress!)
        }
        #expect(status == errSecSuccess)
        #expect(data != Data(count: 32))
    }

    @Test func refusesWhatMakesNoSense() {
        var byte: UInt8 = 7
        #expect(SecRandomCopyBytes(kSecRandomDefault, 0, &byte) == errSecSuccess)
        #expect(SecRandomCopyBytes(kSecRandomDefault, -1, &byte) == errSecParam)
        #expect(SecRandomCopyBytes(OpaquePointer(bitPattern: 1), 1, &byte) == errSecParam)
        #expect(byte == 7)
    }

    @Test func asksTheKernelAgainForMoreThanItGivesAtOnce() {
        var bytes = [UInt8](repeating: 0, count: 40 << 20)
        #expect(SecRandomCopyBytes(kSecRandomDefault, bytes.count, &bytes) == errSecSuccess)
        #expect(bytes.suffix(64).contains { $0 != 0 })
    }
}
