// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import SwiftKeychainModel
import Testing

@testable import Security

/// A generic password query with more entries.
func generic(_ more: [String: Any] = [:]) -> NSDictionary {
    more.merging(["class": "genp"]) { given, _ in given } as NSDictionary
}

func copyFailure(_ more: [String: Any]) -> KeychainError.Code? {
    failure { _ = try CopyRequest(generic(more)) }
}

func addFailure(_ more: [String: Any]) -> KeychainError.Code? {
    failure { _ = try AddRequest(generic(more)).groups() }
}

func updateFailure(_ changes: [String: Any]) -> KeychainError.Code? {
    failure {
        _ = try UpdateRequest(generic(), changes as NSDictionary)
    }
}

/// Fails for every call that takes a query.
func queryFailures(_ more: [String: Any]) -> Set<KeychainError.Code?> {
    changeFailures(more).union([copyFailure(more)])
}

/// Fails for every call that changes or removes what a query finds.
func changeFailures(_ more: [String: Any]) -> Set<KeychainError.Code?> {
    [
        failure { _ = try DeleteRequest(generic(more)) },
        failure {
            _ = try UpdateRequest(generic(more), NSDictionary())
        },
    ]
}

func reference(_ byte: UInt8, _ itemClass: ItemClass = .genericPassword) -> PersistentReference {
    PersistentReference(itemClass: itemClass, uuid: Array(repeating: byte, count: 16))
}

extension PersistentReference {
    var external: Data { Data(bytes) }
}
