import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { portalBuild } from './support/portalBuild.ts'

/** The test counts of a stage, and the output of its failed tests. */
type Count = {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly failures: readonly string[]
}

/** One stage: a program, and the file with its counts; a check without tests of its own counts as one. */
type Stage = { readonly name: string; readonly command: readonly string[]; readonly results?: string }

/** One file of Vitest's report, as far as it is read here. */
type VitestFile = {
  readonly name: string
  readonly assertionResults: readonly {
    readonly status: string
    readonly fullName: string
    readonly failureMessages: readonly string[]
  }[]
}

/** One suite of Playwright's report, as far as it is read here. */
type PlaywrightSuite = {
  readonly specs: readonly {
    readonly ok: boolean
    readonly file: string
    readonly line: number
    readonly title: string
  }[]
  readonly suites?: readonly PlaywrightSuite[]
}

const results = '.cache/results'
/** The option of `npm run test:e2e` that prints where the time went (`support/profile.ts`). */
const PROFILE = '--profile'
const node = process.execPath

/** All of Vitest's projects in one run: a worker that has nothing left in one of them takes a file of another. */
const vitest: Stage = {
  name: 'vitest',
  command: [
    node,
    // What a test makes is soon gone: with the usual 16 MB a tenth of the time went into collecting it.
    '--max-semi-space-size=64',
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${results}/vitest.json`,
  ],
  results: `${results}/vitest.json`,
}

const lint: Stage = { name: 'lint', command: [node, 'node_modules/@biomejs/biome/bin/biome', 'check', '.'] }
/** Each checker repeats the work on viem's types, so more of them than cores are slower. */
const types: Stage = {
  name: 'types',
  command: [node, 'node_modules/typescript/bin/tsc', '--noEmit', '--checkers', '2'],
}
const e2e: Stage = {
  name: 'e2e',
  command: [
    node,
    'node_modules/playwright/cli.js',
    'test',
    '-c',
    'tests/playwright.config.ts',
    ...process.argv.slice(3).filter((argument) => argument !== PROFILE),
  ],
  results: `${results}/e2e.json`,
}
/** Weighs the build of the browser tests: one of its own would be the same but for the endpoints. */
const size: Stage = {
  name: 'size',
  command: [node, '--import', 'tsx', 'tests/size.ts', path.relative(process.cwd(), portalBuild.folder)],
}

/** The stages of a plan, one after another; those of one step run at the same time, for they use one core each. */
const plans: Readonly<Record<string, readonly (readonly Stage[])[]>> = {
  all: [[lint, types], [vitest], [e2e], [size]],
  e2e: [[e2e]],
  deep: [[vitest], [e2e]],
}

const plan = plans[process.argv[2] ?? 'all'] ?? []
if (plan.length === 0) throw new Error(`There is no test plan called ${process.argv[2]}.`)

// Runs property tests forty times as often, and the tests that `npm test` skips (`support/deep.ts`).
if (process.argv[2] === 'deep') process.env.DEEP = '1'

if (process.argv.includes(PROFILE)) process.env.PROFILE = '1'

rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

const total = { passed: 0, failed: 0, skipped: 0 }
const lines: string[] = []
const failures: string[] = []
for (const step of plan) await Promise.all(step.map(runStage))
// Repeated at the end, because the end is what remains of a long log. A property's seed is in its message.
for (const failure of failures) console.log(`\n✗ ${failure}`)
console.log(`\n${lines.join('\n')}\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exit(total.failed > 0 ? 1 : 0)

async function runStage(stage: Stage): Promise<void> {
  const start = Date.now()
  const code = await run(stage.command)
  const count = countOf(stage, code)
  total.passed += count.passed
  total.failed += count.failed
  total.skipped += count.skipped
  failures.push(...count.failures)
  lines.push(
    `${stage.name.padEnd(12)} ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped in ${seconds(start)} s`,
  )
}

function run([program = '', ...args]: readonly string[]): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] })
    child.on('error', () => resolve(1))
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

/** A stage that ended with an error but no failed test, or that ran no test, counts as one failure. */
function countOf(stage: Stage, code: number): Count {
  const count = stage.results
    ? readCount(stage.results)
    : { passed: code === 0 ? 1 : 0, failed: 0, skipped: 0, failures: [] }
  const ranNothing = count.passed + count.failed === 0
  return (code !== 0 || ranNothing) && count.failed === 0
    ? { ...count, failed: 1, failures: [`${stage.name} ended with code ${code} and no failed test`] }
    : count
}

function readCount(file: string): Count {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'))
    if ('stats' in report) {
      const { expected, unexpected, skipped } = report.stats
      return { passed: expected, failed: unexpected, skipped, failures: report.suites.flatMap(failedSpecs) }
    }
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
      failures: report.testResults.flatMap(failedTests),
    }
  } catch {
    return { passed: 0, failed: 0, skipped: 0, failures: [] }
  }
}

/** The failed tests of one file of Vitest's report. */
function failedTests({ name, assertionResults }: VitestFile): readonly string[] {
  return assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => `${name} › ${fullName}\n${failureMessages.join('\n')}`)
}

/** The failed tests of one file, or one `describe`, of Playwright's report. */
function failedSpecs({ specs, suites }: PlaywrightSuite): readonly string[] {
  return [
    ...specs.filter(({ ok }) => !ok).map(({ file, line, title }) => `${file}:${line} › ${title}`),
    ...(suites ?? []).flatMap(failedSpecs),
  ]
}

function seconds(start: number): string {
  return ((Date.now() - start) / 1000).toFixed(1)
}
