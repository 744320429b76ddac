// KeychainCryptoTests
