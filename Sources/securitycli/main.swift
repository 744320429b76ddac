// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainSystem

StandardStreams.prepare()
exit(Program.main(CommandWords(System.argumentPointers)))
