// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainRemote
import SwiftKeychainService

/// The service that the configuration of each store names: the engine in this process, or securityd.
struct ConfiguredService: KeychainService {
    private let embedded = EmbeddedService()

    func perform(_ request: Request, in call: Call) -> Reply {
        do throws(KeychainError) {
            let location = request.location
            if Engines.isOpen(location) {
                let reply = embedded.perform(request, in: call)
                guard case .failed(let error) = reply,
                    [.notAvailable, .noSuchKeychain].contains(error.code),
                    try remote(location) != nil
                else { return reply }
                // The store was given to securityd since, and may have been moved.
                Engines.forget(location)
            }
            let service: any KeychainService = try remote(location) ?? embedded
            return service.perform(request, in: call)
        } catch {
            return .failed(error)
        }
    }

    /// Returns the way to securityd; nil where the store is opened in this process.
    func remote(_ location: Location) throws(KeychainError) -> RemoteService? {
        switch try ServiceMode.written(for: location) {
        case .embedded: nil
        case .securityd(let socket, let owner, let source):
            RemoteService(
                RemoteAddress(
                    socket: socket, owner: owner,
                    home: source == .folder ? location.home : try Location.ofEnvironment()))
        }
    }
}
