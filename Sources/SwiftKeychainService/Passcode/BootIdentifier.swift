import Glibc
import SwiftKeychainStore
import SwiftKeychainSystem
import Synchronization

/// The kernel's name of this run of the machine: another one after every restart.
enum BootIdentifier {
    static let path = "/proc/sys/kernel/random/boot_id"
    /// A UUID as text.
    private static let byteCount = 36
    private static let known = Mutex<String?>(nil)

    /// Gives the name, read once; nil where it cannot be read, as without /proc.
    @Sendable static func current() -> String? {
        if let known = known.withLock({ $0 }) { return known }
        guard let file = try? System.open(path, O_RDONLY) else { return nil }
        defer { System.close(file) }
        guard let bytes = try? System.read(file, path, at: 0, count: byteCount),
            bytes.count == byteCount
        else { return nil }
        let name = String(decoding: bytes, as: UTF8.self)
        known.withLock { $0 = name }
        return name
    }
}
