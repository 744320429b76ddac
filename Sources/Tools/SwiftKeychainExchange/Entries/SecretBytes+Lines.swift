// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory

// Lines of text that may be secret. They end with LF or CRLF.
extension UnsafeRawBufferPointer {
    /// The bytes behind the mark of UTF-8, which some programs put in front of a text.
    var withoutMark: Slice<UnsafeRawBufferPointer> {
        starts(with: [0xEF, 0xBB, 0xBF]) ? dropFirst(3) : self[...]
    }

    var lines: [Slice<UnsafeRawBufferPointer>] {
        split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
            $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0
        }
    }
}

extension SecretBytes {
    /// Whether the bytes are one line, which comes back as it is.
    var isLine: Bool {
        withBytes { !$0.contains(UInt8(ascii: "\n")) && $0.last != UInt8(ascii: "\r") }
    }
}
