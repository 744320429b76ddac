// SPDX-License-Identifier: Apache-2.0
/// The reason why a call failed: a stable code, and a detail for diagnosis.
///
/// Two errors are equal when their codes are. The detail names the key or file at fault and the
/// rule; it never holds a secret or the value of an attribute.
public struct KeychainError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The `OSStatus` of the error: a number of Data/errors.tsv.
    public struct Code: RawRepresentable, Sendable, Hashable {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
    }

    public let code: Code
    public let detail: String
    /// Where the error was made, for the debug log alone: the file, as `#fileID`, and the line.
    package let place: (file: StaticString, line: UInt)

    public init(
        _ code: Code, _ detail: String, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        self.code = code
        self.detail = detail
        place = (fileID, line)
    }

    public static func == (left: KeychainError, right: KeychainError) -> Bool {
        left.code == right.code
    }

    public var description: String {
        "\(Status.name(of: code.rawValue) ?? "status") (\(code.rawValue)): \(detail)"
    }
}

extension KeychainError.Code {
    /// Matches errors with this code: `catch KeychainError.Code.itemNotFound`.
    public static func ~= (code: Self, error: any Error) -> Bool {
        (error as? KeychainError)?.code == code
    }
}
