// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import KeychainTestSupport

/// Is the file that the kernel writes of a process which ends by a fault.
struct CoreFile {
    let path: String

    /// Tells why processes leave no core where they can be looked at; nil when they do.
    ///
    /// The kernel may hand cores to a program, or put them into a folder of its own; containers and
    /// limits may forbid them.
    static let obstacle: String? = {
        let folder = TemporaryHome()
        _ = try? Probe.run(
            ["core", folder.path], environment: ["SWIFT_BACKTRACE": "enable=no"])
        if (try? CoreFile(in: folder.path)) != nil { return nil }
        let pattern = try? String(contentsOfFile: "/proc/sys/kernel/core_pattern", encoding: .utf8)
        return "a process leaves no core in its folder: core_pattern is "
            + (pattern ?? "not to be read").trimmingCharacters(in: .newlines)
    }()

    /// Finds the only file in `folder`.
    init(in folder: String) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        guard names.count == 1 else { throw POSIXError(.ENOENT) }
        path = folder + "/" + names[0]
    }

    /// Names the needles of which a part lies in it: in memory or in the registers it tells of.
    func names(of needles: [Needle]) throws -> Set<String> {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw POSIXError(.ENOENT) }
        defer { close(file) }
        let search = Search(needles)
        var names: Set<String> = []
        var position: off_t = 0
        while true {
            let got = search.fill { pread(file, $0, Search.chunk, position) }
            guard got >= Needle.window else { return names }
            names.formUnion(search.found(in: got))
            if got < Search.chunk { return names }
            position += off_t(got - Needle.window + 1)
        }
    }
}
