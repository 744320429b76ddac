// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainPeers
import SwiftKeychainSeam
import SwiftKeychainSecretBus
import SwiftKeychainService
import SwiftKeychainSystem

/// The log of which program used which kind of item. It has no attribute's value but that of the schema.
final class AccessLog: Sendable {
    /// nil where nothing is logged.
    private let file: SharedValue<AuditFile>?

    init(_ location: Location?) {
        file = location.map { location in
            SharedValue(
                AuditFile(location.secretServiceLogPath) { line in Log.tellOnce(line) })
        }
    }

    /// Carries out a use of an item, and records it with its outcome.
    ///
    /// - Parameter body: sets its argument to the kind of the item once that is known.
    func recording<Result>(
        _ call: String, _ caller: Callers.Caller,
        _ body: (inout String?) throws(BusFailure) -> Result
    ) throws(BusFailure) -> Result {
        var schema: String?
        do throws(BusFailure) {
            let result = try body(&schema)
            record(call, caller, schema: schema)
            return result
        } catch {
            record(call, caller, schema: schema, error)
            throw error
        }
    }

    /// Records a use of an item.
    ///
    /// - Parameters:
    ///   - schema: the kind of the item; nil if it isn't known.
    ///   - failure: why the call failed; nil for success, which is `ok` in the log. Else it is the last part of its
    ///     name.
    func record(
        _ call: String, _ caller: Callers.Caller, schema: String? = nil,
        _ failure: BusFailure? = nil
    ) {
        let outcome = failure?.name.split(separator: ".").last.map(String.init) ?? "ok"
        let entry = AuditEntry(
            process: caller.process, user: caller.user, group: caller.group,
            // A program that is found by its process can be another one.
            program: caller.program, strength: .weak, call: call, itemClass: schema,
            // The application of a confined program takes the field of the access group.
            accessGroup: caller.application, outcome: outcome)
        file?.withLock { $0.record(entry, at: SystemClock.absoluteTime()) }
    }

    /// Writes the counts of repeated calls whose time is over.
    func writeCounts() { file?.withLock { $0.writeCounts(at: SystemClock.absoluteTime()) } }

    /// Writes the counts of repeated calls, when the service ends.
    func flush() { file?.withLock { $0.writeCounts(at: .infinity) } }
}
