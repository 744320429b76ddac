// SPDX-License-Identifier: Apache-2.0
import CredentialHelpers
import Glibc
import SwiftKeychain
import SwiftKeychainService
import SwiftKeychainSystem

StandardStreams.prepare()
UserInteraction.beginCommand()
// One program under the names of the commands: links, such as git-credential-keychain and git-credential-osxkeychain, are
// the credential helpers of git and Docker.
let name = System.argumentPointers.first.map { String(path: UnsafePointer($0)) } ?? ""
let base = name.split(separator: "/").last ?? ""
let status =
    if base.hasPrefix("git-credential-") {
        GitHelper.run(System.arguments)
    } else if base.hasPrefix("docker-credential-") {
        DockerHelper.run(System.arguments)
    } else {
        Program.main(CommandWords(System.argumentPointers))
    }
Engines.emptyLogs()
exit(status)
