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
    func write(_ format: ExchangeFormat, _ collisions: ImportPlan.Collisions) {
        line("\(file): \(format.title)")
        line("  would be imported: \(plan.summary(collisions))")
        for (count, what) in [
            (plan.repeated, "repeated in the file"),
            (plan.count(.stored) + plan.storedKeys, "already there, the same"),
            (plan.count(.differs), "already there with other contents"),
        ] where count > 0 {
            line("  \(what): \(ImportPlan.entries(count))")
        }
        for step in plan.steps where step.state == .differs {
            line("    \(file)\(step.entry.place): \(step.entry.title) (\(step.entry.user))")
        }
        let missing = plan.faults + plan.omissions
        if !missing.isEmpty {
            line("  not imported:")
            for fault in missing { line("    \(file)\(fault.place): \(fault.rule)") }
        }
    }

    /// Prints what isn't imported, on standard error. What couldn't be read is an error, also with -q.
    func writeFaults() {
        for fault in plan.faults { StandardError.line(missing(fault)) }
        for fault in plan.omissions { session.note(missing(fault)) }
    }

    private func missing(_ fault: ExchangeFault) -> String {
        "security: \(file)\(fault.place): not imported: \(fault.rule)"
    }

    /// Prints what was imported.
    func writeImported(_ collisions: ImportPlan.Collisions) {
        guard !session.isQuiet else { return }
        line("\(plan.summary(collisions)) imported.")
        for (count, what) in [
            (plan.repeated, "repeated in the file"),
            (plan.count(.stored) + plan.storedKeys, "already there, the same"),
            (collisions == .replaced ? plan.count(.differs) : 0, "replaced older ones"),
            (collisions == .skipped ? plan.count(.differs) : 0, "already there, left as they are"),
        ] where count > 0 {
            line("\(ImportPlan.entries(count)) \(what).")
        }
    }

    private func line(_ text: String) { session.output.write(text.printable + "\n") }
}
