import CKeychainLinux
import Glibc

// A descriptor that is closed would be given to the next file that is opened, and what is printed
// would end in the store.
for descriptor: Int32 in [0, 1, 2] where fcntl(descriptor, F_GETFD) < 0 {
    _ = keychain_open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY, 0)
}
// A reader that goes away is an error of write, so that no command is cut off in its midst.
signal(SIGPIPE, SIG_IGN)
// So is a file that would become larger than this process's files may be.
signal(SIGXFSZ, SIG_IGN)

var count: Int32 = 0
let arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
if let own = keychain_arguments(&count) {
    arguments = own
} else {
    (arguments, count) = (CommandLine.unsafeArgv, CommandLine.argc)
}
exit(Program.main(CommandWords((0..<Int(count)).map { arguments[$0]! })))
