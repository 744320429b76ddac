// KeychainWrappers
