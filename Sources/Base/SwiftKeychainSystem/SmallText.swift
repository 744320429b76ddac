// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Files of `/proc`, whose size isn't known before they are read.
package enum SmallText {
    /// Reads at most 64 KiB; nil if the file can't be read, for which `report` gets the reason.
    package static func read(_ path: String, _ report: (SystemError) -> Void = { _ in }) -> String?
    {
        do throws(SystemError) {
            let descriptor = try System.open(path, O_RDONLY)
            defer { System.close(descriptor) }
            let bytes = try System.read(descriptor, path, at: 0, count: 1 << 16)
            return String(decoding: bytes, as: UTF8.self)
        } catch {
            report(error)
            return nil
        }
    }
}
