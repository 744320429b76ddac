// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainModel
import Testing

@testable import Security

/// Where the passphrase of a file comes from.
@Suite struct PassphraseSourceTests {
    private func parameters(
        _ flags: UInt32, passphrase: AnyObject? = nil, title: AnyObject? = nil,
        prompt: AnyObject? = nil
    ) -> SecItemImportExportKeyParameters {
        var parameters = SecItemImportExportKeyParameters()
        parameters.flags = SecKeyImportExportFlags(rawValue: flags)
        parameters.passphrase = passphrase.map(Unmanaged.passRetained)
        // A program in C can pass any object.
        parameters.alertTitle = title.map { .fromOpaque(Unmanaged.passRetained($0).toOpaque()) }
        parameters.alertPrompt = prompt.map { .fromOpaque(Unmanaged.passRetained($0).toOpaque()) }
        return parameters
    }

    private func asksUser(_ parameters: SecItemImportExportKeyParameters) throws -> Bool {
        if case .user = try parameters.passphraseSource() { true } else { false }
    }

    @Test func onlyTheFlagAsksAndOnlyWithoutAPassphrase() throws {
        #expect(try asksUser(parameters(1 << 1)))
        #expect(try asksUser(parameters(1 << 1, title: NSString("t"), prompt: NSString("p"))))
        #expect(try !asksUser(parameters(0)))
        #expect(try !asksUser(parameters(1 << 0 | 1 << 2)))
        #expect(try !asksUser(parameters(1 << 1, passphrase: NSString("p"))))
        #expect(try !asksUser(parameters(1 << 1, passphrase: NSString(""))))
    }

    @Test func wordsAreText() throws {
        for value in [CoreFoundationMade.string([0xD800]), NSNumber(7)] as [AnyObject] {
            for parameters in [parameters(1 << 1, title: value), parameters(1 << 1, prompt: value)]
            {
                #expect { try asksUser(parameters) } throws: { KeychainError.Code.parameter ~= $0 }
            }
            // A prompt that is never shown has no effect.
            #expect(try !asksUser(parameters(0, title: value, prompt: value)))
        }
    }
}
