import Foundation
import Keychain
import KeychainTestSupport

/// Is how a row reaches a store: an empty one of its own, in the process of the test.
struct RowStore {
    private let folder: URL
    let person: TestPerson

    init(_ person: Person? = nil) throws {
        self.person = TestPerson(
            passcode: person?.passcode,
            answers: (person?.answers ?? []).map { $0.map(TestPerson.Answer.types) ?? .cancels },
            isThere: person != nil)
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("conformance-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// Runs calls as a program of `caller` would make them.
    func run<Result>(as caller: Caller, _ calls: () throws -> Result) throws -> Result {
        let groups: [String]? =
            switch caller {
            case .unsigned: nil
            case .groups(let groups): groups
            }
        let keychain = person.keychain(home: folder.path, groups: groups)
        return try Keychain.$override.withValue(keychain) { try calls() }
    }

    func remove() {
        try? FileManager.default.removeItem(at: folder)
    }
}
