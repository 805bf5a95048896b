import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as Token from '#chain/Token.ts'
import type { AskedMood, Moods, Page, World } from '../../../tests/support/payoutWorld.ts'
import { propertyRuns } from '../../../tests/support/propertyRuns.ts'
import { PAYEE, USDT } from '../../../tests/support/safeExamples.ts'
import { safeWorld } from '../../../tests/support/safeWorld.ts'
import { walletWorld } from '../../../tests/support/walletWorld.ts'
import type { Outcome } from '../Submission.ts'
import { transferKey } from './fingerprint.ts'
import { type Payout, type PayoutRow, planPayout } from './Payout.ts'
import { reconcile, withRetry } from './reconcile.ts'
import { retryable, rowStates } from './rowStates.ts'
import { runPayout } from './runPayout.ts'

const usdt = Token.find(USDT) ?? Token.BNB
/** Every row pays another amount, so that whatever happened on the chain is of one row. */
const rows: readonly PayoutRow[] = [1n, 2n, 3n, 4n, 5n].map((value) => ({
  payee: PAYEE,
  amount: { token: value === 4n ? Token.BNB : usdt, value },
  note: null,
  reference: null,
}))

const subjects = [
  { name: 'a Safe', make: safeWorld, limit: 2 },
  { name: 'a wallet', make: walletWorld, limit: 1 },
] as const

const nobody = { again: new Set<string>(), unkept: false, unread: false }

/** What a person, the network and other owners do. The portal's own code stands between. */
const askedMoods: readonly AskedMood[] = [
  'good',
  'rejects',
  'rejects-landed',
  'refuses',
  'refuses-landed',
  'busy',
  'babbles',
  'babbles-landed',
  'hangs',
  'hangs-landed',
  'lies',
  'reverts',
  'moves-nothing',
]
const flags = [
  'rpcDown',
  'rpcMalformed',
  'rpcBehind',
  'finalityBehind',
  'logsRefused',
  'logsMalformed',
  'serviceDown',
  'serviceBehind',
  'serviceLies',
  'hostForgets',
  'storageFull',
] as const

type Deed =
  | { readonly do: 'run' | 'twice' | 'retry' | 'reload' | 'reconcile' | 'step' | 'clear' }
  | { readonly do: 'kill'; readonly after: number }
  | { readonly do: 'meddle'; readonly deed: number }
  | { readonly do: 'ask'; readonly mood: AskedMood }
  | { readonly do: 'mood'; readonly flag: (typeof flags)[number] }
  | { readonly do: 'clock'; readonly ms: number }

const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<Deed>({ do: 'run' }, { do: 'run' }, { do: 'retry' }) },
  {
    weight: 4,
    arbitrary: fc.constantFrom<Deed>(
      { do: 'twice' },
      { do: 'reload' },
      { do: 'reconcile' },
      { do: 'step' },
      { do: 'step' },
      { do: 'clear' },
    ),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('kill' as const), after: fc.nat(60) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('meddle' as const), deed: fc.nat(5) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('ask' as const), mood: fc.constantFrom(...askedMoods) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('mood' as const), flag: fc.constantFrom(...flags) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('clock' as const),
      ms: fc.constantFrom(-86_400_000, 86_400_000, 3_600_000, 0),
    }),
  },
)

describe.each(subjects)('paying once, with $name', ({ make, limit }) => {
  test('behavior: on a good day every row is paid once and told so', async () => {
    const world = make()
    const { page, id } = start(world, limit)
    expect(await page.run(() => run(world, page, id))).toEqual({ kind: 'done' })
    await settle(world)
    expect(await statesOf(world.open(), id)).toEqual(rows.map(() => 'paid'))
    expect([...world.paid().values()]).toEqual(rows.map(() => 1))
  })

  test('error: killed at any moment, it goes on from the truth and pays every row once', async () => {
    const whole = make()
    const first = start(whole, limit)
    await first.page.run(() => run(whole, first.page, first.id))
    const moments = whole.waits()
    expect(moments).toBeGreaterThan(40)
    for (let after = 1; after <= moments; after++) {
      const world = make()
      const { page, id } = start(world, limit)
      world.kill(after)
      await page.run(() => run(world, page, id))
      world.step()
      world.step()
      const next = world.open()
      await next.run(() => reconcile(next.desk, id))
      await next.run(() => run(world, next, id, true))
      await settle(world)
      await check(world, id, `killed at ${after}`)
      // What was never asked for goes on; only a question without any trace stays open.
      const paid = [...world.paid().values()].length
      expect(paid, `killed at ${after}`).toBeGreaterThanOrEqual(rows.length - limit)
    }
  })

  test('error: whatever goes wrong, no row is paid twice, lost, or told to be what it is not', async () => {
    const seen = { runs: 0, paid: 0, unknown: 0, unpaid: 0, open: 0, killed: 0 }
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 1, maxLength: 40 }), async (deeds) => {
        const world = make()
        let { page, id } = start(world, limit)
        for (const one of deeds) page = await doOne(world, page, id, limit, one, seen)
        clear(world.moods)
        await settle(world)
        const states = await check(world, id, JSON.stringify(deeds))
        for (const state of states) if (state in seen) seen[state as 'paid']++
        seen.runs++
      }),
      propertyRuns(250),
    )
    // A property that never gets anywhere proves nothing.
    expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(2)
  })
})

function start(world: World, limit: number): { page: Page; id: string } {
  const page = world.open()
  const payout = planPayout(page.account, rows, limit, 0)
  page.desk.payouts.write(payout)
  return { page, id: payout.id }
}

/** As a page does it: the world goes on while the portal waits. */
async function run(world: World, page: Page, id: string, passOver = false) {
  const leave = new AbortController()
  let pauses = 0
  return runPayout(page.desk, id, nobody, {
    signal: leave.signal,
    onChange: () => {},
    passOver,
    pause: async () => {
      world.step()
      if (++pauses > 12) leave.abort()
    },
  })
}

async function doOne(
  world: World,
  page: Page,
  id: string,
  limit: number,
  one: Deed,
  seen: { killed: number },
): Promise<Page> {
  const { moods } = world
  const attempt = async (work: () => Promise<unknown>): Promise<Page> => {
    const hanging = moods.asked?.startsWith('hangs')
    // A wallet that is never answered: a person reloads at last.
    const ended = await Promise.race([
      page.run(() => work().catch(() => 'thrown')),
      turns(hanging ? 2_000 : 20_000),
    ])
    if (ended !== 'killed' && ended !== 'still') return page
    seen.killed++
    return world.open()
  }
  switch (one.do) {
    case 'run':
      return attempt(() => run(world, page, id))
    case 'twice':
      return attempt(() => Promise.allSettled([run(world, page, id), run(world, page, id)]))
    case 'retry':
      return attempt(async () => {
        const payout = page.desk.payouts.read(id)
        if (!payout) return
        const again = retryable(rowStates(payout, await outcomesOf(page, payout)))
        if (again.length > 0) page.desk.payouts.write(withRetry(payout, again, limit))
        await run(world, page, id)
      })
    case 'reload':
      return world.open()
    case 'reconcile':
      return attempt(() => reconcile(page.desk, id))
    case 'step':
      world.step()
      return page
    case 'clear':
      clear(moods)
      return page
    case 'kill':
      world.kill(one.after)
      return page
    case 'meddle':
      world.meddle(one.deed)
      return page
    case 'ask':
      moods.asked = one.mood
      // A host that says "no" to what it has proposed, while the service does not list it: nobody can know that either.
      if (isDenied(one.mood)) delete moods.serviceBehind
      return page
    case 'mood':
      // Where neither this browser nor the service remembers what was asked, nobody can know it.
      if (one.flag === 'serviceBehind' && hasForgotten.has(world)) return page
      moods[one.flag] = !moods[one.flag]
      if (one.flag === 'storageFull') {
        hasForgotten.add(world)
        delete moods.serviceBehind
      }
      if (one.flag === 'serviceBehind' && isDenied(moods.asked)) delete moods.asked
      return page
    case 'clock':
      moods.clock = one.ms
      return page
  }
}

/** Worlds whose browser has lost something that was written. */
const hasForgotten = new WeakSet<World>()

function isDenied(mood: AskedMood | undefined): boolean {
  return mood === 'rejects-landed' || mood === 'refuses-landed'
}

function clear(moods: Moods): void {
  for (const key of Object.keys(moods)) delete moods[key as keyof Moods]
}

/** So many turns of the event loop's first queue: nothing here waits for real time. */
async function turns(count: number): Promise<'still'> {
  for (let turn = 0; turn < count; turn++) await undefined
  return 'still'
}

/** Lets all that can still happen happen. */
async function settle(world: World): Promise<void> {
  for (let turn = 0; turn < 60; turn++) world.step()
}

async function outcomesOf(page: Page, payout: Payout): Promise<(part: number) => Outcome | undefined> {
  const outcomes = await Promise.all(
    payout.parts.map(({ ask }) =>
      ask?.submission
        ? page.account.outcome(ask.submission, new AbortController().signal).catch(() => undefined)
        : undefined,
    ),
  )
  return (part) => outcomes[part]
}

async function statesOf(page: Page, id: string): Promise<readonly string[]> {
  const payout = await reconcile(page.desk, id)
  if (!payout) return []
  return rowStates(payout, await outcomesOf(page, payout)).map(({ kind }) => kind)
}

/** Compares what the portal says of every row with what happened. */
async function check(world: World, id: string, context: string): Promise<readonly string[]> {
  const paid = world.paid()
  const page = world.open()
  const payout = page.desk.payouts.read(id)
  // Written to a storage that was full, it is gone with its page; then there is nothing to tell.
  if (!payout) {
    for (const count of paid.values()) expect(count, context).toBe(1)
    return []
  }
  const states = await statesOf(page, id)
  const forgotten: number[] = []
  const mayForget = context.includes('storageFull')
  expect(states.length, context).toBe(rows.length)
  rows.forEach(({ payee, amount }, index) => {
    const isToken = amount.token.address !== null
    const count = paid.get(transferKey({ token: amount.token.address, to: payee, value: amount.value })) ?? 0
    const told = `row ${index} is told "${states[index]}" and was paid ${count} times: ${context}`
    expect(count, told).toBeLessThanOrEqual(1)
    if (states[index] === 'paid') expect(count, told).toBe(1)
    if (states[index] === 'unpaid' && !mayForget) expect(count, told).toBe(0)
    // A wallet's lost BNB leaves nothing to find it by.
    if (count === 0 || (!isToken && page.account.kind === 'eoa')) return
    if (states[index] === 'open' || (states[index] === 'unpaid' && mayForget)) forgotten.push(index)
    // Of what a wallet has replaced before a node told its nonce, nobody can say what took its place.
    else if (context.includes('meddle')) expect(['paid', 'waiting', 'unknown'], told).toContain(states[index])
    else expect(states[index], told).toBe('paid')
  })
  // What a full storage has forgotten is found before it is asked for again.
  if (forgotten.length > 0) {
    const again = page.desk.payouts.read(id) ?? payout
    page.desk.payouts.write(
      withRetry(
        again,
        forgotten.filter((row) => states[row] === 'unpaid'),
        1,
      ),
    )
    expect(await run(world, page, id, true), context).toMatchObject({ kind: 'found' })
  }
  return states
}
