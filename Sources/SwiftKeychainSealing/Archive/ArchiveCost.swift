/// Says how much work a guess at the passphrase of an archive is: the parameters of Argon2id
/// (RFC 9106) with one lane.
public struct ArchiveCost: Sendable, Equatable {
    /// Passes over the memory.
    public let operations: UInt32
    /// Memory, in KiB.
    public let memory: UInt32

    public init(operations: UInt32, memory: UInt32) {
        self.operations = operations
        self.memory = memory
    }

    /// The cost of new archives: three passes over 256 MiB, well under a second.
    public static let standard = ArchiveCost(operations: 3, memory: 256 << 10)
    /// The least an archive may have cost: two passes over 64 MiB.
    public static let least = ArchiveCost(operations: 2, memory: 64 << 10)
    /// The most a reader spends on an archive that may be hostile: eight passes over 512 MiB.
    public static let most = ArchiveCost(operations: 8, memory: 512 << 10)

    /// Tells whether a reader spends it.
    var isAcceptable: Bool {
        (Self.least.operations...Self.most.operations).contains(operations)
            && (Self.least.memory...Self.most.memory).contains(memory)
    }
}
