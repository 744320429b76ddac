// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

extension Row {
    /// Runs the row on an empty store and gives what went otherwise than it says.
    func failures(throughSecurityd: Bool = false) throws -> [String] {
        var store = try RowStore(user, hasTPM: hasTPM, throughSecurityd: throughSecurityd)
        defer { store.remove() }
        var values = Values()
        for (number, step) in given.enumerated() {
            if let failure = try failure(of: step, on: &store, &values) {
                return ["\(id), given call \(number + 1): \(failure)"]
            }
        }
        var failures: [String] = []
        for (number, step) in calls.enumerated() {
            if let failure = try failure(of: step, on: &store, &values) {
                failures.append("\(id), call \(number + 1): \(failure)")
            }
        }
        return failures
    }

    private func failure(
        of step: Step, on store: inout RowStore, _ values: inout Values
    ) throws -> String? {
        switch step {
        case .call(let call): return try failure(of: call, on: store, &values)
        case .lock(let step): return try store.failure(of: step)
        case .tpm(let step):
            guard store.tpm != nil else { throw RowMistake("“tpm” in a row without one") }
            try store.tpm?.take(step)
            return nil
        }
    }

    private func failure(
        of call: Call, on store: RowStore, _ values: inout Values
    ) throws -> String? {
        do {
            let before = store.user.askedCount
            if let failure = try store.run(as: call.caller ?? caller, { try call.failure(&values) })
            {
                return failure
            }
            let asked = store.user.askedCount - before
            guard let expected = call.askedCount, asked != expected else { return nil }
            return "\(call.operation) asked \(asked) times, not \(expected)"
        } catch let mistake as RowMistake {
            return mistake.description
        }
    }
}

extension Call {
    /// Makes the call, saves its result, and gives what is not as expected.
    fileprivate func failure(_ values: inout Values) throws -> String? {
        let dictionary = try values.dictionary(query)
        let change = try values.dictionary(self.change ?? .object([:]))
        var result: CFTypeRef?
        let found = withUnsafeMutablePointer(to: &result) { place in
            let place = discardsResult ? nil : place
            return switch operation {
            case .add: ItemCalls.add(dictionary, place)
            case .copy: ItemCalls.copyMatching(dictionary, place)
            case .update: ItemCalls.update(dictionary, change)
            case .delete: ItemCalls.delete(dictionary)
            }
        }
        if found != status { return "\(operation) expected status \(status), got \(found)" }
        if found != errSecSuccess {
            return result == nil ? nil : "\(operation) failed and left a result"
        }
        if let save {
            guard let result else { return "\(operation) gave no result to save" }
            values.saved[save] = result
        }
        guard let expected = self.result else { return nil }
        return try Expectation(values: values).difference(result, expected)
            .map { "\(operation): \($0)" }
    }
}
