// SPDX-License-Identifier: Apache-2.0
// The functions of Core Foundation as C callers reach them: by symbol, with raw pointers.

@_silgen_name("CFRetain") func cRetain(_ object: UnsafeRawPointer) -> UnsafeRawPointer
@_silgen_name("CFRelease") func cRelease(_ object: UnsafeRawPointer)
@_silgen_name("CFGetTypeID") func cTypeID(_ object: UnsafeRawPointer) -> UInt
@_silgen_name("CFEqual") func cEqual(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer) -> UInt8
@_silgen_name("CFHash") func cHash(_ object: UnsafeRawPointer) -> UInt
@_silgen_name("CFCopyDescription")
func cDescription(_ object: UnsafeRawPointer) -> UnsafeRawPointer?
@_silgen_name("CFCopyTypeIDDescription")
func cTypeDescription(_ type: UInt) -> UnsafeRawPointer?
@_silgen_name("CFStringGetCString")
func cString(
    _ string: UnsafeRawPointer, _ buffer: UnsafeMutablePointer<CChar>, _ size: Int,
    _ encoding: UInt32
) -> UInt8
@_silgen_name("CFArrayCreateMutable")
func cArray(_ allocator: UnsafeRawPointer?, _ capacity: Int, _ callBacks: UnsafeRawPointer?)
    -> UnsafeRawPointer
@_silgen_name("CFArrayAppendValue")
func cAppend(_ array: UnsafeRawPointer, _ value: UnsafeRawPointer)
@_silgen_name("CFArrayGetFirstIndexOfValue")
func cIndex(_ array: UnsafeRawPointer, _ location: Int, _ length: Int, _ value: UnsafeRawPointer)
    -> Int
@_silgen_name("CFSetCreateMutable")
func cSet(_ allocator: UnsafeRawPointer?, _ capacity: Int, _ callBacks: UnsafeRawPointer?)
    -> UnsafeRawPointer
@_silgen_name("CFSetAddValue") func cAdd(_ set: UnsafeRawPointer, _ value: UnsafeRawPointer)
@_silgen_name("CFSetContainsValue")
func cContains(_ set: UnsafeRawPointer, _ value: UnsafeRawPointer) -> UInt8
@_silgen_name("CFSetGetCount") func cCount(_ set: UnsafeRawPointer) -> Int
@_silgen_name("dlsym") func symbol(_ handle: UnsafeRawPointer?, _ name: UnsafePointer<CChar>)
    -> UnsafeRawPointer?

/// Calls `body` with the pointer a C caller would hold.
func withPointer<Result>(_ object: AnyObject, _ body: (UnsafeRawPointer) -> Result) -> Result {
    withExtendedLifetime(object) {
        body(UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()))
    }
}

/// Takes the text out of a CFString and releases it.
func text(_ string: UnsafeRawPointer?) -> String? {
    guard let string else { return nil }
    defer { cRelease(string) }
    var buffer = [CChar](repeating: 0, count: 200)
    guard cString(string, &buffer, buffer.count, 0x0800_0100) == 1 else { return nil }
    return String(
        decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(truncatingIfNeeded:)), as: UTF8.self)
}
