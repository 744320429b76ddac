// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import SwiftKeychainSecretService

/// The line of `portals.conf` that chooses the backend for secrets.
@Suite struct PortalsConfigurationTests {
    private static let setting = "org.freedesktop.impl.portal.Secret=keychain\n"

    @Test(arguments: [
        ("[preferred]\ndefault=gtk\n", "[preferred]\n" + setting + "default=gtk\n"),
        (
            "# c\n[preferred]\ndefault=gnome;gtk;\norg.freedesktop.impl.portal.Secret=gnome-keyring;\n",
            "# c\n[preferred]\n" + setting + "default=gnome;gtk;\n"
        ),
        (
            "[preferred]\n org.freedesktop.impl.portal.Secret = a\ndefault=b",
            "[preferred]\n" + setting + "default=b"
        ),
        // The last one counts, also in a second group of the name.
        (
            "[preferred]\ndefault=a\n[other]\norg.freedesktop.impl.portal.Secret=b\n[preferred]\n"
                + "org.freedesktop.impl.portal.Secret=c\n",
            "[preferred]\n" + setting
                + "default=a\n[other]\norg.freedesktop.impl.portal.Secret=b\n[preferred]\n"
        ),
        ("[preferred]\r\ndefault=b\r\n", "[preferred]\n" + setting + "default=b\n"),
        ("", "[preferred]\n" + setting),
        ("[other]\na=b\n", "[preferred]\n" + setting + "[other]\na=b\n"),
    ])
    func onlyTheBackendForSecretsChanges(former: String, expected: String) {
        #expect(PortalsConfiguration.choosing(in: former) == expected)
        #expect(PortalsConfiguration.choosing(in: expected) == expected)
    }
}
