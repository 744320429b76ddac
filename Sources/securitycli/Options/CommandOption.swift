import SwiftKeychainModel

/// Describes one option of a command; parsing, usage text and documentation follow from it.
struct CommandOption: Sendable {
    let letter: Unicode.Scalar
    let name: String
    let value: Value
    let help: String

    /// Says what follows the option.
    enum Value: Sendable {
        case none
        case word(String)
        /// A secret: taken out of the words, and asked for when it is left out as the last word.
        case secret(String, isAskedFor: Bool)
        /// A value of an item's attribute.
        case attribute(String, Attribute, AttributeForm)
    }

    init(_ letter: Unicode.Scalar, _ name: String, _ value: Value = .none, _ help: String) {
        self.letter = letter
        self.name = name
        self.value = value
        self.help = help
    }

    /// Names what follows the option, for a person; nil when nothing does.
    var placeholder: String? {
        switch value {
        case .none: nil
        case .word(let name), .secret(let name, _), .attribute(let name, _, _): name
        }
    }

    var isSecret: Bool {
        if case .secret = value { true } else { false }
    }

    /// Tells whether the value may be left out at the end of the line, and is then asked for.
    var isAskedFor: Bool {
        if case .secret(_, true) = value { true } else { false }
    }
}

extension CommandOption {
    static let help = CommandOption("h", "help", .none, "Show this text")
    /// Means the same as the program's own -v, for a command that lists it.
    static let verbose = CommandOption("v", "verbose", .none, "Tell more of a failure")
}
