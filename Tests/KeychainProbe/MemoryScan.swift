// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Hidden from Swift without _GNU_SOURCE.
@_silgen_name("memmem")
private func memmem(
    _ haystack: UnsafeRawPointer, _ count: Int, _ needle: UnsafeRawPointer, _ needleCount: Int
) -> UnsafeMutableRawPointer?

/// Looks through this process's memory for bytes that should not be there.
///
/// What is looked for lies in one shared mapping while the scan runs, and that one is left out.
final class MemoryScan {
    /// How many bytes must agree: a copy of which the ends were overwritten is found too.
    static let window = 16
    private static let chunk = 1 << 20
    private let start: UnsafeMutableRawPointer
    private let capacity = MemoryScan.chunk + 4096
    private let memory: Int32

    init() {
        start = mmap(
            nil, capacity, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
        memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC)
        precondition(start != MAP_FAILED && memory >= 0, "the memory of this process is readable")
    }

    deinit {
        munmap(start, capacity)
        close(memory)
    }

    /// Counts the places of `needle` in writable memory, by the name of the mapping.
    func places(of needle: MaskedBytes) -> [String: Int] {
        var places: [String: Int] = [:]
        for mapping in Mapping.all() where mapping.isWritable && mapping.isReadable {
            if mapping.range.contains(UInt(bitPattern: start)) { continue }
            let count = occurrences(of: needle, in: mapping.range)
            if count == 0 { continue }
            let isLocked = mapping.flags.isSuperset(of: ["lo", "dd"])
            places[isLocked ? "locked" : mapping.name, default: 0] += count
        }
        return places
    }

    private func occurrences(of needle: MaskedBytes, in range: Range<UInt>) -> Int {
        var count = 0
        var position = range.lowerBound
        let buffer = start + 4096
        while position < range.upperBound {
            let wanted = min(UInt(Self.chunk), range.upperBound - position)
            let got = pread(memory, buffer, Int(wanted), Int(position))
            guard got >= Self.window else { break }
            count += occurrences(of: needle, in: buffer, got)
            if position + UInt(got) >= range.upperBound { break }
            // Chunks overlap, so that a copy across two of them is seen.
            position += UInt(got - Self.window + 1)
        }
        memset(buffer, 0, Self.chunk)
        return count
    }

    /// Counts copies; one of which several windows agree counts for each of them.
    private func occurrences(
        of needle: MaskedBytes, in buffer: UnsafeMutableRawPointer, _ length: Int
    ) -> Int {
        let wanted = UnsafeMutableRawBufferPointer(start: start, count: Self.window)
        var count = 0
        for offset in stride(from: 0, through: needle.count - Self.window, by: Self.window) {
            needle.unmask(into: wanted, from: offset)
            var (from, left) = (buffer, length)
            while let found = memmem(from, left, wanted.baseAddress!, Self.window) {
                count += 1
                left -= found + 1 - from
                from = found + 1
            }
        }
        memset(start, 0, Self.window)
        return count
    }
}
