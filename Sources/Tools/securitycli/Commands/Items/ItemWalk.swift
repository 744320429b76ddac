// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel

/// A walk through the items of keychains, which shows its progress.
struct ItemWalk {
    let session: Session
    var classes = ItemClass.stored
    var parts: Item.Parts = .attributes

    /// Calls `body` for each page, and flushes the output after it; a keychain that can't be read is
    /// reported.
    ///
    /// Items that require authentication are left out, with a note. Every keychain is looked at before the first item
    /// is shown, so that a question about a locked one doesn't appear amid the output.
    ///
    /// - Returns: the errors of the keychains that could not be read.
    func forEach(
        in keychains: [Keychain], output: Output, _ body: (Keychain, [Item]) throws -> Void
    ) throws(CommandFailure) -> [KeychainError] {
        var failures: [KeychainError] = []
        let progress = ProgressLine(session)
        defer { progress.end() }
        for (keychain, found) in keychains.map({ ($0, pages(of: $0)) }) {
            do {
                var damaged = 0
                var fault: KeychainError?
                for var pages in try found.get() {
                    while let items = try pages.next() {
                        try body(keychain, items)
                        try output.flush()
                        // The items themselves are the progress where they may be shown on the same terminal.
                        if !Output.isTerminal, !Output.isPipe {
                            progress.show("\(pages.position) of \(pages.count) items")
                        }
                    }
                    damaged += pages.damaged
                    fault = fault ?? pages.fault
                    guard pages.leftOut > 0 else { continue }
                    progress.end()
                    session.note(Session.leftOut(pages.leftOut))
                }
                if let fault { throw fault }
                if damaged > 0 {
                    throw KeychainError(
                        .decode,
                        "\(keychain.path): damaged: \(ItemReport.items(damaged)); run security doctor"
                    )
                }
            } catch {
                guard let failure = error as? KeychainError else {
                    throw CommandFailure(thrown: error)
                }
                try output.flush()
                progress.end()
                session.report(KeychainSearch.function, failure)
                failures.append(failure)
            }
        }
        return failures
    }

    /// Finds the items of each class, or why the keychain can't be read.
    private func pages(of keychain: Keychain) -> Result<[ItemPages], KeychainError> {
        do throws(KeychainError) {
            var all: [ItemPages] = []
            for itemClass in classes {
                all.append(try ItemPages(itemClass, of: keychain, returning: parts))
            }
            return .success(all)
        } catch {
            return .failure(error)
        }
    }
}
