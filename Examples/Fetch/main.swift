// SPDX-License-Identifier: Apache-2.0
import Foundation
import FoundationNetworking

// Fetches a page with URLSession, which on Linux trusts the anchors of the system's bundle: see
// Docs/reference/recipes.md for how a certificate of the keychain gets there.

guard CommandLine.arguments.count == 2, let url = URL(string: CommandLine.arguments[1]) else {
    FileHandle.standardError.write(Data("usage: keychain-fetch URL\n".utf8))
    exit(2)
}

let session = URLSession(configuration: .ephemeral)
session.dataTask(with: url) { data, _, error in
    if let error {
        FileHandle.standardError.write(Data("\(url): \(error.localizedDescription)\n".utf8))
        exit(1)
    }
    FileHandle.standardOutput.write(data ?? Data())
    exit(0)
}.resume()
dispatchMain()
