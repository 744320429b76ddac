import KeychainModel

extension Store {
    /// Gives the rows that a salvage kept, one at a time, however many they are.
    ///
    /// A row that cannot be read ends the sequence, and the salvage fails with what went wrong.
    public struct SalvagedRows: Sequence, IteratorProtocol {
        /// The highest revision of a manifest in the old file; 0 when none was found.
        public let lastManifestRevision: Int64
        private let writer: StoreWriter
        private let failure: Failure
        private var classes = ItemClass.stored[...]
        private var page: ArraySlice<StoredRow> = []
        private var last: Int64 = 0

        final class Failure {
            var error: KeychainError?
        }

        init(_ writer: StoreWriter, lastManifestRevision: Int64, failure: Failure) {
            self.writer = writer
            self.lastManifestRevision = lastManifestRevision
            self.failure = failure
        }

        public mutating func next() -> SealedRow? {
            while let itemClass = classes.first, failure.error == nil {
                if let stored = page.popFirst() {
                    last = stored.rowid
                    if case .sealed(let row) = stored { return row }
                    continue
                }
                do throws(KeychainError) {
                    page = try writer.allRows(itemClass, after: last, limit: 256)[...]
                } catch {
                    failure.error = error
                }
                if page.isEmpty {
                    classes = classes.dropFirst()
                    last = 0
                }
            }
            return nil
        }
    }
}
