// SPDX-License-Identifier: Apache-2.0
import Foundation

@_silgen_name("CFArrayGetValueAtIndex")
private func getValue(_ array: UnsafeRawPointer, _ index: Int) -> UnsafeRawPointer?

extension NSArray {
    /// The elements, without bridging them; nil for a null pointer, which an array made in C can contain.
    ///
    /// Foundation's own access to elements ends the program at a null pointer, in the array or in a nested one, copies data
    /// byte by byte, and makes a dictionary of Swift of each dictionary.
    package var elements: [AnyObject?] {
        guard isListedByPointers else { return (0..<count).map { object(at: $0) as AnyObject } }
        defer { withExtendedLifetime(self) {} }
        let pointer = Unmanaged.passUnretained(self).toOpaque()
        return (0..<count).map { index in
            getValue(pointer, index).map {
                Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue()
            }
        }
    }

    /// Whether the array holds its objects itself.
    ///
    /// A subclass written in Swift may make them on demand, and nothing else would retain them.
    private var isListedByPointers: Bool {
        let kind: AnyClass = type(of: self)
        return kind == NSArray.self || kind == NSMutableArray.self
            || kind == CoreFoundationClass.array
    }
}
