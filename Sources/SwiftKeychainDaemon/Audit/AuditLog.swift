// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import SwiftKeychainService
import SwiftKeychainStore
import SwiftKeychainSystem

/// The audit log: a line of JSON for each call (``AuditEntry``), in files that are replaced by size.
///
/// Calls that are equal within a second are counted in one line, so that a program can't push the lines of
/// others out of the log by calling often. A line that can't be written, because the disk is full, is counted in the
/// next one that can, and mentioned once on standard error; no call fails for it.
package final class AuditLog: Sendable {
    private let path: String
    private let largest: Int
    private let kept: Int
    private let now: @Sendable () -> Double
    private let complain: @Sendable (String) -> Void
    private let state = SharedValue(State())

    private struct State {
        var descriptor: Int32 = -1
        var size = 0
        /// The calls of the current second, and how often each was repeated.
        var repeated: [AuditEntry: Int] = [:]
        var second = -Double.infinity
        var lost = 0
        var hasComplained = false
    }

    /// The distinct calls that are written in a second.
    private static let mostInASecond = 1000

    /// - Parameters:
    ///   - path: the file, in a folder that is made where it is missing. Older lines are in `path.1` and so on.
    ///   - largest: the size in bytes at which a file is replaced.
    ///   - kept: how many older files are kept.
    ///   - now: the time, in seconds since 2001-01-01.
    ///   - complain: receives a line about a file that can't be written.
    package init(
        _ path: String, largest: Int = 4 << 20, kept: Int = 4,
        now: @escaping @Sendable () -> Double = SystemClock.absoluteTime,
        complain: @escaping @Sendable (String) -> Void = { StandardStreams.writeError($0) }
    ) {
        self.path = path
        self.largest = largest
        self.kept = kept
        self.now = now
        self.complain = complain
    }

    deinit {
        let descriptor = state.withLock { $0.descriptor }
        if descriptor >= 0 { System.close(descriptor) }
    }

    /// Records a call and what came of it.
    package func record(_ request: Request, of peer: Peer, _ reply: Reply) {
        let (itemClass, group) = request.operation.subject
        record(
            AuditEntry(
                process: peer.pid, user: peer.uid, group: peer.gid, rights: peer.rights,
                call: request.operation.name, itemClass: itemClass?.rawValue, accessGroup: group,
                outcome: reply.outcome))
    }

    /// Records a connection that was refused. The reason contains no text of the client's.
    package func recordRefusal(process: pid_t, user: uid_t, _ error: KeychainError) {
        record(
            AuditEntry(
                process: process, user: user, group: 0, rights: nil, call: "connect",
                outcome: error.detail))
    }

    func record(_ entry: AuditEntry) {
        let time = now()
        state.withLock { state in
            if !(state.second..<state.second + 1 ~= time) {
                writeRepetitions(&state)
                state.second = time
            }
            if state.repeated[entry] != nil {
                state.repeated[entry]! += 1
            } else if state.repeated.count < Self.mostInASecond {
                state.repeated[entry] = 0
                write(entry, at: time, count: 1, &state)
            } else {
                state.lost += 1
            }
        }
    }

    /// Writes the counts of repeated calls now; when a connection ends, and when the service does.
    package func flush() {
        state.withLock { state in
            writeRepetitions(&state)
            state.second = -.infinity
        }
    }

    private func writeRepetitions(_ state: inout State) {
        let repeated = state.repeated.filter { $0.value > 0 }
        for (entry, count) in repeated { write(entry, at: state.second, count: count, &state) }
        state.repeated = [:]
    }

    private func write(_ entry: AuditEntry, at time: Double, count: Int, _ state: inout State) {
        var entry = entry
        (entry.time, entry.count, entry.lost) = (time, count, state.lost)
        let line = Array((entry.line + "\n").utf8)
        do throws(SystemError) {
            try open(&state)
            if state.size + line.count > largest, state.size > 0 {
                try replace(&state)
            }
            do throws(SystemError) {
                try System.write(state.descriptor, path, at: state.size, line)
            } catch {
                // Half a line would spoil the next one.
                try? System.truncate(state.descriptor, path, to: state.size)
                throw error
            }
            state.size += line.count
            state.lost = 0
            state.hasComplained = false
        } catch {
            state.lost += count
            if !state.hasComplained {
                state.hasComplained = true
                complain("securityd: \(path): \(error.sentence); calls aren't logged")
            }
        }
    }

    private func open(_ state: inout State) throws(SystemError) {
        guard state.descriptor < 0 else { return }
        // Beside a device key that isn't made yet.
        if let end = path.lastIndex(of: "/") { try StoreFolder.make(String(path[..<end])) }
        let descriptor = try System.open(path, O_WRONLY | O_CREAT, mode: 0o600)
        do throws(SystemError) {
            state.size = Int(try System.status(descriptor, path).st_size)
        } catch {
            System.close(descriptor)
            throw error
        }
        state.descriptor = descriptor
    }

    private func replace(_ state: inout State) throws(SystemError) {
        for number in stride(from: kept - 1, through: 1, by: -1) {
            try? System.rename("\(path).\(number)", to: "\(path).\(number + 1)")
        }
        try System.rename(path, to: "\(path).1")
        System.close(state.descriptor)
        state.descriptor = -1
        try open(&state)
    }
}

extension Request.Operation {
    /// The name of the operation in the audit log.
    fileprivate var name: String {
        switch self {
        case .find: "find"
        case .add: "add"
        case .update: "update"
        case .put: "put"
        case .delete: "delete"
        case .status: "status"
        case .lock: "lock"
        case .unlock: "unlock"
        case .verify: "verify"
        case .setPasscode: "set-passcode"
        case .countItemsThatNeedPasscode: "count-items-that-need-passcode"
        case .countItems: "count-items"
        case .moveDeviceKey: "move-device-key"
        case .wrapUnderPresentDeviceKey: "wrap-keys"
        case .filesSetAside: "files-set-aside"
        case .settings: "settings"
        case .setSettings: "set-settings"
        case .file: "file"
        case .requireKeychain: "require-keychain"
        case .create: "create"
        case .remove: "remove"
        case .keychainList: "keychain-list"
        case .changeKeychainList: "change-keychain-list"
        case .examine: "examine"
        case .repair: "repair"
        case .changeAnchor: "change-anchor"
        case .backUp: "back-up"
        case .restore: "restore"
        }
    }

    /// The class and the access group that the operation names.
    fileprivate var subject: (ItemClass?, String?) {
        switch self {
        case .find(let find): (find.search.query.itemClass, find.search.query.accessGroup)
        case .update(let search, _), .delete(let search), .put(let search, _, _):
            (search.query.itemClass, search.query.accessGroup)
        case .add(let groups, _):
            (groups.first?.first?.itemClass, groups.first?.first?.accessGroup)
        default: (nil, nil)
        }
    }
}

extension Reply {
    fileprivate var outcome: String {
        switch self {
        case .failed(let error):
            Status.name(of: error.code.rawValue) ?? String(error.code.rawValue)
        case .lacks: "asks"
        default: "ok"
        }
    }
}
