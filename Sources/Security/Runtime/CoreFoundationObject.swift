import Foundation

/// Is what all reference classes share: an object that Swift and Core Foundation both understand.
///
/// Only the classes of this module derive from it.
public class CoreFoundationObject: NSObject {
    // The first stored property: C code reads it as the third word of the object, see
    // ``CoreFoundationRuntime``.
    private final var header: UInt64 = 0

    override init() {
        super.init()
        header = CoreFoundationRuntime.header(of: Self.self)
    }

    /// Tells what the object is, and nothing of what a person stored.
    public override var description: String { "<\(Self.self)>" }

    public override var debugDescription: String { description }
}
