// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainSystem

/// A watch of what appears, changes and vanishes in a folder (inotify(7)). A network file system tells nothing of what
/// other machines do.
final class FolderWatch: Sendable {
    private let descriptor: Int32

    /// Begins to watch. If the kernel refuses another watch, a wait only takes its time.
    init(_ folder: String) {
        let descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        self.descriptor = descriptor
        let events = UInt32(IN_MOVED_TO | IN_CLOSE_WRITE | IN_DELETE | IN_ONLYDIR)
        _ = folder.withPath { inotify_add_watch(descriptor, $0, events) }
    }

    deinit { if descriptor >= 0 { System.close(descriptor) } }

    /// Waits for an event since the last wait ended; false if there is none in time.
    func wait(_ duration: Duration) -> Bool {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let milliseconds =
            duration.components.seconds * 1000
            + duration.components.attoseconds / 1_000_000_000_000_000
        guard poll(&polled, 1, Int32(clamping: milliseconds)) > 0 else { return false }
        var events = [UInt8](repeating: 0, count: 4096)
        while read(descriptor, &events, events.count) > 0 {}
        return true
    }
}
