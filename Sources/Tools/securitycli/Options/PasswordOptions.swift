// SPDX-License-Identifier: Apache-2.0
// Table: the options of the password commands.
import SwiftKeychainModel

extension CommandOption {
    static let account = attribute("a", "account", "account", .account, .text, "Account name")
    static let creator = attribute(
        "c", "creator", "code", .creator, .code, "Creator, four characters")
    static let type = attribute("C", "type", "code", .type, .code, "Type, four characters")
    static let domain = attribute(
        "d", "domain", "domain", .securityDomain, .text, "Security domain")
    static let kind = attribute("D", "kind", "kind", .itemDescription, .text, "Kind of item")
    static let generic = attribute("G", "generic", "value", .generic, .data, "Generic attribute")
    static let comment = attribute("j", "comment", "comment", .comment, .text, "Comment")
    static let label = attribute("l", "label", "label", .label, .text, "Label")
    static let path = attribute("p", "path", "path", .path, .text, "Path")
    static let port = attribute("P", "port", "port", .port, .port, "Port, a number")
    static let `protocol` = attribute(
        "r", "protocol", "code", .protocol, .textCode, "Protocol, four characters: \"htps\"")
    static let server = attribute("s", "server", "server", .server, .text, "Server name")
    static let service = attribute("s", "service", "service", .service, .text, "Service name")
    static let authenticationType = attribute(
        "t", "authentication", "code", .authenticationType, .textCode,
        "Authentication type, four characters: \"dflt\"")

    static let genericMatch: [CommandOption] = [
        .account, .creator, .type, .kind, .generic, .comment, .label, .service,
    ]
    static let internetMatch: [CommandOption] = [
        .account, .creator, .type, .domain, .kind, .comment, .label, .path, .port, .protocol,
        .server, .authenticationType,
    ]

    private static func attribute(
        _ letter: Unicode.Scalar, _ name: String, _ placeholder: String, _ attribute: Attribute,
        _ form: AttributeForm, _ what: String
    ) -> CommandOption {
        CommandOption(
            letter, name, .attribute(placeholder, attribute, form), what)
    }
}

// Options other than attributes.
extension CommandOption {
    static let password = CommandOption(
        "w", "password", .secret("password", isAskedFor: true),
        "The password; `-` reads standard input. As the last word, -w asks for it"
    )
    static let otherPassword = CommandOption(
        "p", "same-password", .secret("password", isAskedFor: true), "The same as -w")
    static let hexPassword = CommandOption(
        "X", "hex-password", .secret("hex", isAskedFor: false),
        "The password as hexadecimal digits, two for each byte")
    static let update = flag("U", "update", "Update the item if it exists, all of it or nothing")
    static let anyApplication = flag(
        "A", "any-application", "No effect: access groups decide which programs see an item")
    static let trusted = word(
        "T", "trusted-application", "program",
        "No effect: access groups decide which programs see an item")
    static let showPassword = flag(
        "g", "show-password", "Also show the password, on standard error")
    static let onlyPassword = flag(
        "w", "only-password", "Show only the password, on standard output")
}
