// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychain

extension Leaks {
    /// The key of the device lies nowhere once the keybag is open, neither as bytes nor as digits.
    func deviceKey(keepingLine: Bool) throws(KeychainError) {
        try keychain.add(try Items.item("leak", "key"))
        let path = home + "/state/device.key"
        let descriptor = open(path, O_RDONLY)
        let line = UnsafeMutableRawBufferPointer.allocate(byteCount: 128, alignment: 16)
        let count = read(descriptor, line.baseAddress!, line.count)
        close(descriptor)
        let digits = UnsafeRawBufferPointer(rebasing: line[(count - 65)..<(count - 1)])
        let copy = keepingLine ? Array(digits) : []
        let text = MaskedBytes(digits)
        let key = UnsafeMutableRawBufferPointer.allocate(byteCount: 32, alignment: 16)
        for index in key.indices {
            key[index] = Self.nibble(digits[2 * index]) << 4 | Self.nibble(digits[2 * index + 1])
        }
        let bytes = MaskedBytes(UnsafeRawBufferPointer(key))
        for buffer in [line, key] { explicit_bzero(buffer.baseAddress!, buffer.count) }
        report(text)
        report(bytes)
        withExtendedLifetime(copy) {}
    }

    private static func nibble(_ digit: UInt8) -> UInt8 {
        digit < 0x3a ? digit - 0x30 : digit - 0x57
    }

    /// The keys that are kept lie in a read-only arena, and none of them anywhere else.
    func derivedKeys() throws(KeychainError) {
        try keychain.add(try Items.item("leak", "key"))
        _ = try keychain.find(try Items.one("leak", "key"))
        var keys: [MaskedBytes] = []
        for mapping in Mapping.all() where mapping.flags.isSuperset(of: ["wf", "lo", "dd"]) {
            let pages = UnsafeRawBufferPointer(
                start: UnsafeRawPointer(bitPattern: mapping.range.lowerBound),
                count: mapping.range.count)
            if mapping.isWritable { Talk.say("failed: an arena that may be written") }
            // Behind the sentinel's cache line.
            for start in stride(from: 64, to: pages.count, by: 32) {
                let key = UnsafeRawBufferPointer(rebasing: pages[start..<start + 32])
                if key.contains(where: { $0 != 0 }) { keys.append(MaskedBytes(key)) }
            }
        }
        Talk.say("keys \(keys.count)")
        for key in keys { report(key) }
    }
}
