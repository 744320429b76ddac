// SPDX-License-Identifier: Apache-2.0
import Foundation

/// An object in an archive of its own within an archive.
///
/// The archiver of this Foundation writes objects that are equal once, so that `true` after `1` would be read as 1, and the
/// second of two accounts that are equal by their number as the first. An object that equals an earlier one and is
/// archived differently is written so instead. Instances are equal to themselves alone.
final class SeparateObject: NSObject, NSSecureCoding {
    let archive: ObjectArchive

    init(_ archive: ObjectArchive) { self.archive = archive }

    init?(coder: NSCoder) {
        guard let bytes = coder.decodeObject(of: NSData.self, forKey: "archive") else { return nil }
        archive = ObjectArchive(bytes: Data(referencing: bytes))
    }

    func encode(with coder: NSCoder) { coder.encode(archive.bytes as NSData, forKey: "archive") }

    static var supportsSecureCoding: Bool { true }
}
