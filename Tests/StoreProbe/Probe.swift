// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainFormat
import SwiftKeychainModel
import SwiftKeychainStore
import StoreTestSupport

/// Does one thing to a store, in this process.
struct Probe {
    let store: Store

    init(folder: String) { store = SampleEngine.store(folder) }

    func insert(_ first: Int, _ count: Int, timed: Bool) throws {
        for number in first..<first + count {
            let start = ContinuousClock.now
            try store.write(deadline: .after(.seconds(60))) { (writer) throws(KeychainError) in
                _ = try writer.insert(Sample.row(number))
            }
            say(timed ? microseconds(since: start) : number)
        }
    }

    func read(for duration: Duration) throws {
        let end = ContinuousClock.now + duration
        var (count, longest) = (0, 0)
        while ContinuousClock.now < end {
            let start = ContinuousClock.now
            _ = try store.read(deadline: .after(.seconds(60))) { (reader) throws(KeychainError) in
                try reader.rows(StoreQuery(itemClass: .genericPassword), limit: 50).count
            }
            longest = max(longest, microseconds(since: start))
            count += 1
        }
        say(count, longest / 1000)
    }

    func find(rows: Int, times: Int) throws {
        for batch in stride(from: 0, to: rows, by: 1000) {
            try store.write(deadline: .after(.seconds(60))) { (writer) throws(KeychainError) in
                for number in batch..<min(batch + 1000, rows) { try writer.insert(row(number)) }
            }
        }
        let (account, service) = (position(of: .account), position(of: .service))
        let queries = (0..<min(rows, 1000)).map { turn in
            let wanted = row(turn &* 7919 % rows)
            return StoreQuery(
                itemClass: .genericPassword, groups: .some(["group"]),
                digests: [account, service].map { ($0, wanted.digests[$0] ?? []) })
        }
        var before = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before)
        for turn in 0..<times {
            let found = try store.read(deadline: .standard) { (reader) throws(KeychainError) in
                try reader.rows(queries[turn % queries.count], limit: 1)
            }
            guard found.count == 1 else { throw KeychainError(.itemNotFound, "\(turn)") }
        }
        var after = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after)
        let seconds = after.tv_sec - before.tv_sec
        say((seconds * 1_000_000_000 + after.tv_nsec - before.tv_nsec) / times)
    }

    private func row(_ number: Int) -> SealedRow {
        var row = Sample.row(number)
        // All share a service: the search must not begin with it.
        row.digests[position(of: .service)] = Sample.digest("service", 0)
        return row
    }

    private func position(of attribute: Attribute) -> Int {
        ItemClass.genericPassword.attributes.digestColumns.firstIndex { $0.attribute == attribute }
            ?? 0
    }

    func hold(for duration: Duration) throws {
        try store.write(deadline: .standard) { (_) throws(KeychainError) in
            say("held")
            usleep(
                UInt32(duration.components.seconds * 1_000_000)
                    + UInt32(duration.components.attoseconds / 1_000_000_000_000))
        }
    }

    func count() throws -> Int {
        try store.read(deadline: .standard) { (reader) throws(KeychainError) in
            try reader.allRows(.genericPassword, limit: 1 << 30).filter {
                if case .sealed(let row) = $0 { Sample.isIntact(row) } else { false }
            }.count
        }
    }
}

func microseconds(since start: ContinuousClock.Instant) -> Int {
    let time = start.duration(to: .now).components
    return Int(time.seconds * 1_000_000 + time.attoseconds / 1_000_000_000_000)
}

/// Prints a line at once, because its reader relies on the step being done.
func say(_ words: Any...) {
    let line = Array((words.map { "\($0)" }.joined(separator: " ") + "\n").utf8)
    _ = write(1, line, line.count)
}
