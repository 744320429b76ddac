// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import Testing

@Suite struct KeychainErrorTests {
    private struct Other: Error {}

    @Test func codesMatchErrors() {
        let error: any Error = KeychainError(.itemNotFound, "no item")
        #expect(KeychainError.Code.itemNotFound ~= error)
        #expect(!(KeychainError.Code.parameter ~= error))
        #expect(!(KeychainError.Code.itemNotFound ~= Other()))
        do {
            throw error
        } catch KeychainError.Code.itemNotFound {
        } catch {
            Issue.record("the code didn't match")
        }
    }

    @Test func placesAreForTheDebugLogAlone() {
        let (one, other) = (KeychainError(.decode, "a"), KeychainError(.decode, "a"))
        let again = KeychainError(.decode, "a")
        #expect(one.place.file.description == "ModelTests/KeychainErrorTests.swift")
        #expect(one.place.line + 1 == again.place.line)
        #expect(one == other && one == again)
        #expect(one.description == again.description)
    }
}
