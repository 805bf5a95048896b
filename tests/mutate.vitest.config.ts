import { defineConfig } from 'vitest/config'

/** The unit tests of what is mutated; properties and worlds that take seconds are left to `npm test`. */
export default defineConfig({
  test: {
    include: [
      'src/chain/{Amount,minedPayments,PaymentStatus,quorum,replacement,settlement,transferLogs,walletStatus}*.test.ts',
      'src/safe/{executedContent,executionOf,gasRefund,safeStatus,signedFields,proposalStatus,checkProposal}*.test.ts',
      'src/account/{proposedStatus,safeStatus}*.test.ts',
      'src/account/payout/*.test.ts',
      'src/account/payee/*.test.ts',
      'src/features/payout/rows/*.test.ts',
    ],
    exclude: [
      'src/account/payout/{payOnce,doublePayments}.test.ts',
      '**/*.hostile.test.ts',
      '**/fuzzed*.test.ts',
    ],
    testTimeout: 20_000,
  },
})
