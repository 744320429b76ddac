// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainBus
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSystem
import Synchronization

/// What is known of the clients.
///
/// The bus reports the user and the process of a connection. The program that the process runs is only logged: a process
/// can connect and then become another program. Confinement (Flatpak, Snap) can be forged too, but only by a program that
/// isn't confined. So it takes rights away, and never gives any.
final class Callers: Sendable {
    struct Caller: Sendable {
        /// 0 if it isn't known.
        var process: Int32 = 0
        var user: UInt32 = 0
        /// The first group that the bus names.
        var group: UInt32 = 0
        /// The path of the program; nil if it isn't known.
        var program: String?
        /// The identifier of a confined application, empty if it can't be known whether the program is confined; nil for one
        /// that isn't.
        var application: String?

        /// Whether it can't be known which items exist for the program.
        var isUnknown: Bool { application?.isEmpty == true }

        /// Returns whether an item exists for the program: a confined one sees the items it made. The maker of a locked item is
        /// unknown; it is shown, because a program that finds nothing may make a new secret.
        func maySee(_ item: SecretItem) -> Bool {
            guard let application else { return true }
            return !application.isEmpty && (item.isLocked || item.application == application)
        }
    }

    /// What is known of each client, by the unique name of its connection.
    private let callers = Mutex<[String: Caller]>([:])
    /// Whether confined programs have items of their own.
    let confines: Bool

    init(confines: Bool) { self.confines = confines }

    /// Examines a client on its first call.
    func learn(_ name: String, _ bus: BusConnection) {
        if callers.withLock({ $0[name] != nil }) { return }
        note(name, examine(name, bus))
    }

    /// Asks the bus for the process, user and security label of a connection.
    ///
    /// Calls the bus, so the caller must have the connection. A connection that has ended meanwhile stays unknown.
    func examine(_ name: String, _ bus: BusConnection) -> Caller {
        let answer = bus.askBus("GetConnectionCredentials", [.string(name)])
        var caller = Caller()
        var label: String?
        for (key, value) in answer?.first?.variantPairs ?? [] {
            switch key {
            case "ProcessID": caller.process = Int32(clamping: value.number ?? 0)
            case "UnixUserID": caller.user = UInt32(clamping: value.number ?? 0)
            case "UnixGroupIDs": caller.group = UInt32(clamping: value.elements?.first?.number ?? 0)
            case "LinuxSecurityLabel":
                label = value.bytes?.withBytes { String(decoding: $0, as: UTF8.self) }
            default: break
            }
        }
        caller.program = Self.program(of: caller.process)
        if confines { caller.application = Self.application(of: caller.process, label) }
        return caller
    }

    func note(_ name: String, _ caller: Caller) { callers.withLock { $0[name] = caller } }

    /// Returns whether a client that has called hasn't left.
    func isPresent(_ name: String) -> Bool { callers.withLock { $0[name] != nil } }

    /// Returns what is known of a client. One that has left during its call may have been confined.
    func caller(_ name: String) -> Caller {
        callers.withLock { $0[name] } ?? Caller(application: confines ? "" : nil)
    }

    /// The recipients of signals about items: nil means all at once, unless programs are confined. A signal to all would
    /// reveal to each what others have.
    var audience: [(client: String?, caller: Caller)] {
        confines ? callers.withLock { $0.map { ($0.key, $0.value) } } : [(nil, Caller())]
    }

    func drop(_ name: String) { callers.withLock { $0[name] = nil } }

    /// Returns the path of a process's program; nil if it has ended or can't be examined. The kernel adds ` (deleted)`
    /// to the path of a file that was replaced (proc(5)).
    static func program(of process: Int32) -> String? { System.linkTarget("/proc/\(process)/exe") }

    /// Returns the identifier of a confined application: of a Flatpak from the file that its sandbox has, of a Snap from the
    /// label of AppArmor; nil for a program that isn't confined.
    static func application(of process: Int32, _ label: String?) -> String? {
        if let label, label.hasPrefix("snap.") {
            // The label is `snap.NAME.APPLICATION (mode)`.
            return "snap." + label.dropFirst(5).prefix { $0 != "." && $0 != " " }
        }
        let root = "/proc/\(process)/root"
        // Without it, the process has ended or can't be examined.
        guard access(root + "/", X_OK) == 0 else { return "" }
        do throws(KeychainError) {
            guard let file = try SmallFile.read(root + "/.flatpak-info", limit: 1 << 16) else {
                return nil
            }
            return name(inFlatpakInformation: file)
        } catch {
            return ""
        }
    }

    /// Returns the name in the group `Application` of a key file; empty if there is none.
    ///
    /// - Parameter file: the contents of `.flatpak-info` (flatpak-metadata(5)).
    static func name(inFlatpakInformation file: SecretBytes) -> String {
        var isApplication = false
        let text = file.withBytes { String(decoding: $0, as: UTF8.self) }
        for line in text.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("[") {
                isApplication = line == "[Application]"
            } else if isApplication, line.hasPrefix("name=") {
                return String(line.dropFirst(5))
            }
        }
        return ""
    }
}
