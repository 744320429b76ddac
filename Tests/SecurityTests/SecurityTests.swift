// SecurityTests
