// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychain

/// Makes random calls on a few items that other processes use too, as many as the test says, and then says what
/// each showed: `call ITEM OUTCOME VALUE START END`.
struct Calling {
    let keychain: Keychain
    let client: Int
    let items: Int

    private static let service = "shared"

    func run() {
        var random = SystemRandomNumberGenerator()
        var value = client * 1_000_000_000
        Talk.say("ready")
        while let count = Talk.line().flatMap({ Int($0) }) {
            alarm(300)
            var lines: [String] = []
            for _ in 0..<count {
                value += 1
                let item = Int.random(in: 0..<items, using: &random)
                let start = now()
                do throws(KeychainError) {
                    let outcomes = try call(Int.random(in: 0..<20, using: &random), item, value)
                    let end = now()
                    for (item, outcome) in outcomes {
                        lines.append("call \(item) \(outcome) \(start) \(end)")
                    }
                } catch {
                    lines.append("failed: \(error)")
                }
            }
            Talk.say((lines + ["done"]).joined(separator: "\n"))
        }
    }

    private func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Makes one call, and returns what it showed of each item.
    private func call(
        _ kind: Int, _ item: Int, _ value: Int
    ) throws(KeychainError) -> [(item: Int, outcome: String)] {
        let query = try Items.one(Self.service, "\(item)")
        do throws(KeychainError) {
            switch kind {
            case 0..<4:
                try keychain.add(
                    try NewItem(
                        .genericPassword,
                        attributes: [
                            .service: .string(Self.service), .account: .string("\(item)"),
                            .label: .string("\(value)"),
                        ], secret: SecretBytes(copying: "\(value)".utf8)))
                return [(item, "added \(value)")]
            case 4..<8:
                let change = try Change(
                    [.label: .string("\(value)")], secret: SecretBytes(copying: "\(value)".utf8))
                return [
                    (
                        item,
                        try keychain.update(query, change) == 1 ? "updated \(value)" : "missing 0"
                    )
                ]
            case 8..<11:
                return [(item, try keychain.delete(query) == 1 ? "deleted 0" : "missing 0")]
            case 11:
                var values: [Int: String] = [:]
                for found in try keychain.find(try Items.all(Self.service)) {
                    let item = Int(found[.account]?.text ?? "") ?? -1
                    guard values.updateValue(try shown(found), forKey: item) == nil else {
                        throw KeychainError(.internalComponent, "an item is listed twice")
                    }
                }
                return (0..<items).map { ($0, values[$0] ?? "missing 0") }
            default:
                let found = try keychain.find(query)
                return [(item, found.isEmpty ? "missing 0" : try shown(found[0]))]
            }
        } catch {
            switch error.code {
            case .itemNotFound where kind == 11: return (0..<items).map { ($0, "missing 0") }
            case .itemNotFound: return [(item, "missing 0")]
            case .duplicateItem: return [(item, "duplicate 0")]
            default: throw error
            }
        }
    }

    /// An item is written as a whole: its label is its secret.
    private func shown(_ item: Item) throws(KeychainError) -> String {
        let label = item[.label]?.text ?? ""
        guard let secret = item.secret, secret.withBytes({ $0.elementsEqual(label.utf8) }) else {
            throw KeychainError(.internalComponent, "the label and the secret of different calls")
        }
        return "found \(label)"
    }
}
