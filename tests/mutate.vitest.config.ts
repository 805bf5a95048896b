import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** The unit tests of the mutated modules’ folders. Properties and worlds that take seconds run in `npm test` only. */
export default defineConfig({
  resolve: { alias: { '#env.ts': fileURLToPath(new URL('./support/unitEnv.ts', import.meta.url)) } },
  test: {
    include: [
      'src/chain/{logs,money,rpc,settlement}/*.test.ts',
      'src/safe/{proposal,tx}/*.test.ts',
      'src/account/safe/*.test.ts',
      'src/domain/{backup,draft,ledger,payee,payout}/**/*.test.ts',
    ],
    exclude: [
      'src/chain/rpc/Endpoint.test.ts',
      'src/domain/payout/{payOnce,doublePayments}.test.ts',
      'src/safe/proposal/*utations.test.ts',
      '**/*.hostile.test.ts',
      '**/hostileFiles.test.ts',
      '**/fuzzed*.test.ts',
    ],
    testTimeout: 20_000,
  },
})
