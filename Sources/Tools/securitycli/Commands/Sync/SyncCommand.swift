// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychain
import SwiftKeychainAgent
import SwiftKeychainModel
import SwiftKeychainRelay
import SwiftKeychainSeam
import SwiftKeychainSystem

extension CommandOption {
    static let acceptsDeletions = flag(
        "D", "accept-deletions", "Delete what others deleted, also if that is much (now)")
}

/// What `security sync` does; this file has the exchanges, the others one part of the command each.
struct SyncCommand {
    let session: Session
    let arguments: Arguments
    let keychain = Keychain.login

    /// The status of the command while not all is the same everywhere.
    static let unfinished: Int32 = 2
    /// The status without a circle.
    private static let noCircle: Int32 = 3

    /// Returns the state of the circle.
    ///
    /// - Throws: a message if there is none.
    func status() throws(CommandFailure) -> SyncStatus {
        let status = try CommandFailure.detail { try keychain.perform(.syncStatus) }
        guard let status else {
            throw .message(
                "this device is in no circle; security sync create makes one",
                status: Self.noCircle)
        }
        return status
    }

    /// Refuses a device that is in a circle already.
    func requireNoCircle() throws(CommandFailure) {
        if try CommandFailure.detail({ try keychain.perform(.syncStatus) }) != nil {
            throw .message("this device is in a circle already; see security sync status")
        }
    }

    /// Exchanges once, and prints the outcome.
    ///
    /// - Parameter tellsNews: whether to print the items that lost, and the membership changes.
    /// - Returns: 0 if all is the same everywhere as far as is known, 1 if a file of the relay is faulty, 2 otherwise.
    func exchangeOnce(
        acceptsDeletions: Bool = false, tellsNews: Bool = true
    ) throws(CommandFailure) -> Int32 {
        _ = try status()
        let line = ProgressLine(session)
        defer { line.end() }
        let outcome = try exchange(acceptsDeletions: acceptsDeletions) { done, all in
            if all > 1 { line.show("\(done) of \(all) files read") }
        }
        line.end()
        session.output.write(Self.sentence(outcome) + "\n")
        if tellsNews { report(news: outcome.news) }
        for text in Self.problems(outcome) { session.note(text) }
        if !outcome.isComplete { return Self.unfinished }
        return outcome.faults.isEmpty ? 0 : 1
    }

    /// Exchanges once.
    ///
    /// - Parameter place: the relay; nil for that of the circle.
    func exchange(
        through place: RelayPlace? = nil, acceptsDeletions: Bool = false, progress: Progress? = nil
    ) throws(CommandFailure) -> SyncRound.Outcome {
        let relay = try CommandFailure.detail { try place ?? keychain.perform(.relay) }
        func exchange() throws(SyncFailure) -> SyncRound.Outcome {
            try SyncRound(
                keychain, through: relay.open(), acceptsDeletions: acceptsDeletions,
                progress: progress
            ).run()
        }
        return try CommandFailure.only {
            try place == nil ? SyncRound.noting(in: keychain, exchange) : exchange()
        }
    }

    /// Reads the heads on a relay; there are none without a circle.
    func heads(in place: RelayPlace) throws(CommandFailure) -> [RelayFile] {
        try CommandFailure.only { try SyncRound.heads(in: place.open()) }
    }

    /// Checks that this device can write to a relay, before it is in a circle there.
    func requireWritable(_ place: RelayPlace) throws(CommandFailure) {
        try CommandFailure.only { try SyncRound.tryToWrite(to: place.open()) }
    }

    /// Exchanges whenever something changes, until a signal ends the process.
    func run() throws(CommandFailure) -> Int32 {
        let status = try status()
        session.note(
            "security: synchronizing through \(status.relay.text); Ctrl-C ends it")
        var reported: Set<String> = []
        try CommandFailure.only {
            try SyncLoop(keychain).run { result in
                switch result {
                case .success(let outcome):
                    if outcome.received + outcome.sent > 0 {
                        session.output.write(Self.sentence(outcome) + "\n")
                        try? session.output.flush()
                    }
                    report(news: outcome.news)
                    // A state that lasts is said once.
                    let texts = Set(Self.problems(outcome))
                    for text in texts.subtracting(reported).sorted() { session.note(text) }
                    reported = texts
                case .failure(let failure):
                    let text = failure.text
                    if reported.insert(text).inserted { session.note("security: sync: " + text) }
                }
            }
        }
        return 0
    }

    /// Returns the line about an exchange, such as "2 items received, 1 sent".
    private static func sentence(_ outcome: SyncRound.Outcome) -> String {
        if outcome.received + outcome.sent == 0 { return "nothing new" }
        return "\(outcome.received) received, \(outcome.sent) sent"
    }

    /// Prints how many items lost, and membership changes, each once.
    func report(news: [String]) {
        if news.isEmpty { return }
        for text in news { session.note("security: sync: \(text)") }
        try? keychain.perform(.acknowledgeMembers)
    }

    private static func problems(_ outcome: SyncRound.Outcome) -> [String] {
        outcome.problems.map { "security: sync: \($0)" }
    }

    static func failure(_ failure: SyncFailure) -> CommandFailure {
        if case .noCircle = failure { return .message(failure.text, status: noCircle) }
        return .message(failure.text, status: unfinished)
    }
}
