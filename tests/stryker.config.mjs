import { existsSync } from 'node:fs'

/**
 * Mutation tests of the modules that decide about money: every mutation must fail a test. Run `npm run
 * mutate`, with `-- --mutate src/…` for one file. The report lists the survivors.
 */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'tests/mutate.vitest.config.ts' },
  plugins: ['@stryker-mutator/vitest-runner'],
  coverageAnalysis: 'perTest',
  mutate: [
    ...modules('chain/money', 'Amount'),
    ...modules('chain/settlement', 'minedPayments PaymentStatus settlement walletStatus'),
    ...modules('chain/logs', 'logs'),
    ...modules('chain/rpc', 'quorum'),
    ...modules('safe/proposal', 'executionOf safeStatus'),
    ...modules('safe/tx', 'gasRefund signedFields'),
    ...modules('account/safe', 'proposedStatus'),
    ...modules('domain/payout', 'Payout payBatch payoutStore runPayout'),
    ...modules('domain/ledger', 'Attempt adoptAnswers earlierPayments foldStatus ledger'),
    ...modules('domain/backup', 'payoutKinds restore'),
    ...modules('domain/payee', 'checkPayee readPayee'),
    ...modules('domain/draft/import', 'numberStyle readRow records'),
  ],
  // Texts for people affect no decision.
  mutator: { excludedMutations: ['StringLiteral'] },
  // A module's constants are evaluated once, so each mutation would run every test; the tests assert their
  // values.
  ignoreStatic: true,
  concurrency: 2,
  timeoutMS: 6_000,
  reporters: ['clear-text', 'progress', 'json'],
  jsonReporter: { fileName: '.cache/mutation.json' },
  clearTextReporter: { allowColor: false, reportTests: false, logTests: false },
  // Rewriting a project file needs a part of TypeScript that its native version lacks. Nothing here needs it.
  tsconfigFile: 'none',
  ignorePatterns: ['dist', '.cache', 'docs', 'test-results', 'tests/e2e'],
  tempDirName: '.cache/mutate',
  thresholds: { high: 95, low: 90, break: 90 },
}

/** The modules of a folder by name. A module that has moved must not be dropped silently. */
function modules(folder, names) {
  return names.split(' ').map((name) => {
    const file = `src/${folder}/${name}.ts`
    if (!existsSync(new URL(`../${file}`, import.meta.url))) throw new Error(`There is no ${file}.`)
    return file
  })
}
