import Glibc

/// Names the running program to a person.
enum Program {
    /// The last part of the executable's path: what a program calls itself may be anything.
    static let name: String = {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = buffer.withUnsafeMutableBytes {
            readlink("/proc/self/exe", $0.baseAddress!, $0.count)
        }
        guard count > 0 else { return "A program" }
        let path = String(decoding: buffer[..<count], as: UTF8.self)
        return path.split(separator: "/").last.map(String.init) ?? "A program"
    }()
}
