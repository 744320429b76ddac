// KeychainModelTests
