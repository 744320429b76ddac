// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainBus
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSecretBus
import SwiftKeychainSystem

// Methods of org.freedesktop.Secret.Prompt.
extension SecretService {
    /// Shows a prompt in front of the window that the client names, if it is one of X11, or dismisses it.
    ///
    /// - Parameter after: set to what asks the user, for the caller to run once the answer is sent.
    func promptMethod(
        _ call: ServiceCall, _ after: inout (@Sendable () -> Void)?
    ) throws(BusFailure) -> [BusValue] {
        let prompt = try state.prompt(call.path, of: call.sender)
        if call.member == "Dismiss" {
            prompt.context.invalidate()
            complete(prompt, dismissed: true, prompt.dismissedResult)
            return []
        }
        try state.show(call.path)
        prompt.context.parentWindow = call.values.first?.text.flatMap { UInt32($0) }
        // The client gets the answer to its call before the signal.
        after = {
            if !DetachedThread.start({ self.ask(prompt) }) {
                self.complete(prompt, dismissed: true, prompt.dismissedResult)
            }
        }
        return []
    }

    /// Asks the user, in a separate thread.
    ///
    /// Every failure dismisses the prompt. Only `$KEYCHAIN_LOG` has the reason.
    private func ask(_ prompt: ServicePrompt) {
        DesktopEnvironment.take()
        do throws(KeychainError) {
            let result = try prompt.action.run(prompt.context)
            record(prompt)
            tellCollections()
            // Tells of each collection whose lock state has changed.
            for collection in collections.all() { _ = try? isLocked(collection) }
            complete(prompt, dismissed: false, result)
        } catch {
            record(prompt, BusFailure(error))
            if error.code != .userCanceled { Log.failure(error, of: "Prompt") }
            complete(prompt, dismissed: true, prompt.dismissedResult)
        }
    }

    /// Records the deletion of a keychain, with which its secrets are gone.
    private func record(_ prompt: ServicePrompt, _ failure: BusFailure? = nil) {
        guard case .deleteCollection = prompt.action else { return }
        log.record("DeleteCollection", callers.caller(prompt.owner), failure)
    }

    /// Removes a prompt, and signals that to its client alone. Does nothing if it was completed before.
    private func complete(_ prompt: ServicePrompt, dismissed: Bool, _ result: BusValue) {
        guard state.finish(prompt.path) else { return }
        emit(
            BusSignal(
                path: prompt.path, interface: ServiceNames.prompt, member: "Completed",
                values: [.boolean(dismissed), .variant(result)], destination: prompt.owner))
    }
}
