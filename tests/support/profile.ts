import path from 'node:path'
import type { FullResult, Reporter, TestCase, TestResult, TestStep } from 'playwright/types/testReporter'

/** Where the time of a browser test goes. `own` is what no step accounts for: the test's own code, and its servers. */
const kinds = ['world', 'page', 'load', 'wait', 'type', 'press', 'own'] as const
type Kind = (typeof kinds)[number]
type Times = Record<Kind, number>

/** One test: its sentence, its time and the parts of it (ms). */
type Profiled = { readonly name: string; readonly total: number; readonly times: Times }

/** A step that took long, by the line that asked for it. */
type Slow = { readonly where: string; readonly title: string; readonly ms: number }

/** The longest time (ms) of a step; a test may take four minutes. */
const MOST = 240_000

/** How many of the longest steps are listed. */
const LISTED = 60

/** The kind of a step, by what Playwright calls it; null for a step that only groups others. */
function kindOf({ category, title }: TestStep): Kind | null {
  if (category === 'fixture') {
    return /"(world|rig|nodes|signIn|site)"/.test(title) ? 'world' : 'page'
  }
  if (category === 'expect') return 'wait'
  if (category !== 'pw:api') return null
  if (/^(Navigate|Reload|Go back|Go forward|Wait for load|Create page|Close)/i.test(title)) return 'load'
  if (/^(Fill|Type|Press|Insert)/i.test(title)) return 'type'
  if (/^(Click|Tap|Check|Uncheck|Select|Hover|Double click|Drag|Set input|Focus)/i.test(title)) return 'press'
  if (/^(Wait|Expect)/i.test(title)) return 'wait'
  return 'own'
}

/**
 * Prints where the time of the browser stage went, the slowest test first, and the steps that took longest. Turned on
 * by `npm run test:e2e -- --profile`.
 */
export default class Profile implements Reporter {
  readonly #tests: Profiled[] = []
  readonly #steps: Slow[] = []

  onTestEnd(test: TestCase, { duration, steps }: TestResult): void {
    const times: Times = { world: 0, page: 0, load: 0, wait: 0, type: 0, press: 0, own: 0 }
    for (const step of steps) this.#add(step, times, MOST)
    const known = kinds.reduce((sum, kind) => sum + times[kind], 0)
    times.own += Math.max(0, duration - known)
    const [, , file = '', ...titles] = test.titlePath()
    this.#tests.push({
      name: `${path.basename(file)}:${test.location.line} ${titles.join(' › ')}`,
      total: duration,
      times,
    })
  }

  onEnd(_: FullResult): void {
    const bySize = this.#tests.toSorted((one, other) => other.total - one.total)
    const head = ['total', ...kinds].map((name) => name.padStart(6)).join(' ')
    console.log(`\nSeconds of each browser test, the slowest first\n${head}`)
    for (const { name, total, times } of bySize) console.log(`${row(total, times)}  ${name}`)
    const sum: Times = { world: 0, page: 0, load: 0, wait: 0, type: 0, press: 0, own: 0 }
    for (const { times } of this.#tests) for (const kind of kinds) sum[kind] += times[kind]
    const total = this.#tests.reduce((all, test) => all + test.total, 0)
    console.log(`${row(total, sum)}  all ${this.#tests.length} tests`)
    console.log('\nThe longest steps (s)')
    const longest = this.#steps.toSorted((one, other) => other.ms - one.ms).slice(0, LISTED)
    for (const { where, title, ms } of longest) console.log(`${seconds(ms)}  ${where}  ${title}`)
  }

  /** Adds a step, or what it groups, to the times of its test. A step that a failed test left open has no time. */
  #add(step: TestStep, times: Times, most: number): void {
    if (step.duration > most) return
    const kind = kindOf(step)
    if (kind === null) {
      for (const inner of step.steps) this.#add(inner, times, most)
      return
    }
    times[kind] += step.duration
    if (kind === 'own') return
    const { file = '', line = 0 } = step.location ?? {}
    this.#steps.push({ where: `${path.basename(file)}:${line}`, title: step.title, ms: step.duration })
  }
}

function row(total: number, times: Times): string {
  return [total, ...kinds.map((kind) => times[kind])].map(seconds).join(' ')
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1).padStart(6)
}
