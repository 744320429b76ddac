// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import Testing

/// The tests don't touch the user's own keychain, whatever the environment of the run is.
@Suite struct TestEnvironmentTests {
    @Test func loginNeedsAnOverride() {
        #expect {
            _ = try Keychain.login.find(Query(.genericPassword, .init()))
        } throws: {
            KeychainError.Code.notAvailable ~= $0
                && "\($0)".contains("a test must name its keychain")
        }
    }

    @Test func theHomeIsForTheTestsAlone() throws {
        let environment = ProcessInfo.processInfo.environment
        #expect(environment["HOME"]?.contains("keychain-test-home.") == true)
        let keychainVariables = environment.keys.filter {
            $0.hasPrefix("KEYCHAIN_") && !$0.hasPrefix("KEYCHAIN_TEST_")
        }
        #expect(keychainVariables == ["KEYCHAIN_HOME"])
        #expect(!environment.keys.contains { $0.hasPrefix("XDG_") && $0.hasSuffix("_HOME") })
    }
}
