// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Names one mapping of this process.
struct Mapping {
    let range: Range<UInt>
    let isWritable: Bool
    let isReadable: Bool
    let name: String
    /// The flags of /proc/self/smaps: `lo` for locked, `wf` for wiped on fork, `dd` for not dumped.
    var flags: Set<String> = []

    /// Lists every mapping, lowest address first.
    static func all() -> [Mapping] {
        guard let file = fopen("/proc/self/smaps", "re") else { return [] }
        defer { fclose(file) }
        var mappings: [Mapping] = []
        var (line, capacity): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
        defer { free(line) }
        while getline(&line, &capacity, file) > 0, let text = line.map({ String(cString: $0) }) {
            let words = text.split(whereSeparator: \.isWhitespace)
            if words.first == "VmFlags:" {
                mappings[mappings.count - 1].flags = Set(words.dropFirst().map(String.init))
            } else if let mapping = Mapping(words) {
                mappings.append(mapping)
            }
        }
        return mappings
    }

    private init?(_ words: [Substring]) {
        guard words.count >= 5 else { return nil }
        let ends = words[0].split(separator: "-")
        guard ends.count == 2, let start = UInt(ends[0], radix: 16),
            let end = UInt(ends[1], radix: 16)
        else { return nil }
        range = start..<end
        isReadable = words[1].hasPrefix("r")
        isWritable = words[1].dropFirst().hasPrefix("w")
        name = words.count > 5 ? String(words[5]) : "anonymous"
    }
}
