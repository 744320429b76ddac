// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc
import SwiftKeychainSystem

StandardStreams.prepare()

var count: Int32 = 0
let arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
if let own = keychain_arguments(&count) {
    arguments = own
} else {
    (arguments, count) = (CommandLine.unsafeArgv, CommandLine.argc)
}
exit(Program.main(CommandWords((0..<Int(count)).map { arguments[$0]! })))
