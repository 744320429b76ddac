// SPDX-License-Identifier: Apache-2.0
// Table: the options of the password commands.
import SwiftKeychainModel

extension CommandOption {
    static let account = attribute("a", "account", "account", .account, .text, "account name")
    static let creator = attribute(
        "c", "creator", "code", .creator, .code, "creator, four characters")
    static let type = attribute("C", "type", "code", .type, .code, "type, four characters")
    static let domain = attribute(
        "d", "domain", "domain", .securityDomain, .text, "security domain")
    static let kind = attribute("D", "kind", "kind", .itemDescription, .text, "kind of item")
    static let generic = attribute("G", "generic", "value", .generic, .text, "generic attribute")
    static let comment = attribute("j", "comment", "comment", .comment, .text, "comment")
    static let label = attribute("l", "label", "label", .label, .text, "label")
    static let path = attribute("p", "path", "path", .path, .text, "path")
    static let port = attribute("P", "port", "port", .port, .port, "port, a number")
    static let `protocol` = attribute(
        "r", "protocol", "code", .protocol, .textCode, "protocol, four characters: \"htps\"")
    static let server = attribute("s", "server", "server", .server, .text, "server name")
    static let service = attribute("s", "service", "service", .service, .text, "service name")
    static let authenticationType = attribute(
        "t", "authentication", "code", .authenticationType, .textCode,
        "authentication type, four characters: \"dflt\"")

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
            letter, name, .attribute(placeholder, attribute, form),
            what.prefix(1).uppercased() + what.dropFirst())
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
