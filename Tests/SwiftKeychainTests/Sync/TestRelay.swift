// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainRelay
import SwiftKeychainSystem
import Synchronization

/// A relay in memory, which can be cut off before any access.
final class TestRelay: Relay, Sendable {
    private struct Contents {
        var files: [String: (bytes: [UInt8], change: Int)] = [:]
        var changes = 0
        var accesses: Int?
        var refusesPublications = false
    }

    private let contents = Mutex(Contents())

    /// The names and bytes that it has.
    var files: [String: [UInt8]] {
        get { contents.withLock { $0.files.mapValues(\.bytes) } }
        set {
            contents.withLock { contents in
                contents.changes += 1
                let change = contents.changes
                contents.files = newValue.mapValues { ($0, change) }
            }
        }
    }

    /// How many accesses succeed before the others fail; nil: all.
    var accesses: Int? {
        get { contents.withLock { $0.accesses } }
        set { contents.withLock { $0.accesses = newValue } }
    }

    /// Fails each publication before anything was written.
    var refusesPublications: Bool {
        get { contents.withLock { $0.refusesPublications } }
        set { contents.withLock { $0.refusesPublications = newValue } }
    }

    private func access() throws(RelayFailure) {
        let isCut = contents.withLock { contents in
            guard let left = contents.accesses else { return false }
            contents.accesses = max(0, left - 1)
            return left == 0
        }
        if isCut { throw .unreachable("cut") }
    }

    func list(_ prefix: String, most: Int) throws(RelayFailure) -> [RelayName: RelayTag] {
        try access()
        return contents.withLock { contents in
            var tags: [RelayName: RelayTag] = [:]
            let found = contents.files.filter { $0.key.hasPrefix(prefix) }
            for (text, file) in found.sorted(by: { $0.key < $1.key }) {
                guard tags.count < most, let name = RelayName(text) else { continue }
                tags[name] = RelayTag("\(file.change)")
            }
            return tags
        }
    }

    func tag(of name: RelayName) throws(RelayFailure) -> RelayTag? {
        try access()
        return contents.withLock { $0.files[name.text].map { RelayTag("\($0.change)") } }
    }

    func get(_ name: RelayName, most: Int) throws(RelayFailure) -> [UInt8]? {
        try access()
        let bytes = contents.withLock { $0.files[name.text]?.bytes }
        if let bytes, bytes.count > most { throw .tooLarge(name.text) }
        return bytes
    }

    func publish(
        _ publication: RelayPublication
    ) throws(RelayFailure) -> RelayPublication.Outcome {
        try access()
        if refusesPublications { throw .unreachable("refused") }
        return contents.withLock { contents in
            let head = publication.head.name.text
            guard contents.files[head].map({ RelayTag("\($0.change)") }) == publication.former
            else { return .superseded }
            contents.changes += 1
            for (name, bytes) in publication.puts {
                contents.files[name.text] = (bytes, contents.changes)
            }
            contents.files[head] = (publication.head.bytes, contents.changes)
            for name in publication.removals { contents.files[name.text] = nil }
            return .published(RelayTag("\(contents.changes)"))
        }
    }

    func put(_ name: RelayName, _ bytes: [UInt8]) throws(RelayFailure) {
        files[name.text] = bytes
    }

    var scanInterval: Duration { .seconds(30) }
    var gathering: Duration { .zero }

    func wait(_ duration: Duration, or other: FolderWatch?) throws(RelayFailure) -> Bool { false }

    func remove(_ names: [RelayName]) throws(RelayFailure) {
        contents.withLock { contents in for name in names { contents.files[name.text] = nil } }
    }
}
