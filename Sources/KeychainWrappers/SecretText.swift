import Foundation

/// Turns secrets into text and back, at the edge where callers want strings.
enum SecretText {
    /// Lends the UTF-8 bytes of `text` as an object for a call, and wipes them afterwards.
    static func lend<Result, Failure: Error>(
        _ text: String, to body: (NSData) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let bytes = NSMutableData(length: text.utf8.count) ?? NSMutableData()
        UnsafeMutableRawBufferPointer(start: bytes.mutableBytes, count: bytes.length)
            .copyBytes(from: text.utf8)
        defer { bytes.resetBytes(in: NSRange(location: 0, length: bytes.length)) }
        return try body(bytes)
    }

    /// Reads bytes as UTF-8; nil when they are something else.
    static func read(_ bytes: NSData) -> String? {
        String(
            validating: UnsafeRawBufferPointer(start: bytes.bytes, count: bytes.length),
            as: UTF8.self)
    }
}
