import KeychainModel

/// Bounds what the derivations of one file may cost together, so that a hostile file does not keep
/// a processor busy for minutes.
public struct WorkBudget {
    /// Counts iterations of a hash function that are left.
    private var iterations: Int

    /// Is what a file may cost: about five seconds of work.
    public static let usual = 10_000_000

    init(_ iterations: Int) { self.iterations = iterations }

    /// Takes iterations out of it.
    ///
    /// - Throws: `unsupportedFormat` when there are not as many left.
    mutating func spend(_ count: Int) throws(KeychainError) {
        guard count > 0, count <= iterations else {
            throw KeychainError(
                .unsupportedFormat, "passphrase: the file asks for too many iterations")
        }
        iterations -= count
    }
}
