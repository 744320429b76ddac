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
            guard let started, let resolved = try? System.resolve(started) else {
                throw KeychainError(
                    .missingEntitlement,
                    "\(started ?? "program"): cannot tell which program this is: /proc/self/exe is"
                        + " not there, and no file lies at the path it was started by")
            }
            return resolved
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
        let resolved = try? System.resolve(started)
        for path in [started] + (resolved.map { [$0] } ?? []) {
            let list = path + ".entitlements"
            if isMissing(list) { continue }
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
        System.linkTarget(link)
    }

    private static func isMissing(_ path: String) -> Bool {
        do throws(SystemError) {
            _ = try System.status(following: path)
            return false
        } catch {
            return [ENOENT, ENOTDIR].contains(error.number)
        }
    }

    private static func isRunning(_ path: String) -> Bool {
        guard let running = try? System.status(following: link),
            let named = try? System.status(following: path)
        else { return false }
        return running.st_dev == named.st_dev && running.st_ino == named.st_ino
    }
}
