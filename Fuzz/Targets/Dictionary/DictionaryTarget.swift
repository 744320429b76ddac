// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import SwiftKeychainModel

extension FuzzTarget {
    /// The target for the dictionaries of the four calls: a refusal must have a status that the call
    /// may return, and the order of the entries must not matter.
    public static let dictionary = FuzzTarget(name: "dictionary") { bytes throws(Finding) in
        var input = FuzzBytes(bytes)
        let first = NonsenseDictionary(&input)
        let second = NonsenseDictionary(&input)
        if let new = first.withDictionary(reversed: false, { try? AddRequest($0).groups()[0][0] }) {
            try AnswerRules.check(new)
        }
        var isAccepted = false
        for call in DictionaryRules.Call.allCases {
            if try DictionaryRules.run(call, first, second) { isAccepted = true }
        }
        return isAccepted
    }
}

private enum DictionaryRules {
    enum Call: CaseIterable { case add, copy, update, delete }

    private enum Outcome: Equatable {
        case read(RequestFacts)
        // Compared by code: which of several faults of one rank is reported does not count.
        case refused(KeychainError)
    }

    /// Parses the dictionaries of one call with their entries in both orders; returns whether they
    /// were accepted.
    static func run(
        _ call: Call, _ first: NonsenseDictionary, _ second: NonsenseDictionary
    ) throws(Finding) -> Bool {
        let outcomes = [false, true].map { reversed in
            first.withDictionary(reversed: reversed) { first in
                second.withDictionary(reversed: reversed) { read(call, first, $0) }
            }
        }
        try require(outcomes[0] == outcomes[1], "\(call): \(outcomes[0]), then \(outcomes[1])")
        guard case .refused(let error) = outcomes[0] else { return true }
        let expected: [KeychainError.Code] = [
            .parameter, .noSuchAttribute, .noSuchClass, .unimplemented, .decode,
        ]
        try require(expected.contains(error.code), "\(call): refused with \(error)")
        try require(!error.detail.contains(Nonsense.canary), "\(call): the error names a value")
        return false
    }

    private static func read(
        _ call: Call, _ dictionary: NSDictionary, _ changes: NSDictionary
    ) -> Outcome {
        do throws(KeychainError) {
            switch call {
            case .add: return .read(try RequestFacts(try AddRequest(dictionary)))
            case .copy: return .read(RequestFacts(try CopyRequest(dictionary)))
            case .update: return .read(RequestFacts(try UpdateRequest(dictionary, changes)))
            case .delete: return .read(RequestFacts(try DeleteRequest(dictionary)))
            }
        } catch {
            return .refused(error)
        }
    }
}
