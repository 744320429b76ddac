// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSystem

/// A cluster of etcd as a relay. The name `h/1234` is the key `PREFIXh/1234`, where each user has a prefix.
///
/// It must be used by one thread at a time.
package final class EtcdRelay: Relay {
    private let client: EtcdClient
    private let prefix: String
    private var watch: HTTPLineStream?
    /// The member that sends the watch, an index into the endpoints.
    private(set) var watched = 0
    /// Whether the watch has begun.
    private var hasBegun = false
    /// When a watch that hasn't begun is given up: a member that hangs accepts it, and never answers.
    private var limit = ContinuousClock.now

    /// etcd takes at most 1.5 MiB and 128 operations at once.
    private static let (mostBytes, mostOperations) = (1 << 20, 64)
    /// The bytes of a pair in a list, without the prefix.
    private static let listedBytes = 512
    /// The bytes of an event, whose head has 256 KiB at most.
    private static let longestEvent = 4 << 20
    /// The time for a watch to begin.
    private static let patience = Duration.seconds(20)

    /// - Throws: where libcurl isn't installed. The cluster isn't asked yet.
    package init(_ cluster: EtcdCluster) throws(RelayFailure) {
        client = try EtcdClient(cluster)
        prefix = cluster.prefix
    }

    package func list(_ start: String, most: Int) throws(RelayFailure) -> [RelayName: RelayTag] {
        let answer = try client.call(
            "/v3/kv/range", .list(prefix + start, most: most),
            mostBytes: most * (Self.listedBytes + prefix.utf8.count))
        var tags: [RelayName: RelayTag] = [:]
        for pair in answer["kvs"]?.array ?? [] {
            // The server may answer anything, so the prefix is checked here, too.
            guard let (name, tag) = self.pair(pair), name.text.hasPrefix(start) else { continue }
            if tags.count < most { tags[name] = tag }
        }
        return tags
    }

    package func tag(of name: RelayName) throws(RelayFailure) -> RelayTag? {
        // The cluster lists keys in order, so that the name itself comes before those that it begins.
        try list(name.text, most: 1)[name]
    }

    /// Reads a name and its tag, the revision in which it was changed last; nil for a key that isn't a name.
    private func pair(_ value: JSONValue) -> (RelayName, RelayTag)? {
        guard let object = value.object,
            let key = object["key"].flatMap(Self.bytes),
            let revision = object["mod_revision"]?.string.flatMap({ UInt64($0) }),
            let text = String(validating: key, as: UTF8.self), text.hasPrefix(prefix),
            let name = RelayName(String(text.dropFirst(prefix.count)))
        else { return nil }
        return (name, RelayTag(String(revision)))
    }

    private static func bytes(_ value: JSONValue) -> [UInt8]? {
        value.secret.flatMap { text in
            text.withBytes { try? Base64.decode($0[...]) }?.withBytes { Array($0) }
        }
    }

    package func get(_ name: RelayName, most: Int) throws(RelayFailure) -> [UInt8]? {
        let answer: [String: JSONValue]
        do throws(RelayFailure) {
            answer = try client.call("/v3/kv/range", .get(prefix + name.text), mostBytes: most)
        } catch {
            if case .tooLarge = error { throw tooLarge(name, most) }
            throw error
        }
        guard let pair = answer["kvs"]?.array?.first?.object else { return nil }
        // An empty value is left out.
        guard let value = pair["value"] else { return [] }
        guard let bytes = Self.bytes(value) else {
            throw .unreachable("\(name.text): an answer that isn't base64")
        }
        if bytes.count > most { throw tooLarge(name, most) }
        return bytes
    }

    private func tooLarge(_ name: RelayName, _ most: Int) -> RelayFailure {
        .tooLarge("\(name.text): larger than \(most) bytes")
    }

    package func publish(
        _ publication: RelayPublication
    ) throws(RelayFailure) -> RelayPublication.Outcome {
        var groups = Self.groups(
            publication.puts.map { (prefix + $0.name.text, $0.bytes) },
            besides: publication.head.bytes.count)
        // The last group goes with the head.
        let last = groups.popLast() ?? []
        // Names of packs are never used again, so only the head needs a comparison.
        for group in groups { _ = try client.call("/v3/kv/txn", .transaction(puts: group)) }
        let head = prefix + publication.head.name.text
        // With 63 puts and the head these are the 128 operations of a transaction; other removals follow.
        let removals = publication.removals[...].prefix(Self.mostOperations)
        let answer = try client.call(
            "/v3/kv/txn",
            .transaction(
                if: (head, publication.former.flatMap { UInt64($0.text) } ?? 0),
                puts: last + [(head, publication.head.bytes)],
                deletes: removals.map { prefix + $0.text }))
        guard case .boolean(true) = answer["succeeded"] else { return .superseded }
        try remove(Array(publication.removals.dropFirst(removals.count)))
        guard let revision = answer["header"]?.object?["revision"]?.string else {
            throw .unreachable("\(publication.head.name.text): an answer without a revision")
        }
        // The revision of the transaction is the one in which the head was changed.
        return .published(RelayTag(revision))
    }

    /// Divides puts into such that a cluster takes at once, the last one together with a head.
    ///
    /// - Parameter headBytes: the length of the head. Each group leaves room for it, since any may be the last.
    private static func groups(
        _ puts: [(key: String, value: [UInt8])], besides headBytes: Int
    ) -> [[(key: String, value: [UInt8])]] {
        var groups: [[(key: String, value: [UInt8])]] = []
        var (group, count): ([(key: String, value: [UInt8])], Int) = ([], headBytes)
        for put in puts {
            if !group.isEmpty,
                count + put.value.count > mostBytes || group.count == mostOperations - 1
            {
                groups.append(group)
                (group, count) = ([], headBytes)
            }
            group.append(put)
            count += put.value.count
        }
        return group.isEmpty ? groups : groups + [group]
    }

    package func put(_ name: RelayName, _ bytes: [UInt8]) throws(RelayFailure) {
        _ = try client.call("/v3/kv/put", .put(prefix + name.text, bytes))
    }

    package func remove(_ names: [RelayName]) throws(RelayFailure) {
        var rest = names[...]
        while !rest.isEmpty {
            let keys = rest.prefix(Self.mostOperations).map { prefix + $0.text }
            _ = try client.call("/v3/kv/txn", .transaction(deletes: keys))
            rest = rest.dropFirst(Self.mostOperations)
        }
    }

    /// Five minutes: the watch reports changes, and a listing only finds what it missed.
    package var scanInterval: Duration { .seconds(300) }
    package var gathering: Duration { .milliseconds(50) }

    package func wait(
        _ duration: Duration, or other: FolderWatch?
    ) throws(RelayFailure) -> Bool {
        let stream = try openWatch()
        let time = hasBegun ? duration : min(duration, limit - .now)
        switch stream.next(within: time, or: other?.descriptor) {
        // Also the line that says that the watch has begun: earlier changes aren't reported.
        case .line(let line):
            let answer = EtcdClient.object(line)?["result"]?.object
            guard let answer, answer["canceled"] == nil else {
                watch = nil
                if !hasBegun { throw refusal(answer) }
                return true
            }
            hasBegun = true
            return true
        case .other:
            other?.takeEvents()
            return true
        case .nothing where hasBegun || .now < limit: return false
        case .nothing, .end:
            watch = nil
            client.leaveMember()
            guard hasBegun else {
                throw .unreachable(
                    "\(client.cluster.endpoints[watched]): no watch (HTTP status \(stream.status))")
            }
            return true
        }
    }

    /// Returns why a watch didn't begin, by the line that came in place of one that says it did.
    private func refusal(_ answer: [String: JSONValue]?) -> RelayFailure {
        let reason = (answer?["cancel_reason"]?.string ?? "no watch").prefix(200)
        let text = "\(client.cluster.endpoints[watched]): \(reason)"
        // The answer has no gRPC code, so code 7 (permission denied) is known by its text.
        return reason.lowercased().contains(part: "permission") ? .denied(text) : .unreachable(text)
    }

    /// Returns the stream of changes to heads and messages. It never asks for history: callers list after a watch begins.
    private func openWatch() throws(RelayFailure) -> HTTPLineStream {
        if let watch, watched == client.member { return watch }
        let (url, headers) = try client.streamTarget("/v3/watch")
        do throws(HTTPClient.Failure) {
            let stream = try HTTPLineStream(
                // `0` follows `/` in ASCII: the range has heads and messages, but no packs.
                url, EtcdRequest.watch(from: prefix + "h/", to: prefix + "m0").bytes,
                headers: headers, mostBytes: Self.longestEvent, client.cluster.security)
            (watch, watched, hasBegun) = (stream, client.member, false)
            limit = .now + Self.patience
            return stream
        } catch { throw .unreachable(error.reason) }
    }
}
