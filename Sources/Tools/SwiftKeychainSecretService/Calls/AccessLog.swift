// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSecretBus
import SwiftKeychainService
import SwiftKeychainSystem

/// The log of which program used which kind of item. It has no attribute's value but that of the schema.
final class AccessLog: Sendable {
    private let file: SharedValue<AuditFile>?

    init(_ location: Location?) {
        file = location.map { location in
            SharedValue(
                AuditFile(location.secretServiceLogPath) { line in Log.tellOnce(line) })
        }
    }

    /// Records a call about an item.
    func record(
        _ call: String, _ caller: Callers.Caller, schema: String?, _ failure: BusFailure? = nil
    ) {
        let outcome = failure?.name.split(separator: ".").last.map(String.init) ?? "ok"
        let entry = AuditEntry(
            process: caller.process, user: caller.user, group: caller.group,
            program: caller.program, strength: .weak, call: call, itemClass: schema,
            accessGroup: caller.application, outcome: outcome)
        file?.withLock { $0.record(entry, at: SystemClock.absoluteTime()) }
    }

    /// Writes the counts of repeated calls, when the service ends.
    func flush() { file?.withLock { $0.writeCounts(at: .infinity) } }
}
