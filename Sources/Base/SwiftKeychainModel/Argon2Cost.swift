// SPDX-License-Identifier: Apache-2.0
/// The Argon2id parameters (RFC 9106) that set the cost of one guess of a passcode, passphrase or password
/// with one lane.
package struct Argon2Cost: Sendable, Equatable {
    /// The number of passes over the memory.
    package let operations: UInt64
    /// The memory in bytes, rounded down to whole KiB.
    package let memory: UInt64

    package init(operations: UInt64, memory: UInt64) {
        self.operations = operations
        self.memory = memory
    }

    /// Returns whether a guess takes less work than with `other`, by either measure.
    package func isBelow(_ other: Argon2Cost) -> Bool {
        operations < other.operations || memory < other.memory
    }

    /// The costs that are accepted for one purpose.
    package struct Limits: Sendable {
        /// The minimum, so that an altered record can't make guessing cheap.
        package let least: Argon2Cost
        /// The maximum, so that an altered record can't exhaust the machine's memory.
        package let most: Argon2Cost

        package func contain(_ cost: Argon2Cost) -> Bool {
            !cost.isBelow(least) && !most.isBelow(cost)
        }
    }

    /// The cost of a new passcode: a quarter of a second on one core of 2024.
    package static let passcode = Argon2Cost(operations: 3, memory: 128 << 20)
    package static let leastPasscode = Argon2Cost(operations: 2, memory: 19 << 20)
    package static let passcodeLimits = Limits(
        least: leastPasscode,
        most: Argon2Cost(operations: 1 << 10, memory: 4 << 30))

    /// The cost of a new application password.
    package static let applicationPassword = Argon2Cost(operations: 3, memory: 32 << 20)
    package static let applicationPasswordLimits = Limits(
        least: Argon2Cost(operations: 2, memory: 19 << 20),
        most: Argon2Cost(operations: 64, memory: 1 << 30))

    /// The cost of the passphrase of a new archive: well under a second.
    package static let archive = Argon2Cost(operations: 3, memory: 256 << 20)
    package static let leastArchive = Argon2Cost(operations: 2, memory: 64 << 20)
    package static let archiveLimits = Limits(
        least: leastArchive,
        most: Argon2Cost(operations: 8, memory: 512 << 20))
}
