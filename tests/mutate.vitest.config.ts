import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** The unit tests of the mutated modules. Properties and worlds that take seconds run in `npm test` only. */
export default defineConfig({
  resolve: { alias: { '#env.ts': fileURLToPath(new URL('./support/unitEnv.ts', import.meta.url)) } },
  test: {
    include: [
      'src/chain/{logs,money,rpc,settlement}/{Amount,minedPayments,PaymentStatus,quorum,replacement,settlement,transferLogs,walletStatus}*.test.ts',
      'src/safe/{proposal,tx}/{executedContent,executionOf,gasRefund,safeStatus,signedFields,proposalStatus,checkProposal}*.test.ts',
      'src/account/safe/{proposedStatus,safeStatus}*.test.ts',
      'src/domain/{backup,ledger,payout,payee}/*.test.ts',
      'src/domain/draft/import/*.test.ts',
    ],
    exclude: [
      'src/domain/payout/{payOnce,doublePayments}.test.ts',
      '**/*.hostile.test.ts',
      '**/hostileFiles.test.ts',
      '**/fuzzed*.test.ts',
    ],
    testTimeout: 20_000,
  },
})
