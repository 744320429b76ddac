// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainMemory

/// The secrets to hide in what a program prints, in the forms in which programs print them:
///
/// 1. as they are, also with the line breaks of a terminal, and each line of at least 8 bytes of a secret that has several;
/// 2. in base64 (RFC 4648, sections 4 and 5), alone, also in lines of 64 or 76 characters, or within longer data: there a
///    secret has one of three forms, by its place, and the characters at its ends, which it shares with its neighbours, stay;
/// 3. with percent signs (RFC 3986), as the common functions write them.
///
/// A form of fewer than 4 bytes isn't hidden: it would be found everywhere.
package struct OutputMask: Sendable {
    /// Printed in the place of a secret.
    package static let replacement = "***"
    private static let shortest = 4
    private static let shortestLine = 8

    /// By the first byte, the longest first.
    private var forms = [[SecretBytes]](repeating: [], count: 256)
    /// Whether a form begins with a byte.
    private var firsts = [Bool](repeating: false, count: 256)

    package init(_ secrets: [SecretBytes]) {
        for secret in secrets {
            add(secret)
            for line in Self.lines(of: secret) { add(line) }
            add(Self.onTerminal(secret))
            addBase64(of: secret)
            addPercentForms(of: secret)
        }
    }

    /// Adds a form, unless it is too short or known. Longer forms come first: a secret that begins with another one is
    /// hidden whole.
    private mutating func add(_ form: SecretBytes) {
        guard form.count >= Self.shortest else { return }
        let first = Int(form.withBytes { $0[0] })
        if forms[first].contains(where: { $0 == form }) { return }
        let place = forms[first].firstIndex { $0.count < form.count } ?? forms[first].count
        forms[first].insert(form, at: place)
        firsts[first] = true
    }

    // MARK: Forms

    /// Returns a secret as a terminal shows it, with a carriage return before each line break.
    private static func onTerminal(_ secret: SecretBytes) -> SecretBytes {
        SecretBytes { put in
            secret.withBytes { bytes in
                for byte in bytes {
                    if byte == UInt8(ascii: "\n") { put(UInt8(ascii: "\r")) }
                    put(byte)
                }
            }
        }
    }

    private static func lines(of secret: SecretBytes) -> [SecretBytes] {
        secret.withBytes { bytes in
            let lines = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
            return lines.filter { $0.count >= shortestLine && $0.count < bytes.count }
                .map { SecretBytes(copying: $0) }
        }
    }

    /// Adds the forms in base64. A secret within longer data begins at the first, second or third byte of a group of
    /// three, which `before` counts.
    private mutating func addBase64(of secret: SecretBytes) {
        for before in 0..<3 {
            let count = before + secret.count
            let shifted = SecretBytes(count: count) { buffer in
                secret.withBytes {
                    UnsafeMutableRawBufferPointer(rebasing: buffer[before...]).copyMemory(from: $0)
                }
            }
            let text = SecretBytes { put in shifted.withBytes { Base64.encode($0, put) } }
            let length = text.count
            // The characters that depend on the secret alone, of 6 bits each.
            let (start, end) = ((before * 8 + 5) / 6, count * 8 / 6)
            var parts = start < end ? [start..<end] : []
            if before == 0 {
                parts += [0..<length, 0..<(count * 8 + 5) / 6]
                // Lines of base64(1) and of PEM (RFC 7468).
                for width in [76, 64] where width < length {
                    parts += stride(from: 0, to: length, by: width)
                        .map { $0..<min($0 + width, length) }
                        .filter { $0.count >= Self.shortestLine }
                }
            }
            for part in parts where !part.isEmpty {
                let form = text.withBytes { SecretBytes(copying: $0[part]) }
                add(form)
                add(
                    Self.replacing(form) { byte in
                        switch byte {
                        case UInt8(ascii: "+"): UInt8(ascii: "-")
                        case UInt8(ascii: "/"): UInt8(ascii: "_")
                        default: byte
                        }
                    })
            }
        }
    }

    private static func replacing(_ form: SecretBytes, _ change: (UInt8) -> UInt8) -> SecretBytes {
        SecretBytes(count: form.count) { buffer in
            form.withBytes { for (index, byte) in $0.enumerated() { buffer[index] = change(byte) } }
        }
    }

    private mutating func addPercentForms(of secret: SecretBytes) {
        // encodeURIComponent of JavaScript keeps the second, quote() of Python the third; forms write a space as +.
        for kept in ["-._~", "-._~!'()*", "-._~/", "-._*"] {
            for isUppercase in [true, false] {
                for plus in [false, true] {
                    add(
                        PercentEncoding.encode(
                            secret, keeping: kept, isUppercase: isUppercase, plus: plus))
                }
            }
        }
    }

    // MARK: Hiding

    /// Passes output on, with the replacement in the place of secrets.
    ///
    /// - Parameter isLast: whether nothing follows. Otherwise what may be the beginning of a secret isn't passed on.
    /// - Returns: the number of bytes that were passed on or replaced.
    package func pass(
        _ bytes: UnsafeRawBufferPointer, isLast: Bool, to put: (UnsafeRawBufferPointer) -> Void
    ) -> Int {
        var (start, index) = (0, 0)
        func putClear() {
            if start < index { put(UnsafeRawBufferPointer(rebasing: bytes[start..<index])) }
        }
        while true {
            index = firsts.withUnsafeBufferPointer { firsts in
                var next = index
                while next < bytes.count, !firsts[Int(bytes[next])] { next += 1 }
                return next
            }
            if index == bytes.count { break }
            switch match(UnsafeRawBufferPointer(rebasing: bytes[index...]), isLast: isLast) {
            case .none: index += 1
            case .secret(let count):
                putClear()
                var replacement = Self.replacement
                replacement.withUTF8 { put(UnsafeRawBufferPointer($0)) }
                index += count
                start = index
            case .undecided:
                putClear()
                return index
            }
        }
        putClear()
        return index
    }

    private enum Match {
        case none
        case secret(Int)
        /// More bytes decide.
        case undecided
    }

    /// Compares the beginning of `bytes` with each form.
    private func match(_ bytes: UnsafeRawBufferPointer, isLast: Bool) -> Match {
        for form in forms[Int(bytes[0])] {
            let count = min(form.count, bytes.count)
            let isEqual = form.withBytes { memcmp($0.baseAddress!, bytes.baseAddress!, count) == 0 }
            guard isEqual else { continue }
            if count == form.count { return .secret(count) }
            if !isLast { return .undecided }
        }
        return .none
    }
}
