// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import SwiftKeychainPeers
import SwiftKeychainService
import SwiftKeychainSystem

/// The audit log: a line of JSON for each call (``AuditEntry``). Users may have separate files (``AuditFile``), which
/// keeps a user from pushing the lines of others out of the log.
package final class AuditLog: Sendable {
    private let path: String
    private let byUser: Bool
    private let largest: Int
    private let kept: Int
    private let now: @Sendable () -> Double
    private let complain: @Sendable (String) -> Void
    private let files = SharedValue<[uid_t: AuditFile]>([:])

    /// - Parameters:
    ///   - path: the file, in a folder that is made where it is missing; or the folder, with a file `UID.log` for
    ///     each user. Older lines are in `….log.1` and so on.
    ///   - largest: the size in bytes at which a file is replaced.
    ///   - kept: how many older files are kept.
    ///   - now: the time, in seconds since 2001-01-01.
    ///   - complain: receives a line about a file that can't be written.
    package init(
        _ path: String, byUser: Bool = false, largest: Int = 4 << 20, kept: Int = 4,
        now: @escaping @Sendable () -> Double = SystemClock.absoluteTime,
        complain: @escaping @Sendable (String) -> Void = {
            StandardStreams.writeError("securityd: \($0)")
        }
    ) {
        (self.path, self.byUser) = (path, byUser)
        (self.largest, self.kept) = (largest, kept)
        (self.now, self.complain) = (now, complain)
    }

    /// Records a call and its outcome.
    package func record(_ request: Request, of peer: Peer, _ reply: Reply) {
        let (itemClass, group) = request.operation.subject
        record(
            AuditEntry(
                process: peer.pid, user: peer.uid, group: peer.gid, program: peer.rights.program,
                strength: peer.rights.strength, call: request.operation.name,
                itemClass: itemClass?.rawValue, accessGroup: group, outcome: reply.outcome))
    }

    /// Records a connection that was refused. The reason contains no text of the client's.
    package func recordRefusal(process: pid_t, user: uid_t, _ error: KeychainError) {
        record(
            AuditEntry(
                process: process, user: user, group: 0, call: AuditEntry.connection,
                outcome: error.detail))
    }

    /// Records a call or a refusal in the file of its user.
    func record(_ entry: AuditEntry) {
        let time = now()
        files.withLock { files in
            // The counts of others too, which may make no call any more.
            for file in files.values { file.writeCounts(at: time) }
            file(of: entry.user, &files).record(entry, at: time)
        }
    }

    /// Writes the counts of repeated calls now, when the service ends.
    package func flush() {
        files.withLock { files in
            for file in files.values { file.writeCounts(at: .infinity) }
        }
    }

    /// The most files that are kept open: a user can have many numbers (/etc/subuid).
    private static let mostFiles = 64

    /// Returns the open file of a user. At the limit any other one is forgotten first, with its counts written.
    private func file(of user: uid_t, _ files: inout [uid_t: AuditFile]) -> AuditFile {
        // One file for all users has the key 0.
        let key = byUser ? user : 0
        if let file = files[key] { return file }
        if files.count >= Self.mostFiles { files.popFirst()?.value.writeCounts(at: .infinity) }
        let file = AuditFile(
            byUser ? "\(path)/\(user).log" : path, largest: largest, kept: kept, complain)
        files[key] = file
        return file
    }
}

extension Request.Operation {
    /// The class and the access group that the operation names.
    fileprivate var subject: (ItemClass?, String?) {
        switch self {
        case .find(let find): (find.query.itemClass, find.query.accessGroup)
        case .fetch(let references, _): (references.first?.itemClass, nil)
        case .update(let query, _), .delete(let query), .put(let query, _, _),
            .countCandidates(let query):
            (query.itemClass, query.accessGroup)
        case .add(let groups, _):
            (groups.first?.first?.itemClass, groups.first?.first?.accessGroup)
        default: (nil, nil)
        }
    }
}

extension Reply {
    /// `ok`, `asks` if the client must get something granted first, or the name of the error.
    fileprivate var outcome: String {
        switch self {
        case .failed(let error):
            Status.name(of: error.code.rawValue) ?? String(error.code.rawValue)
        case .lacks: "asks"
        default: "ok"
        }
    }
}
