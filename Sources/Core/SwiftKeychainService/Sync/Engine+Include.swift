// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainStore

extension Engine {
    /// Sets or clears the user's wish that ordinary passwords are synchronized.
    ///
    /// - Returns: the number of passwords that were changed.
    /// - Throws: `parameter` for an item that can't be, or that its program has synchronized.
    func include(
        _ authorised: Authorised<[PersistentReference]>, _ isIncluded: Bool, _ call: Call
    ) throws(KeychainError) -> Int {
        try change(call) { transaction in
            var count = 0
            for reference in authorised.content {
                call.step()
                guard let stored = try authorised.row(reference, transaction.writer) else {
                    throw KeychainError(.itemNotFound, "no item has the reference")
                }
                let (item, row) = try OpenedRow(stored, keybag: transaction.keybag)
                    .get(locked: Finder.lockedItem())
                if item.isSynchronized == isIncluded { continue }
                try Self.check(item, isIncluded)
                try include(row, isIncluded, transaction)
                count += 1
            }
            return count
        }
    }

    /// Sets or clears the user's wish for all passwords of the caller for which it can be. What the Secret Service keeps
    /// is left out when it is set.
    ///
    /// - Returns: the number of passwords that were changed.
    func includeAll(
        _ authorised: Authorised<[PersistentReference]>, _ isIncluded: Bool, _ call: Call
    ) throws(KeychainError) -> Int {
        try change(call) { transaction in
            var rows: [SealedRow] = []
            try transaction.writer.forEachRow(in: authorised.groups) { stored in
                call.step()
                guard stored.itemClass.isPassword, authorised.reaches(stored),
                    case .item(let item, let row) = try OpenedRow(
                        stored, keybag: transaction.keybag),
                    !item.isTombstone, item.isSynchronized != isIncluded,
                    (try? Self.check(item, isIncluded)) != nil,
                    !isIncluded || SyncedRows.isOrdinary(item)
                else { return }
                rows.append(row)
            }
            // After the loop, which reads the tables that this writes.
            for row in rows { try include(row, isIncluded, transaction) }
            return rows.count
        }
    }

    /// Runs a change in a transaction; `notAvailable` if the device is in no circle.
    private func change(
        _ call: Call, _ body: (Transaction) throws -> Int
    ) throws(KeychainError) -> Int {
        try write(call.deadline) { transaction in
            guard try transaction.isCircleMember else { throw Self.noCircle }
            return try body(transaction)
        }
    }

    /// Checks that the user's wish has an effect.
    private static func check(_ item: Item, _ isIncluded: Bool) throws(KeychainError) {
        if item.synchronizable {
            throw KeychainError(
                .parameter, "an item that its program has synchronized can't be excluded")
        }
        guard !isIncluded || SyncedRows.mayLeave(item) else {
            throw KeychainError(
                .parameter, "only passwords that aren't bound to the device can be included")
        }
    }

    /// Seals a row with the user's wish. Its new revision makes it count as changed, so that the next merge sends it.
    private func include(
        _ row: SealedRow, _ isIncluded: Bool, _ transaction: Transaction
    ) throws(KeychainError) {
        try transaction.reseal(row) { attributes, _ in
            // The others learn that an item was excluded only if they know it.
            attributes[.isIncluded] =
                isIncluded ? .boolean(true) : attributes[.syncMark].map { _ in .boolean(false) }
        }
    }
}
