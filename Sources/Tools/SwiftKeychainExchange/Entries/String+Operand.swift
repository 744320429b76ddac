// SPDX-License-Identifier: Apache-2.0

extension String {
    /// The path as an argument of another program. One that begins with a hyphen would be an option.
    var asOperand: String { hasPrefix("-") ? "./" + self : self }
}
