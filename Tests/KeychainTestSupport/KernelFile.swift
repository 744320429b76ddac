// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Reads files of /proc line by line: the kernel tells no size of them, and Foundation reads only a
/// part.
public enum KernelFile {
    /// Gives the lines, with their ends; nil when the file is not to be read.
    public static func lines(_ path: String) -> [String]? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var lines: [String] = []
        var (line, capacity): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
        defer { free(line) }
        while getline(&line, &capacity, file) > 0, let line {
            lines.append(String(cString: line))
        }
        return lines
    }
}
