import Foundation
import SwiftKeychainModel

/// Puts a status in a sentence for a person.
///
/// - Parameters:
///   - status: any number; for one without a name the sentence contains the number.
///   - reserved: nil.
/// - Returns: an English sentence, never nil.
public func SecCopyErrorMessageString(
    _ status: OSStatus, _ reserved: UnsafeMutableRawPointer?
) -> CFString? {
    NSString(string: Status.sentence(for: status))
}
