// KeychainStoreTests
