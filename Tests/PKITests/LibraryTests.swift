// SPDX-License-Identifier: Apache-2.0
import CKeychainCrypto
import Testing

@testable import SwiftKeychainPKI

@Suite struct LibraryTests {
    @Test func theContextHasTheDefaultProvider() {
        let digest = EVP_MD_fetch(CryptoLibrary.context, "SHA256", nil)
        #expect(digest != nil)
        EVP_MD_free(digest)
    }

    @Test func anErrorEmptiesTheQueue() {
        #expect(EVP_MD_fetch(CryptoLibrary.context, "none of these", nil) == nil)
        let error = PKIError.crypto(.invalidArgument, "digest")
        #expect(error.detail.hasPrefix("digest ("))
        #expect(ERR_peek_error() == 0)
    }
}
