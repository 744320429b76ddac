// SPDX-License-Identifier: Apache-2.0
/// The version of this package, which its programs print.
package enum ProgramVersion {
    package static let text = "0.2.0"
    /// The date of the version, as manual pages write it.
    package static let date = "November 24, 2026"
}
