// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainBus
import SwiftKeychainSecretBus
import SwiftKeychainSystem
import Synchronization

/// The sessions and prompts of the clients.
///
/// Clients are unique names of connections. Everything of a client goes when its connection ends.
final class ServiceState: Sendable {
    private struct Contents {
        /// The open sessions of all clients, by their paths.
        var sessions: [String: SecretSession] = [:]
        /// The paths of a client's sessions, the oldest first.
        var opened: [String: [String]] = [:]
        /// The prompts that aren't completed, by their paths.
        var prompts: [String: ServicePrompt] = [:]
        /// For names that are never used again.
        var count = 0
    }

    /// The start of every name. It is random, so that a path from before a restart never names a new session.
    private let start = Hexadecimal.text(RandomSource.system.bytes(8))

    private let contents = Mutex(Contents())

    /// The open sessions of a client. Some programs open one for each item and close none, so the oldest one gives way.
    static let mostSessions = 1024
    /// The prompts of a client that aren't completed, and those of all clients.
    static let mostPrompts = 16
    static let mostPromptsOfAll = 64

    // MARK: Sessions

    /// Opens a session.
    ///
    /// - Returns: the path of the session, and the answer to the client's input.
    /// - Throws: as `SecretSession.open`.
    func open(
        _ algorithm: String, _ input: BusValue, owner: String
    ) throws(BusFailure) -> (path: String, output: BusValue) {
        let path = contents.withLock { contents in
            contents.count += 1
            return ObjectPath.session("s\(start)_\(contents.count)").text
        }
        // Without the lock: a key exchange takes longer than everything else here.
        let (session, output) = try SecretSession.open(algorithm, input, owner: owner, path: path)
        contents.withLock { contents in
            contents.sessions[path] = session
            contents.opened[owner, default: []].append(path)
            if contents.opened[owner]!.count > Self.mostSessions {
                contents.sessions[contents.opened[owner]!.removeFirst()] = nil
            }
        }
        return (path, output)
    }

    /// Returns the session of a client.
    ///
    /// - Throws: `NoSession`, also for one of another client.
    func session(_ path: String, of owner: String) throws(BusFailure) -> SecretSession {
        guard let session = contents.withLock({ $0.sessions[path] }), session.owner == owner else {
            throw .noSession
        }
        return session
    }

    /// Ends a session of a client.
    ///
    /// - Throws: `NoSession`, also for one of another client.
    func close(_ path: String, of owner: String) throws(BusFailure) {
        _ = try session(path, of: owner)
        contents.withLock { contents in
            contents.sessions[path] = nil
            contents.opened[owner]?.removeAll { $0 == path }
        }
    }

    // MARK: Prompts

    /// Makes a prompt that a client may show.
    ///
    /// If too many are open, the client's oldest one that isn't shown gives way: some programs never show theirs.
    ///
    /// - Returns: its path.
    /// - Throws: `LimitsExceeded` if too many are open and none gives way.
    func prompt(_ action: ServicePrompt.Action, owner: String) throws(BusFailure) -> String {
        let path = contents.withLock { contents -> String? in
            let own = contents.prompts.values.filter { $0.owner == owner }
            if contents.prompts.count >= Self.mostPromptsOfAll || own.count >= Self.mostPrompts {
                let hidden = own.filter { !$0.isShown }
                guard let oldest = hidden.min(by: { $0.number < $1.number }) else { return nil }
                contents.prompts[oldest.path] = nil
            }
            contents.count += 1
            let path = ObjectPath.prompt("p\(start)_\(contents.count)").text
            contents.prompts[path] = ServicePrompt(
                path: path, number: contents.count, owner: owner, action: action)
            return path
        }
        guard let path else { throw .limit("too many prompts are open") }
        return path
    }

    /// Returns the prompt of a client.
    ///
    /// - Throws: `NoSuchObject`, also for one of another client.
    func prompt(_ path: String, of owner: String) throws(BusFailure) -> ServicePrompt {
        guard let prompt = contents.withLock({ $0.prompts[path] }), prompt.owner == owner else {
            throw .noSuchObject
        }
        return prompt
    }

    /// Records that a prompt is shown.
    ///
    /// - Throws: `Failed` if it is shown already.
    func show(_ path: String) throws(BusFailure) {
        let isFirst = contents.withLock { contents in
            guard contents.prompts[path]?.isShown == false else { return false }
            contents.prompts[path]?.isShown = true
            return true
        }
        if !isFirst { throw .failed("the prompt is shown already") }
    }

    /// Removes a prompt; false if it was removed before.
    ///
    /// A prompt may be dismissed while the user answers. The call that gets true sends `Completed`, so it is sent once.
    func finish(_ path: String) -> Bool {
        contents.withLock { $0.prompts.removeValue(forKey: path) != nil }
    }

    /// Removes everything of a client whose connection has ended.
    func drop(_ owner: String) {
        let contexts = contents.withLock { contents in
            for path in contents.opened.removeValue(forKey: owner) ?? [] {
                contents.sessions[path] = nil
            }
            let prompts = contents.prompts.values.filter { $0.owner == owner }
            for prompt in prompts { contents.prompts[prompt.path] = nil }
            return prompts.map(\.context)
        }
        // The user isn't asked for a program that has ended.
        for context in contexts { context.invalidate() }
    }

    /// Returns the paths of the open sessions and prompts, for introspection.
    func paths(of owner: String) -> [String] {
        contents.withLock { contents in
            (contents.opened[owner] ?? [])
                + contents.prompts.filter { $0.value.owner == owner }.map(\.key)
        }
    }
}
