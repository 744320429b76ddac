import CLinux
import Glibc
import KeychainMemory

/// Opens a file for output that nobody but its owner can read.
struct PrivateFile: ~Copyable {
    let descriptor: Int32
    private let name: String

    /// Makes the file, or empties the one that is there.
    init(_ path: [UInt8]) throws(CommandFailure) {
        name = BufferFormat.escaped(path)
        descriptor = (path.map(CChar.init(bitPattern:)) + [0]).withUnsafeBufferPointer {
            keychain_open($0.baseAddress!, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        }
        if descriptor < 0 { throw failure(errno) }
        var status = stat()
        // What was there before may have been open to others. A pipe or terminal stays as it is.
        if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            fchmod(descriptor, 0o600) != 0
        {
            throw failure(errno)
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Makes a file, or empties the one that is there, and writes bytes to it.
    static func write(_ bytes: SecretBytes, to path: [UInt8]) throws(CommandFailure) {
        let file = try PrivateFile(path)
        let output = Output(descriptor: file.descriptor)
        bytes.withBytes { output.write($0) }
        do throws(CommandFailure) {
            try output.flush()
        } catch {
            guard case .output(let number) = error else { throw error }
            throw file.failure(number)
        }
    }

    func failure(_ number: Int32) -> CommandFailure {
        .said("\(name): \(String(cString: strerror(number)))")
    }
}
