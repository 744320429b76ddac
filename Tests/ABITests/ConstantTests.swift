// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import Testing

@testable import SwiftKeychainABI
import Security

@_silgen_name("CFEqual") private func equal(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer)
    -> UInt8
@_silgen_name("CFHash") private func hash(_ object: UnsafeRawPointer) -> UInt

@Suite struct ConstantTests {
    @Test func stringsOfBothSidesAreEqual() throws {
        #expect(StringConstants.count == StringConstants.all.count)
        for (index, swift) in StringConstants.all.enumerated() {
            let c = StringConstants.pointer(at: index)
            let own = Unmanaged.passUnretained(swift).toOpaque()
            #expect(equal(c, own) == 1 && equal(own, c) == 1, "\(swift)")
            #expect(hash(c) == hash(own), "\(swift)")
            #expect(StringConstants.constant(at: c) == swift, "\(swift)")
        }
    }

    /// The C compiler compares the headers with Swift's numbers and layouts.
    @Test func numbersAndStructuresOfBothSidesAreEqual() throws {
        var program = "#include <Security/Security.h>\n"
        for (name, value) in try numbers() {
            let literal = value > Int64(Int32.max) ? "\(value)u" : "\(value)"
            program += "_Static_assert(\(name) == \(literal), \"\(name)\");\n"
        }
        func layout<Structure>(
            _ structure: Structure.Type, _ fields: [(String, PartialKeyPath<Structure>)]
        ) {
            program +=
                "_Static_assert(sizeof(\(structure)) == \(MemoryLayout<Structure>.stride), \"\(structure)\");\n"
            for (field, path) in fields {
                let offset = MemoryLayout<Structure>.offset(of: path) ?? -1
                program +=
                    "_Static_assert(__builtin_offsetof(\(structure), \(field)) == \(offset), \"\(field)\");\n"
            }
        }
        layout(SecKeychainAttribute.self, [("tag", \.tag), ("length", \.length), ("data", \.data)])
        layout(SecKeychainAttributeList.self, [("count", \.count), ("attr", \.attr)])
        layout(
            SecKeychainAttributeInfo.self,
            [("count", \.count), ("tag", \.tag), ("format", \.format)])
        layout(
            SecKeychainSettings.self,
            [
                ("version", \.version), ("lockOnSleep", \.lockOnSleep),
                ("useLockInterval", \.useLockInterval),
                ("lockInterval", \.lockInterval),
            ])
        layout(
            SecKeychainCallbackInfo.self,
            [("version", \.version), ("item", \.item), ("keychain", \.keychain), ("pid", \.pid)])
        layout(
            SecItemImportExportKeyParameters.self,
            [
                ("version", \.version), ("flags", \.flags), ("passphrase", \.passphrase),
                ("alertTitle", \.alertTitle), ("alertPrompt", \.alertPrompt),
                ("accessRef", \.accessRef),
                ("keyUsage", \.keyUsage), ("keyAttributes", \.keyAttributes),
            ])
        let complaints = try Self.complaints(about: program)
        #expect(complaints == "", "\(complaints)")
    }

    /// The numbers of Data, which SecurityTests compares with Swift's, and those that Data hasn't.
    private func numbers() throws -> [(String, Int64)] {
        func column(_ name: String, of rows: [[String: String]]) throws -> [(String, Int64)] {
            try rows.map {
                (try #require($0["name"]), try #require(DataTable.number($0[name] ?? "")))
            }
        }
        let constants = try DataTable("constants.tsv").rows
            .filter { $0["group"]?.hasPrefix("enum ") == true }
        let statuses = try DataTable("errors.tsv").rows
        return try column("value", of: constants) + column("number", of: statuses)
            + numberConstants()
    }

    /// Compiles a C program and returns what the compiler says.
    private static func complaints(about program: String) throws -> String {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            "-c",
            """
            swift=$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")/lib/swift
            exec clang -x c -std=c11 -fblocks -fsyntax-only -I "\(package.path)/include" -isystem "$swift" -
            """,
        ]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardError = output
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(program.utf8))
        try input.fileHandleForWriting.close()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: text, as: UTF8.self)
    }
}
