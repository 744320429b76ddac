// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainSystem

/// The streams of a helper.
package enum HelperStreams {
    /// Reads standard input to its end.
    ///
    /// - Throws: a failure for input that can't be read, or that is longer than 8 secrets of the largest size.
    package static func input() throws(HelperFailure) -> SecretBytes {
        // A secret may be escaped, and attributes come with it.
        let limit = 8 * Limits.secretBytes
        do throws(SystemError) {
            if let all = try StandardStreams.read(0, named: "standard input", upTo: limit) {
                return all
            }
        } catch {
            throw HelperFailure("standard input: \(error.sentence)")
        }
        throw HelperFailure("standard input: longer than \(limit) bytes")
    }

    /// Writes the rest of an answer.
    ///
    /// - Throws: a failure if a write failed, such as to a full disk: half an answer must not count as one.
    package static func finish(_ output: DescriptorOutput) throws(HelperFailure) {
        let number = output.finish()
        if number != 0 {
            throw HelperFailure(
                "standard output: \(SystemError.sentence(number, at: "standard output"))")
        }
    }
}
