// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import SwiftKeychainRemote
import SwiftKeychainService
import SwiftKeychainSystem

/// One connection of a program, used by one thread at a time. It never waits for the program, so that
/// half a frame holds up no other connection.
final class Connection: @unchecked Sendable {
    /// What a step did.
    enum Step {
        case served
        /// A call was received that derives a key. The next step carries it out.
        case derives
        /// Nothing more can be read, or written.
        case waits(toWrite: Bool)
        /// The connection is to be closed.
        case over
    }

    enum Count {
        case open
        /// Given up for another one of its user, and not closed yet.
        case ending
    }

    /// How far the handshake is. Each stage has what was learnt before it.
    private enum Stage {
        case new
        case greeted(Peer, nonce: [UInt8])
        case open(Peer, Caller, Frame.Hello)
        /// The connection ends when everything is written.
        case ending
    }

    /// How long a program may take for one frame.
    private static let patience = Duration.seconds(5)

    let descriptor: Int32
    /// When the program must have sent or read the rest of a frame; nil between frames.
    private(set) var deadline: Deadline?
    private let daemon: Daemon
    private var stage = Stage.new
    private var reader = FrameReader(limit: Frame.mostBytesOfGreeting)
    /// The frames to send, in their order; the first may be partly written.
    private var writers: [FrameWriter] = []
    /// The bytes of the request that is received or carried out, and of the reply that isn't written yet.
    private var claimed = (request: 0, reply: 0)
    /// The bytes of the items that the call in progress has found.
    private var foundBytes = 0
    /// When the program learns that its request is still being carried out.
    private var nextReport = Deadline.after(.zero)
    /// The user at the other end.
    let user: UInt32
    /// How ``WaitingConnections`` counts the connection; nil: not.
    var count: Count?
    private var isClosed = false
    /// A request that derives a key, and the groups of the library that it names.
    private var pending: (SentRequest, groups: [String])?

    /// Takes over a descriptor. The user is known at once (SO_PEERCRED), to share out what follows; the program isn't
    /// yet.
    init(_ descriptor: Int32, _ daemon: Daemon) {
        self.descriptor = descriptor
        self.daemon = daemon
        user = (try? PeerIdentity(of: descriptor))?.user ?? .max
    }

    deinit { close() }

    /// Closes the connection. A descriptor that was passed in it may hold up this thread.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        releaseRequest()
        releaseReply()
        System.close(descriptor)
    }

    /// Receives nothing more than what has arrived. A request that was sent by now is carried out; the sender of a later one
    /// learns that none of it was received, and can send it again on a new connection.
    func stopReceiving() { _ = shutdown(descriptor, Int32(SHUT_RD)) }

    /// Whether the program has been met.
    var isOpen: Bool { if case .open = stage { true } else { false } }

    /// Whether a frame isn't written completely.
    var hasUnsent: Bool { !writers.isEmpty }

    /// Whether bytes of the next request were received: polling the socket doesn't report them any more.
    var hasBytesAhead: Bool { reader.hasBytesAhead }

    /// Writes, reads and carries out what is possible now, up to one frame.
    func advance() -> Step {
        let step = nextStep()
        // The deadline stays that of the frame's beginning: a program that sends a byte now and then is too slow too.
        let isBetweenFrames = isOpen && writers.isEmpty && !reader.isWithinFrame
        deadline = isBetweenFrames ? nil : deadline ?? .after(Self.patience)
        return step
    }

    /// Does the next thing that needs no waiting: greet, write what is left, carry out the request, or read.
    private func nextStep() -> Step {
        if case .new = stage { greet() }
        if let step = writeAll() { return step }
        if case .ending = stage { return .over }
        if daemon.isStopping { return .over }
        if let (request, groups) = pending {
            pending = nil
            carryOut(request, groups)
            return writeAll() ?? .served
        }
        do throws(KeychainError) {
            switch try reader.read(descriptor) {
            case .incomplete: return .waits(toWrite: false)
            case .closed: return .over
            case .frame(let message):
                deadline = nil
                try receive(try Frame(decoding: message))
                if pending != nil { return .derives }
                releaseRequest()
                // The connection may be put aside now, to wait for the next request.
                return writeAll() ?? .served
            }
        } catch {
            refuse(error)
            return writeAll() ?? .over
        }
    }

    /// Writes what is to be sent; nil when all is written.
    private func writeAll() -> Step? {
        while !writers.isEmpty {
            switch writers[0].write(descriptor) {
            case .done: writers.removeFirst()
            case .incomplete: return .waits(toWrite: true)
            case .closed: return .over
            }
        }
        releaseReply()
        return nil
    }

    /// Releases the memory that a long request has claimed. A short one claims none.
    private func releaseRequest() { release(&claimed.request) }

    private func releaseReply() { release(&claimed.reply) }

    private func release(_ count: inout Int) {
        if count == 0 { return }
        daemon.longFrames.withLock { $0.release(count, of: user) }
        count = 0
    }

    private func send(_ frame: Frame) { writers.append(FrameWriter(frame.encoded)) }

    /// Sends a refusal, after which the connection ends, and records it in the audit log.
    private func refuse(_ error: KeychainError) {
        releaseRequest()
        if let audit = daemon.configuration.audit, let peer = try? PeerIdentity(of: descriptor) {
            audit.recordRefusal(process: peer.process, user: peer.user, error)
        }
        send(.refusal(error))
        stage = .ending
    }

    /// Identifies the process and sends a greeting with a new nonce. The rights are judged when the hello arrives.
    private func greet() {
        do throws(KeychainError) {
            let peer = try Peer(of: descriptor, mode: daemon.configuration.mode)
            reader = FrameReader(
                limit: Frame.mostBytesOfGreeting, from: peer.pid, closer: daemon.closer(for: user))
            // A hello is short and has no secrets. Before one arrived, no memory is given to anything else.
            reader.claim = { _ in false }
            let nonce = RandomSource.system.bytes(Frame.nonceBytes)
            send(.greeting(Frame.Greeting(program: ProgramVersion.text, nonce: nonce)))
            stage = .greeted(peer, nonce: nonce)
        } catch {
            refuse(error)
        }
    }

    /// Takes a frame that is allowed in this stage; any other ends the connection.
    private func receive(_ frame: Frame) throws(KeychainError) {
        switch (stage, frame) {
        case (.greeted(let peer, let nonce), .hello(let hello)):
            guard hello.version == Frame.protocolVersion else {
                throw KeychainError(
                    .notAvailable,
                    "the program's library \(hello.program) speaks version \(hello.version) of the"
                        + " protocol, securityd \(ProgramVersion.text) version"
                        + " \(Frame.protocolVersion): start both again")
            }
            guard hello.nonce == nonce else { throw Frame.malformed }
            try peer.confirm()
            reader.limit = Frame.mostBytes
            reader.claim = { [unowned self] in claimRequest($0) }
            stage = .open(peer, daemon.configuration.caller(peer), hello)
        case (.open(let peer, _, _), .request(let message, let groups)):
            do throws(KeychainError) {
                let sent = try SentRequest(decoding: message) { [unowned self] in
                    claimRequest($0)
                }
                // A request may name the library's own groups alone. All others come from the rights of the program.
                guard groups.allSatisfy(Caller.ownGroups.contains) else { throw Frame.malformed }
                try peer.rights.requireRight(to: sent.request.operation, daemon.configuration.mode)
                if sent.derivesKey {
                    pending = (sent, groups)
                } else {
                    carryOut(sent, groups)
                }
            } catch {
                send(.reply(Reply.failed(error).encoded()))
            }
        default: throw Frame.malformed
        }
    }

    /// Claims room for a long request, or for one of its items.
    private func claimRequest(_ count: Int) -> Bool {
        guard daemon.longFrames.withLock({ $0.claim(count, of: user) }) else { return false }
        claimed.request += count
        return true
    }

    /// Carries out a request, and has its reply written next.
    private func carryOut(_ request: SentRequest, _ groups: [String]) {
        guard case .open(let peer, let caller, let hello) = stage else { return }
        writers.append(FrameWriter(reply(to: request, groups, peer, caller, hello)))
        releaseRequest()
    }

    /// Carries out a request and returns the frame with its reply.
    private func reply(
        to sent: SentRequest, _ groups: [String], _ peer: Peer, _ caller: Caller,
        _ hello: Frame.Hello
    ) -> Message {
        (foundBytes, nextReport) = (0, .after(silence))
        let request = sent.request
        let call = Call(
            callerOf(request, groups, peer, caller), grant: sent.grant,
            progress: { [unowned self] in report($0, $1) },
            claim: { [unowned self] in claim($0) })
        let reply = daemon.keeper.perform(request, peer, hello, in: call)
        daemon.configuration.audit?.record(request, of: peer, reply)
        let message = reply.encoded(call)
        let frame = Frame.reply(message).encoded
        let count = FrameWriter.count(of: frame)
        if count <= FrameReader.shortBytes { return frame }
        guard !message.isTooLong, FrameWriter.fits(frame) else {
            return Self.refusing("the reply is too long; ask for fewer items at a time")
        }
        releaseRequest()
        // What was claimed for the items becomes the size of the encoded reply.
        if count < claimed.reply {
            daemon.longFrames.withLock { $0.release(claimed.reply - count, of: peer.uid) }
        } else if !daemon.longFrames.withLock({ $0.claim(count - claimed.reply, of: peer.uid) }) {
            return Self.refusing(Call.noRoom.detail)
        }
        claimed.reply = count
        return frame
    }

    /// Returns a reply of `notAvailable`, in place of one that can't be sent.
    private static func refusing(_ words: String) -> Message {
        Frame.reply(Reply.failed(KeychainError(.notAvailable, words)).encoded()).encoded
    }

    /// Returns the access groups that a request gets. The groups that it names narrow these, and give none.
    private func callerOf(
        _ request: Request, _ groups: [String], _ peer: Peer, _ caller: Caller
    ) -> Caller {
        if case .restore(let archive) = request.operation, archive.withTrust {
            let restoring = peer.rights.callerOfLibrary(
                [Caller.trustSettingsGroup], changes: true, daemon.configuration.mode)
            return restoring.failure == nil ? caller : restoring
        }
        if groups.isEmpty { return caller }
        let changes: Bool
        switch request.operation {
        case .find, .fetch: changes = false
        case .add, .update, .put, .delete: changes = true
        default: return caller
        }
        return peer.rights.callerOfLibrary(
            groups, changes: changes, daemon.configuration.mode)
    }

    /// Claims room for items that the call in progress has found, in pieces.
    private func claim(_ count: Int) -> Bool {
        foundBytes += count
        let missing = foundBytes - claimed.reply
        guard foundBytes > FrameReader.shortBytes, missing > 0 else { return true }
        let piece = max(missing, Self.pieceOfReply)
        guard daemon.longFrames.withLock({ $0.claim(piece, of: user) }) else { return false }
        claimed.reply += piece
        return true
    }

    /// The bytes that are claimed at once, so that not each item needs the lock.
    private static let pieceOfReply = 1 << 20
    private var silence: Duration { daemon.configuration.silence }

    /// Reports to the program that its request is still being carried out. What doesn't fit into the socket
    /// now is sent before the reply.
    private func report(_ done: Int, _ all: Int) {
        // One progress frame at a time: those of a program that doesn't read would pile up.
        guard nextReport.hasPassed, writers.isEmpty else { return }
        nextReport = .after(silence)
        send(.progress(done: done, all: all))
        if case .done = writers[0].write(descriptor) { writers.removeFirst() }
    }
}
