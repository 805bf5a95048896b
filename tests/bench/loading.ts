import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright'
import { type Sites, startSites } from '#tests/bench/loading/sites.ts'
import { printFigure, printHead } from '#tests/bench/loading/table.ts'
import {
  firstVisit,
  launch,
  pressTab,
  type Throttle,
  watchFrame,
  watchTab,
} from '#tests/bench/loading/visits.ts'
import type { Moment, Readings } from '#tests/bench/loading/watchPage.ts'
import { printWaterfall } from '#tests/bench/loading/waterfall.ts'
import { buildPortal } from '#tests/support/buildPortal.ts'
import { hostLink } from '#tests/support/hostLink.ts'
import { requestText } from '#tests/support/requestPage.ts'

// Prints how fast the portal loads beside a stock RainbowKit app, and in a frame beside CSV Airdrop, and asserts
// nothing: `npm run bench:loading`. Both load on the same machine in turns, so the ratios mean more than the times.

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    /** `mid` or `slow`; both without it. */
    throttle: { type: 'string' },
    /** The folder of a built CSV Airdrop (github.com/bh2smith/safe-airdrop). */
    airdrop: { type: 'string' },
    /** Also prints everything that the portal fetched in the last round. */
    waterfall: { type: 'boolean', default: false },
  },
})

/** The largest ratios to the other app that we want (decision 11). */
type Goals = Readonly<Record<'paint' | 'connect' | 'pressed' | 'blocked' | 'firstScreen', number>>

const throttles: readonly (Throttle & { readonly goals: Goals })[] = [
  {
    name: 'mid',
    cpu: 4,
    megabits: 1.6,
    latency: 150,
    watched: 8_000,
    goals: { paint: 0.2, connect: 0.75, pressed: 0.8, blocked: 0.3, firstScreen: 0.3 },
  },
  {
    name: 'slow',
    cpu: 6,
    megabits: 0.75,
    latency: 400,
    watched: 15_000,
    goals: { paint: 0.2, connect: 0.78, pressed: 0.8, blocked: 0.37, firstScreen: 0.32 },
  },
]

/** The first visits of a browser are slower than all others. */
const unthrottled: Throttle = { name: 'none', cpu: 1, megabits: 1_000, latency: 0, watched: 2_000 }

/** The visits of one round; null for one that failed. */
type Round = {
  readonly portal: Readings | null
  readonly starter: Readings | null
  readonly portalPressed: Readings | null
  readonly starterPressed: Readings | null
  readonly portalFramed: Readings | null
  readonly airdropFramed: Readings | null
}

const sites = await startSites(options.airdrop === undefined ? null : path.resolve(options.airdrop))
const browser = await launch()
try {
  await visitAll(browser, sites, unthrottled)
  const chosen = throttles.filter(({ name }) => (options.throttle ?? name) === name)
  const rounds = new Map(chosen.map((throttle) => [throttle, [] as Round[]]))
  for (let round = 0; round < Number(options.rounds); round++) {
    for (const [throttle, done] of rounds) done.push(await visitAll(browser, sites, throttle))
  }
  for (const [throttle, done] of rounds) printRounds(throttle, done)
  await printBytes()
  await printVisits()
  if (options.waterfall) {
    for (const [{ name }, done] of rounds) printWaterfalls(name, done.at(-1))
  }
} finally {
  await browser.close()
  await sites.stop()
}

/** Every visit once, the portal's and the other app's next to each other. */
async function visitAll(browser: Browser, sites: Sites, throttle: Throttle): Promise<Round> {
  const { portal, starter, airdrop, hostUrl } = sites
  return {
    portal: await attempt(() => watchTab(browser, portal.home, throttle)),
    starter: await attempt(() => watchTab(browser, starter.home, throttle)),
    portalPressed: await attempt(() => pressTab(browser, portal.home, throttle, false)),
    starterPressed: await attempt(() => pressTab(browser, starter.home, throttle, true)),
    portalFramed: await attempt(() => watchFrame(browser, hostUrl, portal, throttle, 'safe')),
    airdropFramed:
      airdrop && (await attempt(() => watchFrame(browser, hostUrl, airdrop, throttle, 'airdrop'))),
  }
}

/** One failed visit must not lose the others. */
async function attempt(visit: () => Promise<Readings>): Promise<Readings | null> {
  try {
    return await visit()
  } catch (error) {
    console.error(String(error))
    return null
  }
}

function printRounds(
  { name, cpu, megabits, latency, watched, goals }: (typeof throttles)[number],
  rounds: readonly Round[],
): void {
  const all = (of: keyof Round, figure: (readings: Readings) => number | undefined) =>
    rounds.map((round) => {
      const readings = round[of]
      return (readings && figure(readings)) ?? Number.NaN
    })
  const at = (moment: Moment) => (readings: Readings) => readings.moments[moment]
  const shown = ({ moments, firstPaint }: Readings) => Math.max(moments.painted ?? Number.NaN, firstPaint)
  const blocked = ({ tasks }: Readings) =>
    tasks
      .filter(([from]) => from < watched)
      .reduce((sum, [, duration]) => sum + Math.max(0, duration - 50), 0)
  const shifted = ({ shifts }: Readings) => shifts.reduce((sum, [, value]) => sum + value, 0)

  printHead(
    `${name}: ${cpu}x slower, ${megabits} Mbps, ${latency} ms; ms, medians of ${rounds.length}`,
    'starter',
  )
  printFigure({
    what: 'first contentful paint',
    portal: all('portal', ({ firstPaint }) => firstPaint),
    other: all('starter', ({ firstPaint }) => firstPaint),
    goal: goals.paint,
  })
  // From its paint on, a press is kept; the pressed visits press once, at this moment.
  printFigure({
    what: 'Connect Wallet painted, and keeps a press',
    portal: all('portal', shown),
    other: all('starter', shown),
    goal: goals.paint,
  })
  printFigure({ what: 'hydrated', portal: all('portal', at('alive')), other: all('starter', shown) })
  printFigure({
    what: 'Connect can open its dialog',
    portal: all('portal', at('wallets')),
    other: all('starter', at('wallets')),
    goal: goals.connect,
  })
  printFigure({
    what: 'pressed as soon as painted, to the open dialog',
    portal: all('portalPressed', at('dialog')),
    other: all('starterPressed', at('dialog')),
    goal: goals.pressed,
  })
  printFigure({
    what: `main thread blocked in the first ${watched / 1_000} s`,
    portal: all('portal', blocked),
    other: all('starter', blocked),
    goal: goals.blocked,
  })
  printFigure({
    what: 'layout shift in a tab',
    portal: all('portal', shifted),
    goal: 0,
    digits: 4,
  })
  printFigure({
    what: 'layout shift after an early press',
    portal: all('portalPressed', shifted),
    goal: 0,
    digits: 4,
  })
  printHead('in the frame of a Safe host', 'CSV Airdrop')
  const firstScreen = options.airdrop !== undefined && {
    other: all('airdropFramed', at('airdrop')),
    goal: goals.firstScreen,
  }
  // A frame is hidden until its load event, which the first paint follows.
  const named = ({ moments, firstPaint }: Readings) => Math.max(moments.named ?? Number.NaN, firstPaint)
  printFigure({
    what: 'the Safe is named / first usable screen',
    portal: all('portalFramed', named),
    ...firstScreen,
  })
  printFigure({ what: 'first usable screen', portal: all('portalFramed', at('safe')), ...firstScreen })
  if (options.airdrop === undefined) console.log('  no ratio: --airdrop DIR names a built CSV Airdrop')
  printFigure({
    what: 'first contentful paint',
    portal: all('portalFramed', ({ firstPaint }) => firstPaint),
    ...(options.airdrop !== undefined && { other: all('airdropFramed', ({ firstPaint }) => firstPaint) }),
  })
  printFigure({ what: 'layout shift', portal: all('portalFramed', shifted), goal: 0, digits: 4 })
}

/** The published portal, with its own configuration. */
async function printBytes(): Promise<void> {
  const folder = fileURLToPath(new URL('../../.cache/loading-dist/', import.meta.url))
  await buildPortal({ folder, env: {} })
  console.log(
    execFileSync(process.execPath, ['--import', 'tsx', 'tests/size.ts', folder], { encoding: 'utf8' }),
  )
}

/** Prints how much a first visit downloads in half a minute, including the files that the service worker keeps. */
async function printVisits(): Promise<void> {
  const { portal, hostUrl } = sites
  const visits = [
    ['a tab', portal.home],
    ['a payment request in a tab', `${portal.home}#/r/${requestText('5', 'USDT')}`],
    ['a frame of a Safe host', hostLink({ hostUrl, appUrl: portal.home })],
  ] as const
  console.log('a first visit of 30 s downloads')
  for (const [what, url] of visits) {
    const { bytes, files } = await firstVisit(browser, portal, url, 30_000)
    console.log(`     ${what.padEnd(50)}${(bytes / 1000).toFixed(1).padStart(6)} KB in ${files} files`)
  }
}

function printWaterfalls(name: string, round: Round | undefined): void {
  const { portal, portalPressed, portalFramed } = round ?? {}
  if (portal) printWaterfall(`${name}: portal in a tab, untouched`, portal)
  if (portalPressed) printWaterfall(`${name}: portal in a tab, pressed when painted`, portalPressed)
  if (portalFramed) printWaterfall(`${name}: portal in a frame`, portalFramed)
}
