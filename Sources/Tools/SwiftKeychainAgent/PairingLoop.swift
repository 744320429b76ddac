// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainRelay
import SwiftKeychainSeam
import SwiftKeychainSystem

/// The exchange of the messages of a pairing through a relay, at either end.
package struct PairingLoop {
    private let keychain: Keychain
    private let relay: any Relay

    /// The bytes of the longest message.
    private static let longest = 1 << 20
    /// How often the mailbox is looked at where changes can't be watched.
    private static let interval = Duration.seconds(2)

    package init(_ keychain: Keychain, through relay: any Relay) {
        (self.keychain, self.relay) = (keychain, relay)
    }

    /// Runs until the device has joined.
    ///
    /// - Parameters:
    ///   - show: shows the state, whenever it changed.
    ///   - ask: returns the code that the other device shows.
    /// - Throws: what `ask` throws; ``SyncFailure``.
    package func run(
        show: (SyncPairing) -> Void, ask: (SyncPairing) throws -> String
    ) throws {
        var code: String?
        var last: SyncPairing?
        while true {
            let files = try mailbox(last)
            let pairing: SyncPairing
            do throws(KeychainError) {
                pairing = try keychain.perform(.pair(files, code: code))
            } catch {
                if let last { try clear(last) }
                throw SyncFailure.keychain(error)
            }
            // A code is handed over once.
            code = nil
            let there = Set(files.map(\.name))
            // A message that vanished from the relay is put again.
            for put in pairing.puts where !there.contains(put.name) {
                guard let name = RelayName(put.name) else { continue }
                try SyncFailure.accessing(relay.put(name, put.bytes))
            }
            let isNew = last.map {
                $0.stage != pairing.stage || $0.code != pairing.code
                    || $0.otherName != pairing.otherName
            }
            last = pairing
            if isNew ?? true { show(pairing) }
            switch pairing.stage {
            case .finished:
                // The joining end reads the last message.
                let isJoining = !pairing.puts.contains { $0.name == "\(pairing.mailbox)2" }
                if isJoining { try clear(pairing) }
                return
            case .asking: code = try ask(pairing)
            case .waiting:
                _ = try SyncFailure.accessing(relay.wait(Self.interval, or: nil))
            }
        }
    }

    /// Removes at most 1024 messages of unused invitations. A pairing in progress writes its messages again.
    package func clearAll() throws(SyncFailure) {
        let names = try SyncFailure.accessing(relay.list("m/", most: 1024)).keys
        try SyncFailure.accessing(relay.remove(Array(names)))
    }

    /// Removes the messages.
    private func clear(_ pairing: SyncPairing) throws(SyncFailure) {
        try SyncFailure.accessing(relay.remove(Self.names(pairing)))
    }

    /// Returns the names of the messages in the mailbox.
    private static func names(_ pairing: SyncPairing) -> [RelayName] {
        (1...5).compactMap { RelayName("\(pairing.mailbox)\($0)") }
    }

    /// Reads the messages that are there.
    ///
    /// - Parameter pairing: the last state, which names the mailbox; nil before the first, when there are no messages.
    private func mailbox(_ pairing: SyncPairing?) throws(SyncFailure) -> [RelayFile] {
        guard let pairing else { return [] }
        var files: [RelayFile] = []
        for name in Self.names(pairing) {
            if let bytes = try SyncFailure.accessing(relay.get(name, most: Self.longest)) {
                files.append(RelayFile(name: name.text, bytes: bytes))
            }
        }
        return files
    }
}

extension SyncPairing {
    /// Returns the line about the state for the user; nil if there is nothing to say.
    package func text(isMember: Bool) -> String? {
        let other = "\"\((otherName ?? "").printable)\""
        if stage == .finished {
            return isMember ? "\(other) has joined." : "Joined the circle through \(other)."
        }
        if let code { return "Type on \(other): \(code.prefix(3)) \(code.dropFirst(3))" }
        return stage == .asking ? "\(other) wants to join." : nil
    }
}
