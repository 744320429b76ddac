import CKeychainLinux
import Glibc
import SwiftKeychainModel
import SwiftKeychainSystem

/// The executable file of the running program.
package enum ProgramFile {
    /// A magic link to the file itself, under whatever name it lies by now.
    private static let link = "/proc/self/exe"

    /// The path under which the file lies; where there is no /proc, the path it was started by.
    ///
    /// - Throws: `missingEntitlement` when no path leads to the file: it was replaced or removed, or
    ///   nothing tells which it is. Another program's entitlements are not this one's.
    static func path() throws(KeychainError) -> String {
        guard let path = destination() else {
            guard let started, let resolved = started.withPath({ realpath($0, nil) }) else {
                throw KeychainError(
                    .missingEntitlement,
                    "\(started ?? "program"): cannot tell which program this is: /proc/self/exe is"
                        + " not there, and no file lies at the path it was started by")
            }
            defer { free(resolved) }
            return String(path: resolved)
        }
        guard isRunning(path) else {
            throw KeychainError(
                .missingEntitlement,
                "\(path): the program was replaced or removed since it was started, so its"
                    + " entitlements are not known; start it again")
        }
        return path
    }

    /// Checks that no list of entitlements is left behind where the program was started from, after
    /// the program was moved away from it and another was put there.
    ///
    /// - Throws: `missingEntitlement` when there is one.
    static func requireNoListLeftBehind() throws(KeychainError) {
        guard destination() != nil, let started, !isRunning(started) else { return }
        let resolved = started.withPath { realpath($0, nil) }
        defer { free(resolved) }
        for path in [started] + (resolved.map { [String(path: $0)] } ?? []) {
            let list = path + ".entitlements"
            guard list.withPath({ access($0, F_OK) }) == 0 || ![ENOENT, ENOTDIR].contains(errno)
            else { continue }
            throw KeychainError(
                .missingEntitlement,
                "\(list): the program was moved since it was started from \(started), so its"
                    + " entitlements are not known; start it again")
        }
    }

    /// The last part of the path: what a program calls itself may be anything.
    package static let name: String = {
        let path = destination() ?? started
        return path?.split(separator: "/").last.map(String.init) ?? "A program"
    }()

    /// The path that execve() was called with; a relative one began at the folder of that time.
    private static var started: String? {
        guard let address = UnsafePointer<CChar>(bitPattern: getauxval(UInt(AT_EXECFN))) else {
            return nil
        }
        return String(path: address)
    }

    private static func destination() -> String? {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = buffer.withUnsafeMutableBytes { readlink(link, $0.baseAddress!, $0.count) }
        return count > 0 ? String(path: buffer[..<count]) : nil
    }

    private static func isRunning(_ path: String) -> Bool {
        var (running, named) = (stat(), stat())
        return stat(link, &running) == 0 && path.withPath { stat($0, &named) } == 0
            && running.st_dev == named.st_dev && running.st_ino == named.st_ino
    }
}
