// SPDX-License-Identifier: Apache-2.0
import CKeychainCrypto
import Testing

@testable import SwiftKeychainPKI

/// A file that is refused leaves nothing behind for the next user of libcrypto on the thread.
@Suite struct FileErrorQueueTests {
    private func refused(_ bytes: [UInt8], _ passphrase: String?) {
        let failure = code { _ = try ImportedFile.read(bytes, passphrase) }
        #expect(failure != nil)
        #expect(ERR_peek_error() == 0, "\(String(describing: failure))")
    }

    @Test func refusedFilesLeaveTheQueueEmpty() throws {
        ERR_clear_error()
        let key = SampleKeys.p256
        for format in [FileFormat.wrappedPKCS8, .wrappedOpenSSL, .pkcs12] {
            let bytes = try ExportedFile.bytes([.key(key)], format, "right")
            for passphrase in ["wrong", "also wrong", nil] { refused(bytes, passphrase) }
            _ = try ImportedFile.read(bytes, "right")
            #expect(ERR_peek_error() == 0)
        }
        // A point beside the curve, a number that is none, a modulus of other primes.
        var sec1 = try ExportedFile.bytes([.key(key)], .openSSL)
        sec1[sec1.count - 1] ^= 1
        refused(sec1, nil)
        let zero = element(
            0x30,
            [2, 1, 1] + element(0x04, [UInt8](repeating: 0, count: 32))
                + hex("a00a06082a8648ce3d030107"))
        refused(zero, nil)
        var rsa = try ExportedFile.bytes([.key(SampleKeys.rsa1024)], .openSSL)
        rsa[rsa.count - 1] ^= 2
        refused(rsa, nil)
    }
}
