import CKeychainLinux
import Glibc

// Open closed standard descriptors first: the next file that is opened, such as the store, would
// get their number and receive what is printed.
for descriptor: Int32 in [0, 1, 2] where fcntl(descriptor, F_GETFD) < 0 {
    _ = keychain_open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY, 0)
}
// Report a closed pipe as a write error, so that no command is killed halfway.
signal(SIGPIPE, SIG_IGN)
// The same for a file that would exceed the limit on file sizes.
signal(SIGXFSZ, SIG_IGN)

var count: Int32 = 0
let arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
if let own = keychain_arguments(&count) {
    arguments = own
} else {
    (arguments, count) = (CommandLine.unsafeArgv, CommandLine.argc)
}
exit(Program.main(CommandWords((0..<Int(count)).map { arguments[$0]! })))
