// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import Testing

@testable import SwiftKeychainCards

/// The statuses of failures that SoftHSM doesn't have: a locked PIN, a card that is taken out, a module that lies.
@Suite struct CardFailureTests {
    @Test(
        arguments: [
            (0xA0, .authenticationFailed, "wrong PIN"),
            (0xA3, .authenticationFailed, "has expired"),
            (0xA4, .authenticationFailed, "its PIN is locked; unblock it"),
            (0x101, .authenticationFailed, "a PIN is needed"),
            (0x50, .userCanceled, "canceled at the reader"),
            (0x32, .itemNotFound, "it was taken out"),
            (0xE0, .itemNotFound, "it was taken out"),
            (0x54, .unimplemented, "it can't do this operation"),
            (0x68, .keyUsageIncorrect, "the key may not do this operation"),
            (0x21, .parameter, "the data doesn't fit the key"),
            (CardFailure.wrongLength, .decode, "returned a wrong length"),
            (0x30, .cardFailed, "failed with 0x30"),
        ] as [(UInt, KeychainError.Code, String)])
    func codeHasItsStatus(code: UInt, status: KeychainError.Code, text: String) {
        let error = CardFailure(code).error("pkcs11:token=card")
        #expect(error.code == status)
        #expect(error.detail.hasPrefix("smart card pkcs11:token=card: "))
        #expect(error.detail.contains(text), "\(error.detail)")
    }
}
