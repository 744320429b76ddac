// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import KeychainTestSupport

/// Hidden from Swift without _GNU_SOURCE.
@_silgen_name("memmem")
private func memmem(
    _ haystack: UnsafeRawPointer, _ count: Int, _ needle: UnsafeRawPointer, _ needleCount: Int
) -> UnsafeMutableRawPointer?

/// Reads the memory of a child of this process, as root and any debugger of the user can.
struct MemoryOfProcess {
    let process: pid_t

    /// Tells why no other process's memory is to be had; nil when it is.
    static let obstacle: String? = {
        guard let child = try? Probe(["secrets"]), child.awaiting("ready") != nil else {
            return "no process starts"
        }
        let memory = open("/proc/\(child.process)/mem", O_RDONLY | O_CLOEXEC)
        guard memory >= 0 else { return "the kernel lets no process read its child's memory" }
        close(memory)
        return nil
    }()

    /// Names what was found and the kind of mapping: `locked` is locked and left out of cores.
    func places(of needles: [Needle]) throws -> Set<Place> {
        let memory = open("/proc/\(process)/mem", O_RDONLY | O_CLOEXEC)
        guard memory >= 0 else { throw POSIXError(.EPERM) }
        defer { close(memory) }
        let search = Search(needles)
        var places: Set<Place> = []
        for mapping in try mappings() where mapping.canHoldSecrets {
            var position = mapping.range.lowerBound
            while position < mapping.range.upperBound {
                let wanted = min(UInt(Search.chunk), mapping.range.upperBound - position)
                let got = search.fill { pread(memory, $0, Int(wanted), off_t(position)) }
                guard got >= Needle.window else { break }
                for name in search.found(in: got) {
                    places.insert(Place(needle: name, mapping: mapping.kind))
                }
                if position + UInt(got) >= mapping.range.upperBound { break }
                // Chunks overlap, so that a copy across two of them is seen.
                position += UInt(got - Needle.window + 1)
            }
        }
        return places
    }

    private struct Mapping {
        let range: Range<UInt>
        let isWritable: Bool
        let name: String
        /// The flags of smaps: `lo` for locked, `dd` for not dumped.
        var flags: Set<String> = []

        var kind: String { flags.isSuperset(of: ["lo", "dd"]) ? "locked" : name }

        /// Whatever the process made or changed: also what it may only read, as an arena of keys.
        var canHoldSecrets: Bool {
            isWritable || !name.hasPrefix("/") && !name.hasPrefix("[v")
        }
    }

    private func mappings() throws -> [Mapping] {
        guard let lines = KernelFile.lines("/proc/\(process)/smaps") else {
            throw POSIXError(.EPERM)
        }
        var mappings: [Mapping] = []
        for line in lines {
            let words = line.split(whereSeparator: \.isWhitespace)
            let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            if words[0] == "VmFlags:" {
                mappings[mappings.count - 1].flags = Set(words.dropFirst().map(String.init))
            } else if ends.count == 2, words.count >= 5 {
                mappings.append(
                    Mapping(
                        range: ends[0]..<ends[1], isWritable: words[1].contains("w"),
                        name: words.count > 5 ? String(words[5]) : "anonymous"))
            }
        }
        // The last ones of every process.
        guard mappings.contains(where: { $0.name == "[stack]" }) else { throw POSIXError(.EIO) }
        return mappings
    }
}

/// Says where a needle was found.
struct Place: Hashable, CustomStringConvertible {
    let needle: String
    let mapping: String
    var description: String { "\(needle) in \(mapping)" }
}

/// Looks through bytes for needles, a piece at a time.
final class Search {
    static let chunk = 1 << 20
    private let windows: [(name: String, bytes: [UInt8])]
    private let buffer = UnsafeMutableRawPointer.allocate(byteCount: chunk, alignment: 16)
    private let zeros = UnsafeMutableRawPointer.allocate(byteCount: chunk, alignment: 16)

    init(_ needles: [Needle]) {
        windows = needles.flatMap { needle in needle.windows.map { (needle.name, $0) } }
        memset(zeros, 0, Self.chunk)
    }

    deinit {
        buffer.deallocate()
        zeros.deallocate()
    }

    /// Lets `read` write at most ``chunk`` bytes and say how many.
    func fill(_ read: (UnsafeMutableRawPointer) -> Int) -> Int { read(buffer) }

    /// Names the needles of which a part lies in the first `count` bytes.
    func found(in count: Int) -> Set<String> {
        // Most of a process was never touched.
        if memcmp(buffer, zeros, count) == 0 { return [] }
        var found: Set<String> = []
        for window in windows where !found.contains(window.name) {
            if memmem(buffer, count, window.bytes, window.bytes.count) != nil {
                found.insert(window.name)
            }
        }
        return found
    }
}
