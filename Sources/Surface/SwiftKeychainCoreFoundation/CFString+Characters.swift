// SPDX-License-Identifier: Apache-2.0
import Foundation

/// An encoding of text.
public typealias CFStringEncoding = UInt32

/// The encodings that every system knows.
public enum CFStringBuiltInEncodings: CFStringEncoding, Sendable {
    /// Mac OS Roman.
    case macRoman = 0
    /// Windows Latin 1, code page 1252.
    case windowsLatin1 = 0x0500
    /// ISO 8859-1.
    case isoLatin1 = 0x0201
    /// NextStep.
    case nextStepLatin = 0x0B01
    /// ASCII, seven bits.
    case ASCII = 0x0600
    /// UTF-16 in the machine's byte order, with a mark.
    case UTF16 = 0x0100
    /// UTF-8.
    case UTF8 = 0x0800_0100
    /// ASCII, with other characters as escapes.
    case nonLossyASCII = 0x0BFF
    /// UTF-16, the high byte first.
    case UTF16BE = 0x1000_0100
    /// UTF-16, the low byte first.
    case UTF16LE = 0x1400_0100
    /// UTF-32 in the machine's byte order, with a mark.
    case UTF32 = 0x0C00_0100
    /// UTF-32, the high byte first.
    case UTF32BE = 0x1800_0100
    /// UTF-32, the low byte first.
    case UTF32LE = 0x1C00_0100
}

/// UTF-8.
@_disfavoredOverload
public var kCFStringEncodingUTF8: CFStringEncoding { CFStringBuiltInEncodings.UTF8.rawValue }

/// ASCII, seven bits.
@_disfavoredOverload
public var kCFStringEncodingASCII: CFStringEncoding { CFStringBuiltInEncodings.ASCII.rawValue }

/// The order of two values.
public enum CFComparisonResult: CFIndex, Sendable {
    /// The first comes before the second.
    case compareLessThan = -1
    /// They are equal.
    case compareEqualTo = 0
    /// The first comes after the second.
    case compareGreaterThan = 1
}

/// Options of a comparison, as those of Foundation, but that it is literal without ``compareNonliteral``.
public struct CFStringCompareFlags: OptionSet, Sendable {
    public let rawValue: CFOptionFlags

    public init(rawValue: CFOptionFlags) { self.rawValue = rawValue }

    /// Without regard to case.
    public static let compareCaseInsensitive = Self(rawValue: 1)
    /// From the end.
    public static let compareBackwards = Self(rawValue: 4)
    /// A character in two spellings, such as one with an accent and the letter followed by the accent, is the same.
    public static let compareNonliteral = Self(rawValue: 16)
    /// By digits as numbers.
    public static let compareNumerically = Self(rawValue: 64)
    /// Without regard to diacritics.
    public static let compareDiacriticInsensitive = Self(rawValue: 128)
    /// Without regard to width.
    public static let compareWidthInsensitive = Self(rawValue: 256)
}

/// Makes a string of text that ends with a zero byte; nil for bytes that the encoding doesn't have.
///
/// - Parameter alloc: without effect.
@_disfavoredOverload
public func CFStringCreateWithCString(
    _ alloc: CFAllocator!, _ cStr: UnsafePointer<CChar>!, _ encoding: CFStringEncoding
) -> CFString! {
    let count = strlen(cStr)
    return cStr.withMemoryRebound(to: UInt8.self, capacity: count) {
        CFStringCreateWithBytes(alloc, $0, count, encoding, false)
    }
}

/// Makes a string of bytes; nil for bytes that the encoding doesn't have.
///
/// - Parameters:
///   - alloc: without effect.
///   - isExternalRepresentation: without effect; a byte order mark is understood in either case.
@_disfavoredOverload
public func CFStringCreateWithBytes(
    _ alloc: CFAllocator!, _ bytes: UnsafePointer<UInt8>!, _ numBytes: CFIndex,
    _ encoding: CFStringEncoding, _ isExternalRepresentation: Bool
) -> CFString! {
    guard let encoding = foundationEncoding(encoding) else { return nil }
    let buffer = UnsafeBufferPointer(start: bytes, count: max(numBytes, 0))
    return String(bytes: buffer, encoding: encoding).map { NSString(string: $0) }
}

/// Makes a string of bytes; nil for bytes that the encoding doesn't have.
///
/// - Parameter alloc: without effect.
@_disfavoredOverload
public func CFStringCreateFromExternalRepresentation(
    _ alloc: CFAllocator!, _ data: CFData!, _ encoding: CFStringEncoding
) -> CFString! {
    let bytes = data.bytes.assumingMemoryBound(to: UInt8.self)
    return CFStringCreateWithBytes(alloc, bytes, data.length, encoding, true)
}

/// Makes the bytes of a string in an encoding.
///
/// - Parameters:
///   - alloc: without effect.
///   - lossByte: 0 to get nil if the encoding doesn't have a character; any other to have it replaced.
@_disfavoredOverload
public func CFStringCreateExternalRepresentation(
    _ alloc: CFAllocator!, _ theString: CFString!, _ encoding: CFStringEncoding, _ lossByte: UInt8
) -> CFData! {
    guard let encoding = foundationEncoding(encoding) else { return nil }
    let text = text(theString)
    if let data = text.data(using: encoding) { return NSData(data: data) }
    if lossByte == 0 { return nil }
    let characters = text.unicodeScalars.map { String($0).data(using: encoding) }
    return NSData(data: Data(characters.flatMap { $0 ?? Data([lossByte]) }))
}

/// Copies a string.
@_disfavoredOverload
public func CFStringCreateCopy(_ alloc: CFAllocator!, _ theString: CFString!) -> CFString! {
    NSString(string: text(theString))
}

/// Returns the number of UTF-16 units.
@_disfavoredOverload
public func CFStringGetLength(_ theString: CFString!) -> CFIndex { theString.length }

/// Returns the number of bytes that a number of UTF-16 units may need in an encoding.
@_disfavoredOverload
public func CFStringGetMaximumSizeForEncoding(
    _ length: CFIndex, _ encoding: CFStringEncoding
) -> CFIndex {
    switch CFStringBuiltInEncodings(rawValue: encoding) {
    case .UTF8: length * 3
    case .UTF16, .UTF16BE, .UTF16LE: length * 2
    case .UTF32, .UTF32BE, .UTF32LE: length * 4
    case .nonLossyASCII: length * 6
    default: length
    }
}

/// Copies the text with a zero byte at its end.
///
/// - Returns: false when it doesn't fit, or the encoding doesn't have its characters.
@_disfavoredOverload
public func CFStringGetCString(
    _ theString: CFString!, _ buffer: UnsafeMutablePointer<CChar>!, _ bufferSize: CFIndex,
    _ encoding: CFStringEncoding
) -> Bool {
    guard let encoding = foundationEncoding(encoding),
        let data = text(theString).data(using: encoding), data.count < bufferSize
    else { return false }
    buffer.withMemoryRebound(to: UInt8.self, capacity: data.count + 1) {
        data.copyBytes(to: $0, count: data.count)
        $0[data.count] = 0
    }
    return true
}

/// Returns nil, as it may on macOS: no string keeps its bytes with a zero byte at their end. Use
/// ``CFStringGetCString(_:_:_:_:)``.
@_disfavoredOverload
public func CFStringGetCStringPtr(
    _ theString: CFString!, _ encoding: CFStringEncoding
) -> UnsafePointer<CChar>! {
    nil
}

/// Compares two strings.
@_disfavoredOverload
public func CFStringCompare(
    _ theString1: CFString!, _ theString2: CFString!, _ compareOptions: CFStringCompareFlags
) -> CFComparisonResult {
    let isLiteral = !compareOptions.contains(.compareNonliteral)
    let rest = compareOptions.subtracting(.compareNonliteral).rawValue
    let options = NSString.CompareOptions(rawValue: rest).union(isLiteral ? .literal : [])
    let order = theString1.compare(text(theString2), options: options)
    return CFComparisonResult(rawValue: order.rawValue) ?? .compareEqualTo
}

private func text(_ string: NSString) -> String {
    String._unconditionallyBridgeFromObjectiveC(string)
}

private func foundationEncoding(_ encoding: CFStringEncoding) -> String.Encoding? {
    switch CFStringBuiltInEncodings(rawValue: encoding) {
    case .macRoman: .macOSRoman
    case .windowsLatin1: .windowsCP1252
    case .isoLatin1: .isoLatin1
    case .nextStepLatin: .nextstep
    case .ASCII: .ascii
    case .UTF16: .utf16
    case .UTF8: .utf8
    case .nonLossyASCII: .nonLossyASCII
    case .UTF16BE: .utf16BigEndian
    case .UTF16LE: .utf16LittleEndian
    case .UTF32: .utf32
    case .UTF32BE: .utf32BigEndian
    case .UTF32LE: .utf32LittleEndian
    case nil: nil
    }
}
