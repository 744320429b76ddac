// SPDX-License-Identifier: Apache-2.0
/// Why a word that a user wrote can't be read.
package enum WordFault: Error, Equatable {
    /// The word has the wrong form; programs show how they are used.
    case usage(String)
    /// The word has the right form but no possible value.
    case message(String)
}
