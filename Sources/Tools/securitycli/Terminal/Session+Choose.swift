// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainSystem

extension Session {
    /// The greatest number of items that are listed for a choice or in an error.
    static let longestList = 20

    /// Lets the user choose one of several items, which are listed with numbers.
    ///
    /// - Returns: nil where the user can't be asked, and for too many items to choose from.
    /// - Throws: a message for an answer that is none of the numbers.
    func choice(of items: [FoundItem]) throws(CommandFailure) -> FoundItem? {
        guard items.count <= Self.longestList, isatty(STDIN_FILENO) == 1,
            let terminal = Terminal.forQuestions()
        else { return nil }
        try list(items, isNumbered: true)
        let answer = try terminal.answer("Which one? [1-\(items.count)] ", echoes: true)
        let number = answer.withBytes { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
        guard (1...items.count).contains(number) else { throw .message("nothing was chosen") }
        return items[number - 1]
    }

    /// Lists items on standard error, one a line. If they are in several keychains, each line ends with the name of the
    /// file.
    func list(_ items: [FoundItem], isNumbered: Bool = false) throws(CommandFailure) {
        let errors = Output(descriptor: StandardError.descriptor)
        let columns = Output.columns(of: StandardError.descriptor)
        let isOneKeychain = Set(items.map(\.keychain.path)).count == 1
        for (index, found) in items.enumerated() {
            let ending = isOneKeychain ? "" : "  " + found.keychain.fileName
            // Two digits and two blanks, so that the lines begin in the same column.
            if isNumbered { errors.write(index < 9 ? " \(index + 1)  " : "\(index + 1)  ") }
            let taken = (isNumbered ? 4 : 0) + DisplayWidth.columns(ending)
            ItemLine.write(
                found.item, to: errors, columns: columns.map { $0 - taken }, ending: ending)
        }
        try errors.flush()
    }
}

extension Keychain {
    /// The last part of the path.
    fileprivate var fileName: String { path.split(separator: "/").last.map(\.printable) ?? path }
}
