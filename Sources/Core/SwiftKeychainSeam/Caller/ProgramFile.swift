// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc
import SwiftKeychainModel
import SwiftKeychainSystem

/// The executable file of the running program.
package enum ProgramFile {
    /// A link of the kernel to the file itself, whatever its name is now.
    private static let link = "/proc/self/exe"

    /// Returns the path of the file; without /proc, the path by which it was started.
    ///
    /// - Throws: `missingEntitlement` when the file was replaced or removed, or its path is unknown, because
    ///   the program must not get another program's entitlements.
    package static func path() throws(KeychainError) -> String {
        guard let path = destination() else {
            guard let started, let resolved = try? System.resolve(started) else {
                throw KeychainError(
                    .missingEntitlement,
                    "\(started ?? "program"): cannot determine which program this is: /proc/self/exe"
                        + " is missing, and no file is at the path by which it was started")
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

    /// Checks that the program wasn't moved away from a list of entitlements next to the path by which it
    /// was started.
    ///
    /// - Throws: `missingEntitlement` when there is such a list.
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

    /// The last component of the path, because a program can set its other names freely.
    package static let name: String = {
        let path = destination() ?? started
        return path?.split(separator: "/").last.map(String.init) ?? "A program"
    }()

    /// The path given to execve(), which may be relative to an earlier current folder.
    private static var started: String? {
        guard let address = UnsafePointer<CChar>(bitPattern: getauxval(UInt(AT_EXECFN))) else {
            return nil
        }
        return String(path: address)
    }

    /// Returns the path of the running file; nil without /proc. A removed file's ends in " (deleted)".
    private static func destination() -> String? {
        System.linkTarget(link)
    }

    /// Returns whether nothing is at a path. A folder that can't be searched isn't evidence of that.
    private static func isMissing(_ path: String) -> Bool {
        do throws(SystemError) {
            _ = try System.status(following: path)
            return false
        } catch {
            return [ENOENT, ENOTDIR].contains(error.number)
        }
    }

    /// Returns whether the file at a path is the one that runs, by device and inode.
    private static func isRunning(_ path: String) -> Bool {
        guard let running = try? System.status(following: link),
            let named = try? System.status(following: path)
        else { return false }
        return running.isOfSameFile(as: named)
    }
}
