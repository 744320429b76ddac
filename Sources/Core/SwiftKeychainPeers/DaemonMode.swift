// SPDX-License-Identifier: Apache-2.0
/// How securityd runs.
package enum DaemonMode: String, Sendable, Equatable {
    /// For one user, as that user, with the store that the user's programs would open themselves.
    case user
    /// For all users of the machine, run as a separate user, with a store for each.
    case system
}
