// SPDX-License-Identifier: Apache-2.0
/// The names of the Secret Service (freedesktop Secret Service API, draft 0.2).
///
/// This module has what both ends of the service share: names, errors, sessions in which secrets travel, and the client.
/// The client asks a provider for its items; the provider itself is a module of its own.
package enum ServiceNames {
    /// The name on the bus of the session, which one provider at a time owns.
    package static let bus = "org.freedesktop.secrets"
    /// The interface of the object `/org/freedesktop/secrets`.
    package static let service = "org.freedesktop.Secret.Service"
    package static let collection = "org.freedesktop.Secret.Collection"
    package static let item = "org.freedesktop.Secret.Item"
    package static let session = "org.freedesktop.Secret.Session"
    package static let prompt = "org.freedesktop.Secret.Prompt"
    /// The interfaces that every object has (D-Bus specification, "Standard Interfaces").
    package static let properties = "org.freedesktop.DBus.Properties"
    package static let introspectable = "org.freedesktop.DBus.Introspectable"
    package static let peer = "org.freedesktop.DBus.Peer"

    /// The schema of an item that has none of its own.
    package static let genericSchema = "org.freedesktop.Secret.Generic"
    /// The schema of passwords for servers.
    package static let networkSchema = "org.gnome.keyring.NetworkPassword"
}
