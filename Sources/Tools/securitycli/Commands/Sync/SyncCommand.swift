// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychain
import SwiftKeychainAgent
import SwiftKeychainModel
import SwiftKeychainRelay
import SwiftKeychainSeam
import SwiftKeychainSystem

/// The exchanges of `security sync`.
struct SyncCommand {
    private let session: Session
    private let keychain = Keychain.login

    init(_ session: Session) { self.session = session }

    /// The status of the command while not all is the same everywhere.
    static let unfinished: Int32 = 2
    /// The status without a circle.
    static let noCircle: Int32 = 3

    /// Returns the state of the circle.
    ///
    /// - Throws: a message if there is none.
    static func status(of keychain: Keychain) throws(CommandFailure) -> SyncStatus {
        let status = try CommandFailure.detail { try keychain.syncStatus() }
        guard let status else {
            throw .message(
                "this device is in no circle; security sync create makes one", status: noCircle)
        }
        return status
    }

    /// Exchanges once, and prints what came of it.
    ///
    /// - Parameter tellsNews: says what changed in the membership.
    /// - Returns: 0 if all is the same everywhere as far as is known, 1 if a file of the relay is faulty, 2 otherwise.
    func now(acceptsDeletions: Bool, tellsNews: Bool = true) throws(CommandFailure) -> Int32 {
        _ = try Self.status(of: keychain)
        let line = ProgressLine(session)
        defer { line.end() }
        let outcome = try exchange(acceptsDeletions) { done, all in
            if all > 1 { line.show("\(done) of \(all) files read") }
        }
        line.end()
        session.output.write(Self.sentence(outcome) + "\n")
        if tellsNews { Self.report(news: outcome.news, session, keychain) }
        report(outcome)
        if !outcome.isComplete { return Self.unfinished }
        return outcome.faults.isEmpty ? 0 : 1
    }

    /// Exchanges once.
    func exchange(
        _ acceptsDeletions: Bool = false, progress: Progress? = nil
    ) throws(CommandFailure) -> SyncRound.Outcome {
        let place = try CommandFailure.detail { try keychain.relay() }
        return try exchange(through: place, acceptsDeletions, progress: progress)
    }

    /// Exchanges once through a relay.
    func exchange(
        through place: RelayPlace, _ acceptsDeletions: Bool = false, progress: Progress? = nil
    ) throws(CommandFailure) -> SyncRound.Outcome {
        do throws(SyncFailure) {
            let relay = try place.open()
            return try SyncRound(
                keychain, through: relay, acceptsDeletions: acceptsDeletions, progress: progress
            ).run()
        } catch {
            throw Self.failure(error)
        }
    }

    /// Reads the heads on a relay.
    static func heads(in place: RelayPlace) throws(CommandFailure) -> [RelayFile] {
        do throws(SyncFailure) {
            return try SyncRound.heads(in: try place.open())
        } catch {
            throw failure(error)
        }
    }

    /// Exchanges whenever something changes, until the process is told to end.
    func run() throws(CommandFailure) -> Int32 {
        let status = try Self.status(of: keychain)
        session.note(
            "security: synchronizing through \(status.relay.text.printable); Ctrl-C ends it")
        var reported: Set<String> = []
        let loop = SyncLoop(keychain)
        do throws(SyncFailure) {
            try loop.run { result in
                switch result {
                case .success(let outcome):
                    if outcome.received + outcome.sent > 0 {
                        session.output.write(Self.sentence(outcome) + "\n")
                        try? session.output.flush()
                    }
                    Self.report(news: outcome.news, session, keychain)
                    // A state that lasts is said once.
                    let texts = Set(Self.problems(outcome))
                    for text in texts.subtracting(reported).sorted() { session.note(text) }
                    reported = texts
                case .failure(let failure):
                    let text = Self.text(failure)
                    if reported.insert(text).inserted { session.note("security: sync: " + text) }
                }
            }
        } catch {
            throw Self.failure(error)
        }
        return 0
    }

    /// Returns the line about an exchange, such as "2 items received, 1 sent".
    private static func sentence(_ outcome: SyncRound.Outcome) -> String {
        if outcome.received + outcome.sent == 0 { return "nothing new" }
        return "\(outcome.received) received, \(outcome.sent) sent"
    }

    /// Says once what changed in the membership.
    static func report(news: [String], _ session: Session, _ keychain: Keychain) {
        if news.isEmpty { return }
        for text in news { session.note("security: sync: \(text)".printable) }
        try? keychain.acknowledgeMembers()
    }

    private func report(_ outcome: SyncRound.Outcome) {
        for text in Self.problems(outcome) { session.note(text) }
    }

    private static func problems(_ outcome: SyncRound.Outcome) -> [String] {
        var texts = outcome.faults.map { "security: sync: \($0)" }
        texts += outcome.waiting.map { "security: sync: waiting for \($0)" }
        if outcome.refusedDeletions > 0 {
            texts.append(
                "security: sync: other devices deleted \(ItemReport.items(outcome.refusedDeletions));"
                    + " nothing was changed here. To delete them: security sync now --accept-deletions"
            )
        }
        return texts.map(\.printable)
    }

    static func failure(_ failure: SyncFailure) -> CommandFailure {
        if case .noCircle = failure { return .message(text(failure), status: noCircle) }
        return .message(text(failure), status: unfinished)
    }

    private static func text(_ failure: SyncFailure) -> String {
        switch failure {
        case .noCircle: "this device is in no circle any more"
        case .keychain(let error): error.detail.printable
        case .relay(let failure): failure.text.printable
        }
    }
}

extension RelayFailure {
    /// What happened, with the path.
    fileprivate var text: String {
        switch self {
        case .unreachable(let text), .denied(let text), .full(let text), .tooLarge(let text),
            .noFile(let text):
            text
        }
    }
}
