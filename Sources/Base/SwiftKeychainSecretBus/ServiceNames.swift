// SPDX-License-Identifier: Apache-2.0
/// The names of the Secret Service (freedesktop Secret Service API, draft 0.2).
///
/// This module has what both ends of the service share, and the client. The provider is `SwiftKeychainSecretService`.
///
///     SecretClient ── D-Bus: names, sealed secrets, BusFailure ── a provider
///
/// The idea is that a secret crosses the bus only in a ``SecretSession``: both ends derive its key with a Diffie-Hellman
/// exchange, and encrypt each secret with AES-128-CBC. If a provider can't do that, secrets are sent in clear.
///
/// What may surprise:
///
/// 1. The key exchange has no authentication: it hides secrets from programs that watch the bus, and proves nothing about
///    the other end. The bus decides who owns the service's name.
/// 2. A call may take ten minutes, because a provider may ask the user.
/// 3. An error has no secret and no attribute's value. A hidden item has the same error as a missing one.
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

    /// The schema of an item without another schema.
    package static let genericSchema = "org.freedesktop.Secret.Generic"
    /// The schema of passwords for servers.
    package static let networkSchema = "org.gnome.keyring.NetworkPassword"
}
