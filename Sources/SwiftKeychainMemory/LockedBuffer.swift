/// Holds bytes that change while something is worked on, in locked memory that is wiped on free.
///
/// What is kept for longer and no longer changes is a ``SecretBytes`` or a ``KeyArena``.
public final class LockedBuffer {
    private let region: LockedMemory.Region
    public let count: Int

    /// Makes a buffer of `count` zeros.
    public init(count: Int) {
        precondition(count >= 0, "a buffer has no negative length")
        region = LockedMemory.shared.allocate(count)
        self.count = count
    }

    deinit { LockedMemory.shared.free(region) }

    /// Lends the bytes for the length of `body`.
    public func withBytes<Result, Failure: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try body(UnsafeMutableRawBufferPointer(start: region.start, count: count))
    }
}

extension LockedBuffer: CustomStringConvertible, CustomReflectable {
    /// Tells the size only: a description ends in logs.
    public var description: String { "LockedBuffer(\(count) bytes)" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
