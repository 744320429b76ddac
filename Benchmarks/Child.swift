import Foundation

/// Runs a program to its end, as a shell would, and demands that it succeeds.
struct Child {
    private let path: String
    private let environment: [String: String]?

    init(_ path: String, environment: [String: String]? = nil) {
        self.path = path
        self.environment = environment
    }

    /// The command of another keychain, where the script that runs this started its service.
    static var peer: Child? {
        ProcessInfo.processInfo.environment["KEYCHAIN_BENCH_PEER"].map { Child($0) }
    }

    func run(_ arguments: [String], input: [UInt8] = []) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        if let environment { process.environment = environment }
        process.standardOutput = FileHandle.nullDevice
        let pipe = Pipe()
        process.standardInput = pipe
        try process.run()
        try pipe.fileHandleForWriting.write(contentsOf: Data(input))
        try pipe.fileHandleForWriting.close()
        process.waitUntilExit()
        precondition(process.terminationStatus == 0, "\(path) failed")
    }
}
