// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainExchange
import SwiftKeychainModel
import SwiftKeychainSystem

/// What an import from another password store prints.
struct ImportReport {
    let plan: ImportPlan
    let file: String
    let session: Session

    /// Prints what would be imported, on standard output.
    func write(_ format: ExchangeFormat) {
        line("\(file): \(format.title)")
        line("  would be imported: \(counts(.skipped))")
        for (count, what) in [
            (plan.repeated, "repeated in the file"),
            (plan.count(.stored) + plan.storedKeys, "already there, the same"),
            (plan.count(.differs), "already there with other contents"),
        ] where count > 0 {
            line("  \(what): \(Self.entries(count))")
        }
        for step in plan.steps where step.state == .differs {
            line("    \(file)\(step.entry.place): \(step.entry.title) (\(step.entry.user))")
        }
        if !plan.faults.isEmpty {
            line("  not understood:")
            for fault in plan.faults { line("    \(file)\(fault.place): \(fault.rule)") }
        }
    }

    /// Prints what isn't imported, on standard error.
    func writeFaults() {
        for fault in plan.faults {
            session.note("security: \(file)\(fault.place): not imported: \(fault.rule)")
        }
    }

    /// Prints what was imported.
    func writeImported(_ collisions: ImportPlan.Collisions) {
        guard !session.isQuiet else { return }
        line("\(counts(collisions)) imported.")
        for (count, what) in [
            (plan.repeated, "repeated in the file"),
            (plan.count(.stored) + plan.storedKeys, "already there, the same"),
            (collisions == .replaced ? plan.count(.differs) : 0, "replaced older ones"),
            (collisions == .skipped ? plan.count(.differs) : 0, "already there, left as they are"),
        ] where count > 0 {
            line("\(Self.entries(count)) \(what).")
        }
    }

    static func entries(_ count: Int) -> String { "\(count) \(count == 1 ? "entry" : "entries")" }

    /// The number of entries, of passwords by class, and of further secrets.
    private func counts(_ collisions: ImportPlan.Collisions) -> String {
        let steps = plan.stored(collisions)
        let certificates = plan.keys.count { $0.itemClass == .certificate }
        let internet = steps.count { $0.itemClass == .internetPassword }
        let further = steps.reduce(0) { $0 + $1.items.count } - steps.count
        var parts: [String] = []
        for (count, one, many) in [
            (internet, "internet password", "internet passwords"),
            (steps.count - internet, "generic password", "generic passwords"),
            (max(0, further), "further secret", "further secrets"),
            (certificates, "certificate", "certificates"),
            (plan.keys.count - certificates, "private key", "private keys"),
        ] where count > 0 {
            parts.append("\(count) \(count == 1 ? one : many)")
        }
        let total = Self.entries(steps.count + plan.keys.count)
        return parts.isEmpty ? total : "\(total) (\(parts.joined(separator: ", ")))"
    }

    private func line(_ text: String) { session.output.write(text.printable + "\n") }
}
