/// Is the boolean of C that functions of Apple's write through pointers: one byte, 0 or 1.
public struct DarwinBoolean: ExpressibleByBooleanLiteral, CustomStringConvertible, Equatable,
    Sendable
{
    private let value: UInt8

    /// Takes a boolean.
    public init(_ value: Bool) { self.value = value ? 1 : 0 }

    public init(booleanLiteral value: Bool) { self.init(value) }

    /// The boolean; any byte but 0 is true.
    public var boolValue: Bool { value != 0 }

    public var description: String { boolValue.description }

    public static func == (left: DarwinBoolean, right: DarwinBoolean) -> Bool {
        left.boolValue == right.boolValue
    }
}
