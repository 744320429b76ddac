// KeychainCrypto
