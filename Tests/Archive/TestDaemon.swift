// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainService

/// In place of the daemon of other tests: the archive has no securityd, and these rows use none.
package final class TestDaemon: Sendable {
    package let service: any KeychainService

    package init(home: String, system: SystemSources) throws {
        throw KeychainError(.unimplemented, "the archive has no securityd")
    }

    package func stop() {}
}
