import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import * as Token from '#chain/money/Token.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { type Attempt, isRejected, submissionOf } from '#domain/ledger/Attempt.ts'
import { LISTS_LAG } from '#domain/ledger/adoptAnswers.ts'
import { LOOK_BACK } from '#domain/ledger/earlierPayments.ts'
import { transferKey } from '#domain/ledger/fingerprint.ts'
import { type FoldedStatus, foldStatuses, payableAgain } from '#domain/ledger/foldStatus.ts'
import { forgetBatch, reconcile } from '#tests/support/attempts.ts'
import type { AskedMood, Moods, Page, World } from '#tests/support/payoutWorld.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { PAYEE, USDT } from '#tests/support/safeExamples.ts'
import { safeWorld } from '#tests/support/safeWorld.ts'
import { walletWorld } from '#tests/support/walletWorld.ts'
import { NODES, type NodeFault, type TokenMood } from '#tests/support/worldChain.ts'
import { type Payment, type Payout, planPayout, unansweredOf, withRetry } from './Payout.ts'
import type { Consent } from './payBatch.ts'
import { runPayout } from './runPayout.ts'

const usdt = Token.find(USDT) ?? Token.BNB
/** Not a pinned token: it may deduct a fee or emit no event. */
const other: Token.Token = {
  address: '0x00000000000000000000000000000000000070c3',
  symbol: 'FEE',
  name: 'Unverified token',
  decimals: 18,
}
const tokens = [usdt, usdt, usdt, Token.BNB, other]
/** Every row pays a different amount, so that each transfer on the chain belongs to one row. */
const rows: readonly Payment[] = tokens.map((token, index) => ({
  payee: PAYEE,
  amount: { token, value: BigInt(index + 1) * 100n },
  note: null,
  reference: null,
}))
const keys = rows.map(({ payee, amount }) =>
  transferKey({ token: amount.token.address, to: payee, value: amount.value }),
)

const subjects = [
  { name: 'a Safe', make: () => safeWorld(), limit: 2 },
  { name: 'a wallet', make: (past: boolean) => walletWorld(past ? 300 : 0), limit: 1 },
] as const

const nobody = { again: new Set<string>(), unkept: false, unread: false }

const askedMoods: readonly AskedMood[] = [
  'good',
  'good',
  'good',
  'rejects',
  'rejects-landed',
  'fails',
  'fails-landed',
  'busy',
  'busy-landed',
  'babbles',
  'babbles-landed',
  'hangs',
  'hangs-landed',
  'frozen-landed',
  'lies',
  'bundle-failed',
  'bundle-paid',
  'names-old',
  'waits',
  'same-nonce',
  'host-batch',
  'host-batch',
  'garbage',
  'garbage-landed',
]
const tokenMoods: readonly TokenMood[] = ['good', 'good', 'less', 'silent', 'reverts']
const nodeFaults: readonly NodeFault[] = [
  'lies',
  'lags',
  'hides-receipts',
  'hides-logs',
  'makes-up-nonces',
  'limits-finality',
  'down',
  'malformed',
]
const flags = [
  'serviceDown',
  'serviceBehind',
  'indexBehind',
  'undecoded',
  'serviceLies',
  'serviceOmits',
  'serviceRenumbers',
  'hostForgets',
  'storageFull',
  'gasFromSafe',
] as const

type Plain =
  | 'run'
  | 'twice'
  | 'retry'
  | 'reload'
  | 'reconcile'
  | 'step'
  | 'clear'
  | 'forget'
  | 'second payout'
  | 'stop waiting'
  | 'stale tab'
  /** The person types that it may be paid twice. */
  | 'pay again'
  | 'a month passes'
  /** A backup is restored in another browser, where the person continues. */
  | 'move'

type Deed =
  | { readonly do: Plain }
  | { readonly do: 'kill'; readonly after: number }
  | { readonly do: 'meddle'; readonly deed: number }
  | { readonly do: 'ask'; readonly mood: AskedMood }
  | { readonly do: 'token'; readonly mood: TokenMood }
  | { readonly do: 'node'; readonly node: number; readonly kind: NodeFault | null }
  | { readonly do: 'stall'; readonly blocks: number }
  | { readonly do: 'mood'; readonly flag: (typeof flags)[number] }
  | { readonly do: 'clock'; readonly ms: number }

const plain = (...all: Plain[]) => all.map((one): Deed => ({ do: one }))
const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 7, arbitrary: fc.constantFrom<Deed>(...plain('run', 'run'), { do: 'retry' }) },
  {
    weight: 6,
    arbitrary: fc.constantFrom<Deed>(
      ...plain('twice', 'step', 'step', 'step', 'step', 'forget'),
      ...plain('reload', 'reconcile', 'clear', 'forget', 'second payout', 'stop waiting', 'stale tab'),
      ...plain('pay again', 'pay again', 'a month passes', 'move'),
    ),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('kill' as const), after: fc.nat(90) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('meddle' as const), deed: fc.nat(10) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('ask' as const), mood: fc.constantFrom(...askedMoods) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('token' as const), mood: fc.constantFrom(...tokenMoods) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('node' as const),
      node: fc.nat(NODES - 1),
      kind: fc.constantFrom(...nodeFaults, null),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('stall' as const), blocks: fc.constantFrom(0, 300) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('mood' as const), flag: fc.constantFrom(...flags) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('clock' as const),
      ms: fc.constantFrom(
        -86_400_000,
        86_400_000,
        3_600_000,
        LOOK_BACK / 2,
        2 * LOOK_BACK,
        -2 * LOOK_BACK,
        0,
      ),
    }),
  },
)

/** Sequences of failures that chance alone would seldom produce. Random steps follow. */
const openings: readonly (readonly Deed[])[] = [
  [],
  [],
  [],
  [
    { do: 'token', mood: 'reverts' },
    ...plain('run', 'step', 'step', 'step', 'step', 'step', 'step', 'clear', 'retry'),
  ],
  [{ do: 'token', mood: 'silent' }, ...plain('run', 'step', 'step', 'step', 'clear', 'retry')],
  [{ do: 'token', mood: 'less' }, ...plain('run', 'step', 'step', 'step')],
  [{ do: 'ask', mood: 'hangs' }, ...plain('run', 'reconcile', 'clear', 'forget', 'run')],
  [...plain('run'), { do: 'meddle', deed: 6 }, { do: 'meddle', deed: 2 }, ...plain('step', 'retry')],
  [
    { do: 'ask', mood: 'host-batch' },
    ...plain('run'),
    { do: 'meddle', deed: 3 },
    ...plain('step', 'step', 'step'),
  ],
  [{ do: 'ask', mood: 'same-nonce' }, ...plain('run', 'step'), { do: 'meddle', deed: 4 }, ...plain('retry')],
  [
    { do: 'mood', flag: 'indexBehind' },
    ...plain('run', 'step', 'step', 'step', 'step', 'retry', 'second payout'),
  ],
  [
    { do: 'mood', flag: 'serviceOmits' },
    ...plain('run', 'step', 'step', 'step', 'step', 'retry', 'second payout', 'run'),
  ],
  [{ do: 'ask', mood: 'fails-landed' }, ...plain('run', 'step', 'reconcile', 'retry', 'second payout')],
  [...plain('run'), { do: 'meddle', deed: 0 }, ...plain('step', 'step', 'retry', 'second payout')],
  [...plain('run'), { do: 'meddle', deed: 1 }, ...plain('step', 'step', 'retry', 'second payout')],
  [{ do: 'ask', mood: 'hangs' }, ...plain('stop waiting', 'reconcile', 'clear')],
  // One row, two attempts, in each combination of outcomes.
  ...(['good', 'hangs', 'hangs-landed', 'fails', 'rejects', 'garbage-landed', 'waits'] as const).flatMap(
    (first): readonly (readonly Deed[])[] =>
      [null, 'reverts' as const].map((token) => [
        { do: 'ask', mood: first },
        ...plain('run', 'step', 'clear'),
        ...(token ? [{ do: 'token' as const, mood: token }] : []),
        ...plain('pay again', 'step', 'step', 'step', 'retry', 'pay again'),
      ]),
  ),
  [...plain('run', 'step', 'step', 'step', 'step', 'a month passes', 'second payout', 'step', 'reconcile')],
  [
    { do: 'ask', mood: 'hangs' },
    ...plain('run', 'clear', 'a month passes', 'second payout', 'step', 'reconcile'),
  ],
  [
    { do: 'ask', mood: 'hangs-landed' },
    ...plain('run', 'clear', 'move', 'second payout', 'reconcile', 'run'),
  ],
  [
    { do: 'ask', mood: 'hangs-landed' },
    ...plain('run'),
    { do: 'meddle', deed: 10 },
    ...plain('clear', 'reconcile', 'second payout', 'run'),
  ],
  [...plain('run', 'move', 'second payout', 'step', 'step', 'retry', 'second payout')],
  [
    { do: 'ask', mood: 'waits' },
    { do: 'node', node: 0, kind: 'makes-up-nonces' },
    ...plain('run', 'step', 'step', 'step', 'retry'),
  ],
  ...[...new Set(askedMoods)].map((mood): readonly Deed[] => [
    { do: 'ask', mood },
    ...plain('run', 'step', 'clear'),
  ]),
]

/** The state of one run of the property. */
type Play = {
  readonly world: World
  readonly limit: number
  readonly seen: Map<string, number>
  page: Page
  /** The payouts of the same rows, in order. */
  readonly ids: string[]
  /** An old copy, as in a tab that was opened an hour ago. */
  stale: Payout | null
  /** Written data was lost with its page. */
  hasForgotten: boolean
  /** How often each row may be paid: once, and once more for each typed consent or for another month. */
  readonly allowed: number[]
}

// On-demand imports take longer than any turn of a run, which never waits for real time.
beforeAll(async () => {
  for (const { make, limit } of subjects) {
    const play = start(make(false), limit)
    await play.page.run(() => run(play, 0))
    await kindsOf(play, 0)
  }
})

describe.each(subjects)('paying once, with $name', ({ make, limit }) => {
  test('behavior: without faults, every row is paid once and shown as paid', async () => {
    const play = start(make(true), limit)
    expect(await play.page.run(() => run(play, 0))).toEqual({ kind: 'done' })
    settle(play.world)
    expect(await kindsOf(play, 0)).toEqual(rows.map(() => 'paid'))
    expect([...play.world.paid().values()]).toEqual(rows.map(() => 1))
  })

  test('error: killed at any moment, it continues from the true state and pays every row once', async () => {
    const whole = start(make(false), limit)
    await whole.page.run(() => run(whole, 0))
    const moments = whole.world.waits()
    expect(moments).toBeGreaterThan(40)
    for (let after = 1; after <= moments; after += process.env.DEEP ? 1 : 7) {
      const play = start(make(false), limit)
      play.world.kill(after)
      await play.page.run(() => run(play, 0))
      play.world.step()
      play.world.step()
      play.page = play.world.open()
      await play.page.run(() => reconcile(play.page.context, play.ids[0] ?? ''))
      await play.page.run(() => run(play, 0, true))
      await finish(play, `killed at ${after}`)
      // Unrequested rows continue; only a request without any trace stays open.
      const paid = [...play.world.paid().values()].length
      expect(paid, `killed at ${after}`).toBeGreaterThanOrEqual(rows.length - limit)
    }
  })

  test('error: whatever goes wrong, no row is paid twice, lost, or shown with a false status', async () => {
    const seen = new Map<string, number>()
    const random = { ...propertyRuns(500), seed: Number(process.env.SEED) || Date.now() % 2 ** 31 }
    console.log(`paying once: seed ${random.seed}, ${random.numRuns} runs`)
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...openings),
        fc.array(deed, { minLength: 8, maxLength: 24, size: 'max' }),
        fc.nat(9),
        async (opening, more, past) => {
          const actions = [...opening, ...more]
          const play = start(make(past === 0), limit, seen)
          if (past === 0) count(seen, 'a long past')
          const context = JSON.stringify(actions)
          for (const one of actions) {
            await doOne(play, one)
            checkCounts(play, context)
          }
          await finish(play, context)
          for (const [name, times] of play.world.acted) count(seen, name, times)
          for (const [name, times] of play.world.chain.acted) count(seen, name, times)
        },
      ),
      random,
    )
    // A fault that never occurred proves nothing.
    console.log(`paying once: ${[...seen].map(([name, times]) => `${name} ${times}`).join(', ')}`)
    const expected = limit === 1 ? [...common, ...ofWallets] : [...common, ...ofSafes]
    expect(expected.filter((name) => !seen.has(name))).toEqual([])
  })
})

/** Found by the property above: payments in the host's batch were forgotten on reload, then requested again. */
test('error: in a Safe too, a browser that stores nothing requests nothing without consent', async () => {
  const play = start(safeWorld(), 2)
  const actions: readonly Deed[] = [
    { do: 'mood', flag: 'storageFull' },
    { do: 'ask', mood: 'host-batch' },
    ...plain('run'),
    { do: 'ask', mood: 'good' },
    ...plain('twice', 'run'),
    { do: 'meddle', deed: 0 },
    { do: 'meddle', deed: 8 },
    ...plain('run'),
  ]
  for (const one of actions) {
    await doOne(play, one)
    checkCounts(play, JSON.stringify(one))
  }
  await finish(play, 'without room')
})

const common = [
  ...new Set(askedMoods.filter((mood) => mood !== 'lies' && mood !== 'names-old')),
  ...nodeFaults.filter((fault) => fault !== 'makes-up-nonces'),
  'stalled',
  'token less',
  'token silent',
  'token reverts',
  'killed',
  'retried',
  'second payout',
  'stale tab refused',
  'stopped waiting',
  'clock',
  'storage full',
  'told paid',
  'told not-paid',
  'told unknown',
  'told not-requested',
  'told short',
  'paid again',
  'told paid-twice',
  'a month passed',
  'moved',
  'garbage',
  'garbage-landed',
]
const ofWallets = ['sped up', 'cancelled', 'lost', 'names-old', 'makes-up-nonces', 'a long past']
const ofSafes = [
  'lies',
  'rejected',
  'deleted',
  'deleted and executed',
  'host batch signed',
  'executed at once',
  'service down',
  'service behind',
  'service lies',
  'service omits',
  'service renumbers',
  'a module paid',
  'undecoded',
  'host forgets',
  'executed, called cancelled',
  'overtaken, called cancelled',
  'gas from the Safe',
  'forgotten',
]

function count(seen: Map<string, number>, name: string, times = 1): void {
  seen.set(name, (seen.get(name) ?? 0) + times)
}

function start(world: World, limit: number, seen = new Map<string, number>()): Play {
  const page = world.open()
  const payout = page.context.payouts.write(planPayout(page.account, rows, limit, 0))
  return {
    world,
    limit,
    seen,
    page,
    ids: [payout.id],
    stale: payout,
    hasForgotten: false,
    allowed: rows.map(() => 1),
  }
}

/** Like a page: the world continues while the portal waits. */
async function run(
  { world, page, ids }: Play,
  which: number,
  passOver = false,
  leave?: AbortSignal,
  consent: Consent = nobody,
) {
  const stop = new AbortController()
  const waiting = new AbortController()
  leave?.addEventListener('abort', () => waiting.abort())
  let pauses = 0
  return runPayout(page.context, ids[which] ?? '', consent, {
    signal: stop.signal,
    leave: waiting.signal,
    onChange: () => {},
    passOver,
    pause: async () => {
      world.step()
      if (++pauses > 12) stop.abort()
    },
  })
}

async function doOne(play: Play, one: Deed): Promise<void> {
  const { world, seen } = play
  const { moods } = world
  const attempt = async (work: (page: Page) => Promise<unknown>): Promise<void> => {
    const hanging = /^(hangs|frozen|host-batch)/.test(moods.asked ?? '')
    const { page } = play
    const over = new AbortController()
    // A wallet request that is never answered: the person reloads eventually.
    const ended = await Promise.race([
      page.run(() => work(page).catch((error: unknown) => error)),
      turns(hanging ? 4_000 : 60_000, over.signal),
    ])
    over.abort()
    if (ended !== 'killed' && ended !== 'still') return
    count(seen, 'killed')
    play.page = world.open()
  }
  switch (one.do) {
    case 'run':
      return attempt(() => run(play, 0))
    case 'twice':
      return attempt(() => Promise.allSettled([run(play, 0), run(play, 0)]))
    case 'second payout':
      return attempt(async (page) => {
        // Requests the same rows again, like a person who forgot the first time. Nothing is requested without
        // consent.
        const again = page.context.payouts.write(planPayout(page.account, rows, play.limit, 0))
        play.ids.push(again.id)
        count(seen, 'second payout')
        await run(play, play.ids.length - 1)
      })
    case 'stop waiting':
      return attempt(async () => {
        const leave = new AbortController()
        const running = run(play, 0, false, leave.signal).catch(() => 'stopped')
        await turns(3_000)
        leave.abort()
        if ((await running) === 'stopped') count(seen, 'stopped waiting')
      })
    case 'retry':
      return attempt(async (page) => {
        const payout = page.context.payouts.read(play.ids[0] ?? '')
        if (!payout) return
        const again = payableAgain(foldStatuses(payout, await statusesOf(page, payout)))
        if (again.length > 0) {
          page.context.payouts.write(withRetry(payout, again, play.limit))
          count(seen, 'retried')
        }
        await run(play, 0)
      })
    case 'forget':
      return attempt(async (page) => {
        const id = play.ids[0] ?? ''
        const payout = page.context.payouts.read(id)
        const open = payout ? (unansweredOf(payout)[0]?.batch ?? -1) : -1
        // A dialog that is still open may be signed after the person said that it is closed.
        const isOpen = moods.asked === 'host-batch'
        if (open < 0 || isOpen) return
        // Nobody can find a proposal that the service hides from everyone. The page asks the person to look in the
        // Safe.
        if (moods.serviceBehind) return
        // The page warns that it cannot see such a batch.
        play.world.emptyBatch()
        // The lists of a Safe may be a minute behind.
        play.world.chain.pass(LISTS_LAG)
        await forgetBatch(page.context, id, open)
        count(seen, 'forgotten')
      })
    case 'stale tab': {
      const { stale } = play
      if (stale === null || moods.storageFull) return
      const { payouts } = play.page.context
      const now = payouts.read(stale.id)
      try {
        payouts.write({ ...stale, closed: true })
        expect(now?.revision, 'an old copy was written over a newer one').toBe(stale.revision)
        play.stale = payouts.read(stale.id)
      } catch {
        count(seen, 'stale tab refused')
        expect(payouts.read(stale.id)).toEqual(now)
      }
      return
    }
    case 'reload':
      play.page = world.open()
      return
    case 'pay again':
      return attempt(async (page) => {
        const payout = page.context.payouts.read(play.ids[0] ?? '')
        if (!payout || payout.restored) return
        const open = unansweredOf(payout)
        const unclear = foldStatuses(payout, await statusesOf(page, payout)).flatMap(({ status }, place) =>
          status.kind === 'unknown' ? [place] : [],
        )
        const places = [...new Set([...open.flatMap(({ rows: its }) => its), ...unclear])]
        if (places.length === 0) return
        for (const place of places) play.allowed[place] = (play.allowed[place] ?? 1) + 1
        page.context.payouts.write(withRetry(payout, places, play.limit))
        count(seen, 'paid again')
        const again = new Set<string>()
        // The page lists the payments that it found, and the person types the words once for everything.
        for (let asked = 0; asked < 4; asked++) {
          const end = await run(play, 0, true, undefined, { ...nobody, again })
          if (end.kind !== 'found') return
          for (const { payment, rows: its } of end.found) {
            again.add(payment.id)
            const batch = page.context.payouts.read(payout.id)?.batches[end.batch]
            for (const at of its) {
              const place = batch?.rows[at]
              if (place !== undefined) play.allowed[place] = (play.allowed[place] ?? 1) + 1
            }
          }
        }
      })
    case 'a month passes': {
      // Rows that were paid in full may be paid again without consent, because the payments belong to another month.
      keys.forEach((key, row) => {
        play.allowed[row] = Math.max(play.allowed[row] ?? 1, (world.paid().get(key) ?? 0) + 1)
      })
      world.chain.pass(31 * 86_400_000)
      count(seen, 'a month passed')
      return
    }
    case 'move':
      // A browser that stores nothing has nothing to take along.
      if (moods.storageFull || play.hasForgotten) return
      await world.move()
      play.page = world.open()
      play.stale = null
      count(seen, 'moved')
      return
    case 'reconcile':
      return attempt(({ context }) => reconcile(context, play.ids[0] ?? ''))
    case 'step':
      world.step()
      return
    case 'clear':
      clear(world)
      return
    case 'kill':
      world.kill(one.after)
      return
    case 'meddle': {
      const done = world.meddle(one.deed)
      if (done) count(seen, done)
      return
    }
    case 'ask':
      moods.asked = one.mood
      // A host that reports "rejected" for a landed proposal while the service does not list it: nobody can know.
      if (one.mood === 'rejects-landed') delete moods.serviceBehind
      return
    case 'token':
      moods.token = one.mood
      return
    case 'node':
      world.chain.fault(one.kind && { node: one.node, kind: one.kind })
      return
    case 'stall':
      world.chain.stall(one.blocks > 0)
      if (one.blocks > 0) world.chain.mine(one.blocks)
      return
    case 'mood':
      // If neither this browser nor the service remembers the request, nobody can know.
      if (one.flag === 'serviceBehind' && play.hasForgotten) return
      moods[one.flag] = !moods[one.flag]
      if (one.flag === 'storageFull') {
        play.hasForgotten = true
        count(seen, 'storage full')
        delete moods.serviceBehind
      }
      if (one.flag === 'serviceBehind' && moods.asked === 'rejects-landed') delete moods.asked
      return
    case 'clock':
      moods.clock = one.ms
      if (one.ms !== 0) count(seen, 'clock')
      return
  }
}

function clear({ moods, chain }: World): void {
  for (const key of Object.keys(moods)) delete moods[key as keyof Moods]
  chain.fault(null)
  chain.stall(false)
}

/** Waits this many microtask turns, or until `over`: nothing here waits for real time. */
async function turns(times: number, over?: AbortSignal): Promise<'still'> {
  for (let turn = 0; turn < times && !over?.aborted; turn++) await undefined
  return 'still'
}

/** Lets every pending event happen. */
function settle(world: World): void {
  for (let turn = 0; turn < 60; turn++) world.step()
}

async function statusesOf(
  page: Page,
  payout: Payout,
): Promise<(attempt: Attempt) => readonly PaymentStatus[] | undefined> {
  const all = await Promise.all(
    payout.attempts.map(async (attempt) => {
      const submission = submissionOf(attempt)
      const read = submission && page.account.status(submission, new AbortController().signal)
      return [attempt.id, await read?.catch(() => undefined)] as const
    }),
  )
  const found = new Map(all.map(([id, statuses]) => [id, statuses ?? undefined]))
  return ({ id }) => found.get(id)
}

async function statesOf({ page, ids }: Play, which: number): Promise<readonly FoldedStatus[]> {
  const payout = await reconcile(page.context, ids[which] ?? '').catch(() =>
    page.context.payouts.read(ids[which] ?? ''),
  )
  return payout ? foldStatuses(payout, await statusesOf(page, payout)) : []
}

async function kindsOf(play: Play, which: number): Promise<readonly string[]> {
  return (await statesOf(play, which)).map(({ status }) => status.kind)
}

/** No row is paid more often than a person allowed by typing. */
function checkCounts({ world, allowed }: Play, context: string): void {
  const paid = world.paid()
  keys.forEach((key, index) => {
    expect(paid.get(key) ?? 0, `row ${index}: ${context}`).toBeLessThanOrEqual(allowed[index] ?? 1)
  })
}

/** Compares the portal's status of every row with the truth, both with the current faults and without any. */
async function finish(play: Play, context: string): Promise<void> {
  play.page = play.world.open()
  await check(play, `with faults: ${context}`, false)
  clear(play.world)
  settle(play.world)
  play.page = play.world.open()
  await check(play, context, true)
}

async function check(play: Play, context: string, isOver: boolean): Promise<void> {
  const { world, seen } = play
  checkCounts(play, context)
  const told = new Map<string, number>()
  for (let which = 0; which < play.ids.length; which++) {
    const payout = play.page.context.payouts.read(play.ids[which] ?? '')
    // With full storage it was lost with its page, so there is nothing to report.
    if (!payout) {
      expect(play.hasForgotten, context).toBe(true)
      continue
    }
    const states = await statesOf(play, which)
    expect(states.length, context).toBe(rows.length)
    states.forEach((state, index) => {
      const key = keys[index] ?? ''
      const { kind } = state.status
      const whole = world.paidWhole().get(key) ?? 0
      const reported = `row ${index} of payout ${which} is told "${kind}" (${JSON.stringify(state, (_, value) => (typeof value === 'bigint' ? `${value}` : value))}), paid ${world.paid().get(key) ?? 0}: ${context}`
      if (isOver && which === 0) count(seen, `told ${kind}`)
      const paid = world.paid().get(key) ?? 0
      told.set(
        key,
        (told.get(key) ?? 0) + (kind === 'paid' || kind === 'short' ? 1 : kind === 'paid-twice' ? 2 : 0),
      )
      // One transfer answers one row.
      expect(told.get(key), reported).toBeLessThanOrEqual(paid)
      if (kind === 'paid') expect(whole, reported).toBeGreaterThanOrEqual(1)
      if (kind === 'paid-twice') expect(whole, reported).toBeGreaterThanOrEqual(2)
      if (kind === 'short') expect(paid, reported).toBeGreaterThanOrEqual(1)
      if (kind === 'short' && paid === 1) expect(whole, reported).toBe(0)
      if (kind === 'not-paid' && !play.hasForgotten) {
        const isOther = play.ids.some((id, at) => at !== which && asksFor(play, id, index))
        if (!isOther) expect(world.paid().get(key) ?? 0, reported).toBe(0)
        if (!isOther) expect(world.possible().has(key), reported).toBe(false)
      }
    })
  }
}

/** True if a payout ever requested a row. */
function asksFor({ page }: Play, id: string, row: number): boolean {
  const attempts = page.context.payouts.read(id)?.attempts ?? []
  return attempts.some((attempt) => !isRejected(attempt) && attempt.rows.includes(row))
}
