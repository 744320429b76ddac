// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import SwiftKeychainPKI
import SwiftKeychainSystem

/// The folder in which an administrator's roots lie, and the program that makes the system trust them.
///
/// Each distribution has its own; the first whose folder and program exist is used.
package struct SystemAnchorFolder: Sendable {
    package let path: String
    /// The program that reads the folder and writes the system's bundle.
    package let program: String
    /// The folder with a link to each root by name, which Debian's program keeps.
    private let links: String

    /// The folders of openSUSE, Fedora and its kin, Arch, and of Debian, Ubuntu and Alpine.
    package static let known = [
        ("/etc/pki/trust/anchors", "update-ca-certificates"),
        ("/etc/pki/ca-trust/source/anchors", "update-ca-trust"),
        ("/etc/ca-certificates/trust-source/anchors", "update-ca-trust"),
        ("/usr/local/share/ca-certificates", "update-ca-certificates"),
    ]
    private static let programFolders = ["/usr/sbin", "/usr/bin", "/sbin", "/bin"]

    /// Finds the folder and the program of this system, below `root`.
    ///
    /// - Throws: `notAvailable` if there are none.
    package init(below root: String = "") throws(KeychainError) {
        for (folder, name) in Self.known where System.exists(root + folder) {
            let programs = Self.programFolders.map { "\(root)\($0)/\(name)" }
            guard let program = programs.first(where: { System.exists($0, for: X_OK) }) else {
                continue
            }
            (path, self.program, links) = (root + folder, program, root + "/etc/ssl/certs")
            return
        }
        let places = Self.known.map { "\($0.0) with \($0.1)" }.joined(separator: ", ")
        throw KeychainError(
            .notAvailable,
            "the system has no folder for roots with its program; install ca-certificates "
                + "(looked for \(places))")
    }

    /// Finds the folder for a change, which only root can make: it writes there, and runs the program.
    package static func changeable() throws(KeychainError) -> SystemAnchorFolder {
        let folder = try SystemAnchorFolder()
        guard geteuid() == 0 else {
            throw KeychainError(
                .notAvailable,
                "-d: only root can write to \(folder.path) and run \(folder.program): use sudo")
        }
        return folder
    }

    /// Returns the file for a certificate; Debian's program reads files in `.crt` only.
    package func file(of certificate: Certificate) -> String {
        let digest = Hexadecimal.text(HashFunction.sha256.digest(certificate.der))
        return "\(path)/keychain-\(digest).crt"
    }

    /// Makes the system trust a root, and removes the file again if the program fails.
    ///
    /// - Throws: `inputOutput` if the file can't be written or the program fails.
    package func add(_ certificate: Certificate) throws(KeychainError) {
        let file = file(of: certificate)
        let text = try callPKI(
            ExportedFile.write(
                [ImportedItem(.certificate(certificate))], as: .certificate, isArmoured: true,
                passphrase: nil))
        // The program must never read half a file.
        try SmallFile.replace(file, text, mode: 0o644)
        do throws(KeychainError) {
            try update()
        } catch {
            try? System.unlink(file)
            throw error
        }
    }

    /// Takes away a root that ``add(_:)`` added.
    ///
    /// - Throws: `itemNotFound` if it wasn't added; as ``add(_:)``.
    package func remove(_ certificate: Certificate) throws(KeychainError) {
        let file = file(of: certificate)
        guard System.exists(file) else {
            throw KeychainError(.itemNotFound, "\(file): no such file")
        }
        try translating { try System.unlink(file) }
        try update()
        // Debian's program keeps the links to a file that is gone, unless it makes all links anew.
        let name = file.dropFirst(path.count + 1).dropLast(4)
        var target: CChar = 0
        if readlink("\(links)/\(name).pem", &target, 1) > 0 { try update("--fresh") }
    }

    /// Runs the system's program that makes the bundle of the folder's certificates, without any descriptor or variable
    /// of this process.
    private func update(_ options: String...) throws(KeychainError) {
        let words = ["/usr/bin/env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", program] + options
        guard ChildProcess(words, piped: 0, silenced: [1, 2])?.end() == true else {
            throw KeychainError(.inputOutput, "\(program): failed; run it to see why")
        }
    }
}
