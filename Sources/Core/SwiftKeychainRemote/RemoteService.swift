// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSystem

/// The service behind a connection to securityd, which asks the kernel for the calling program.
package struct RemoteService: KeychainService {
    private let address: RemoteAddress
    /// How long securityd may stay silent in an ordinary call.
    private let patience: Duration

    package init(_ address: RemoteAddress, patience: Duration = shortPatience) {
        (self.address, self.patience) = (address, patience)
    }

    /// Makes the next call connect anew, so that securityd asks the kernel for the calling program again.
    package func disconnect() { RemoteConnections.closeIdle(address) }

    /// Connects with the effective group of this program, gives up the group, and uses these connections in all
    /// later calls. A call that finds each of them in use waits for one.
    ///
    /// - Throws: `parameter` for a program whose effective group is its real one; `notAvailable`. The program
    ///   still has its group then.
    package func connectAndDropGroup(connections: Int) throws(KeychainError) {
        let (group, own) = (getegid(), getgid())
        guard group != own else {
            throw KeychainError(
                .parameter, "group: the program isn't set-group-ID; it has group \(own) only")
        }
        try RemoteConnections.keep(connections, address, .after(Self.shortPatience))
        // The saved group too. This can't fail, because the program has both groups.
        guard setregid(own, own) == 0 else { fatalError("setregid: the group can't be given up") }
    }

    /// Returns the process that is securityd, as the kernel names it.
    ///
    /// - Throws: `notAvailable` when it doesn't answer.
    package func process() throws(KeychainError) -> Int32 {
        try RemoteConnection.process(at: address, .after(Self.shortPatience))
    }

    /// Returns the user of the process that listens, as the kernel names it.
    ///
    /// - Throws: `notAvailable` when it doesn't answer.
    package func user() throws(KeychainError) -> UInt32 {
        let connection = try RemoteConnections.take(
            address, .after(Self.shortPatience), isChecked: true)
        let user = try connection.user()
        RemoteConnections.give(connection, address)
        return user
    }

    /// Sends a request to securityd. Archives are read and written here, because securityd may not have access to the
    /// user's files.
    package func perform(_ request: Request, in call: Call) -> Reply {
        do throws(KeychainError) {
            switch request.operation {
            case .backUp(let archive): return try backUp(archive, request, call)
            case .restore(let archive): return try restore(archive, request, call)
            default: return try reply(to: request, call)
            }
        } catch {
            return .failed(error)
        }
    }

    /// Writes the archive that securityd makes to its file, which belongs to the program: securityd opens no files
    /// for others.
    private func backUp(
        _ archive: ArchiveRequest, _ request: Request, _ call: Call
    ) throws(KeychainError) -> Reply {
        guard case .file(let path) = archive.place else {
            return try reply(to: request, call)
        }
        let file = try NewArchiveFile(path)
        let sent = Request(.backUp(archive.at(.message([]))), at: request.location)
        let reply = try reply(to: sent, call)
        guard case .archived(let tally, let bytes) = reply else { return reply }
        try file.append(bytes)
        try file.commit()
        return .archived(tally, [])
    }

    /// Sends the bytes of an archive, for the same reason.
    private func restore(
        _ archive: ArchiveRequest, _ request: Request, _ call: Call
    ) throws(KeychainError) -> Reply {
        guard case .file(let path) = archive.place else {
            return try reply(to: request, call)
        }
        let bytes = try ArchiveFile(path).contents()
        return try reply(
            to: Request(.restore(archive.at(.message(bytes))), at: request.location), call)
    }

    /// Sends a request on an idle or new connection and waits for its reply.
    private func reply(
        to request: Request, _ call: Call
    ) throws(KeychainError) -> Reply {
        // Of what the caller says about itself, securityd heeds only that the library acts.
        let groups = call.caller.isLibrary ? call.caller.groups : []
        let sent = SentRequest(request, call.grant).encoded
        let message = Frame.request(sent, groups: groups).encoded
        guard !sent.isTooLong, FrameWriter.fits(message) else {
            throw KeychainError(.parameter, "\(address.socket): the request is too long")
        }
        while true {
            let connection = try RemoteConnections.take(address, .after(Self.shortPatience))
            do throws(KeychainError) {
                let reply = try connection.perform(
                    message, patience: request.operation.patience ?? patience,
                    progress: call.progress)
                if let reply {
                    RemoteConnections.give(connection, address)
                    return try Reply(decoding: reply)
                }
            } catch {
                RemoteConnections.lose(address)
                throw error
            }
            // securityd has closed this one since the last call.
            RemoteConnections.lose(address)
        }
    }

    /// The patience of calls that derive no key and read no whole store.
    package static let shortPatience = Duration.seconds(5)
}

extension Request.Operation {
    /// How long securityd may stay silent in operations that derive a key from a passcode, or read the
    /// whole store; nil for the others.
    fileprivate var patience: Duration? {
        switch self {
        case .unlock, .verify, .setPasscode, .create, .moveDeviceKey: .seconds(60)
        case .examine, .repair, .backUp, .restore: .seconds(600)
        default: nil
        }
    }
}

extension ArchiveRequest {
    fileprivate func at(_ place: Place) -> Self {
        Self(place, passphrase: passphrase, withTrust: withTrust, cost: cost)
    }
}
