// SPDX-License-Identifier: Apache-2.0
import Foundation
import FuzzTargets

/// The program that runs the fuzz target whose name it has.
///
/// Scripts/fuzz builds it with libFuzzer and links it under the name of each target. Without
/// libFuzzer it runs each file given as an argument once.
@main struct Program {
    static func main() throws {
        #if FUZZING
            var count = CommandLine.argc
            var arguments = CommandLine.unsafeArgv
            exit(runFuzzer(&count, &arguments, runOneInput))
        #else
            for path in CommandLine.arguments.dropFirst() {
                _ = try target.run([UInt8](Data(contentsOf: URL(filePath: path))))
                print("\(path): nothing found")
            }
        #endif
    }

    static let target: FuzzTarget = {
        let name = URL(filePath: CommandLine.arguments[0]).lastPathComponent
        guard let target = FuzzTarget.named(name) else {
            let names = FuzzTarget.all.map(\.name).joined(separator: ", ")
            fatalError("\(name) is no fuzz target; run the program under one of the names \(names)")
        }
        return target
    }()
}

#if FUZZING
    @_silgen_name("LLVMFuzzerRunDriver")
    private func runFuzzer(
        _ count: UnsafeMutablePointer<CInt>,
        _ arguments: UnsafeMutablePointer<
            UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
        >,
        _ run: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
    ) -> CInt

    /// Runs one input and stops the process at a finding. libFuzzer's own main function calls it by
    /// this name.
    @_cdecl("LLVMFuzzerTestOneInput")
    public func runOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
        do {
            _ = try Program.target.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
        } catch {
            fatalError("\(Program.target.name): \(error)")
        }
        return 0
    }
#endif
