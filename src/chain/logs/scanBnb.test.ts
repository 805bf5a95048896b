import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Address } from '#chain/money/Address.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import {
  type Action,
  type FakeChain,
  type FakeMood,
  fakeNode,
  GAS_PRICE,
  GAS_USED,
  GENESIS,
  STRANGER,
  txHash,
} from '#tests/support/fakeChain.ts'
import { anyMutation } from '#tests/support/mutations.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import {
  type BnbArrival,
  type BnbScan,
  datedBnbScan,
  isBnbScanDone,
  retriedBnbScan,
  startBnbScan,
  stepBnbBack,
  stepBnbForward,
} from './scanBnb.ts'

const ACCOUNT: Address = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
/** Twenty times as many runs take longer than the default timeout. */
const DEEP_TIMEOUT = 120_000

/** A chain of `length` blocks, some of them with actions. */
function chainOf(length: number, actions: Readonly<Record<number, readonly Action[]>>): FakeChain {
  const blocks = Array.from({ length }, (_, number) => ({ tokens: [], actions: actions[number] ?? [] }))
  return { account: ACCOUNT, blocks }
}

/** The expected scan result for the blocks `from` to `to`, read from the chain itself. */
function truth({ blocks }: FakeChain, from: bigint, to: bigint) {
  const arrivals: BnbArrival[] = []
  const unexplained: bigint[] = []
  for (let number = Number(to); number >= from; number--) {
    const actions = blocks[number]?.actions ?? []
    const blockNumber = BigInt(number)
    actions.forEach((action, index) => {
      if ((action.kind !== 'direct' && action.kind !== 'self') || !action.succeeds || action.value === 0n)
        return
      const sender = action.kind === 'self' ? ACCOUNT : STRANGER
      const transactionHash = txHash(number, index)
      arrivals.push({ blockNumber, value: action.value, from: sender, transactionHash })
    })
    const inside = actions.reduce(
      (sum, action) => (action.kind === 'internal' ? sum + action.value : sum),
      0n,
    )
    if (actions.some(({ kind }) => kind === 'lent')) unexplained.push(blockNumber)
    else if (inside > 0n) arrivals.push({ blockNumber, value: inside, from: null, transactionHash: null })
  }
  return { arrivals, unexplained }
}

function expectTrue(chain: FakeChain, { from, to, arrivals, unexplained }: BnbScan): void {
  expect({ arrivals, unexplained }).toEqual(truth(chain, from, to))
}

async function started(rpc: Rpc, head: bigint, window?: bigint): Promise<BnbScan> {
  const start = await startBnbScan(rpc, ACCOUNT, head, window)
  if (start.kind !== 'started') throw new Error(start.reason)
  return start.scan
}

async function toTheEnd(rpc: Rpc, start: BnbScan): Promise<{ scan: BnbScan; steps: number }> {
  let scan = start
  let steps = 0
  for (; !isBnbScanDone(scan) && steps < 5_000; steps++) scan = await stepBnbBack(rpc, ACCOUNT, scan)
  return { scan, steps }
}

const honest = (chain: FakeChain) => fakeNode(chain, [], () => ({}))
const direct = (value: bigint, succeeds = true): Action => ({ kind: 'direct', value, succeeds })
const own = (value: bigint, succeeds = true): Action => ({ kind: 'own', value, succeeds })
const inside = (value: bigint): Action => ({ kind: 'internal', value })

describe('received BNB', () => {
  test('behavior: finds BNB sent directly and by a contract, with block and amount', async () => {
    const chain = chainOf(1000, { 100: [direct(5n)], 640: [inside(7n)], 641: [direct(1n), inside(2n)] })
    const { scan, steps } = await toTheEnd(honest(chain), await started(honest(chain), 999n))
    expect(scan).toMatchObject({ from: 1n, to: 999n, unexplained: [], back: { stopped: null } })
    expect(scan.arrivals).toEqual([
      { blockNumber: 641n, value: 1n, from: STRANGER, transactionHash: txHash(641, 0) },
      { blockNumber: 641n, value: 2n, from: null, transactionHash: null },
      { blockNumber: 640n, value: 7n, from: null, transactionHash: null },
      { blockNumber: 100n, value: 5n, from: STRANGER, transactionHash: txHash(100, 0) },
    ])
    expect(steps).toBeLessThan(60)
  })

  test('behavior: is dated by its first block, anew each time it reaches further back', async () => {
    const chain = chainOf(1000, {})
    const rpc = honest(chain)
    const begun = await started(rpc, 999n, 100n)
    expect((await datedBnbScan(rpc, begun)).since).toBeNull()
    const near = await datedBnbScan(
      rpc,
      await stepBnbBack(rpc, ACCOUNT, await stepBnbBack(rpc, ACCOUNT, begun)),
    )
    expect(near).toMatchObject({ from: 900n, since: (GENESIS + 900) * 1_000 })
    const { scan } = await toTheEnd(rpc, near)
    expect(scan.since).toBeNull()
    expect(
      await datedBnbScan(
        fakeNode(chain, [], () => ({ refuses: true })),
        scan,
      ),
    ).toEqual(scan)
    expect((await datedBnbScan(rpc, scan)).since).toBe((GENESIS + 1) * 1_000)
  })

  test('behavior: an interval without activity costs two requests', async () => {
    const chain = chainOf(1000, {})
    const { scan, steps } = await toTheEnd(honest(chain), await started(honest(chain), 999n))
    expect({ from: scan.from, steps }).toEqual({ from: 1n, steps: 2 })
  })

  test.each<[string, readonly Action[]]>([
    ['an own transaction with its fee', [own(40n), inside(3n)]],
    ['an own failed transaction, which costs only the fee', [own(40n, false), inside(3n)]],
    ['receiving and sending equal amounts', [direct(GAS_USED * GAS_PRICE + 9n), own(9n)]],
    ['a payment to itself', [{ kind: 'self', value: 12n, succeeds: true }, direct(1n)]],
    ['a payment to it that failed', [direct(8n, false), inside(1n)]],
    ['several payments', [direct(1n), direct(1n), inside(4n), inside(5n), own(0n), own(2n)]],
  ])('behavior: %s does not hide or add an arrival', async (_, actions) => {
    const chain = chainOf(64, { 33: actions })
    const { scan } = await toTheEnd(honest(chain), await started(honest(chain), 63n))
    expectTrue(chain, scan)
    expect(scan.arrivals.length).toBeGreaterThan(0)
    expect(scan.unexplained).toEqual([])
  })

  test.each([0n, 5n])(
    'error: leaves a block unexplained in which the account was delegated to a contract (%d taken)',
    async (value) => {
      const chain = chainOf(64, { 20: [inside(1n)], 33: [{ kind: 'lent', value }, direct(3n), inside(9n)] })
      const { scan } = await toTheEnd(honest(chain), await started(honest(chain), 63n))
      expect(scan.unexplained).toEqual([33n])
      expectTrue(chain, scan)
    },
  )

  test.each([
    ['without a fee', { gasUsed: null }],
    ['without a price', { effectiveGasPrice: undefined }],
    ['with a fee that is too low', { gasUsed: '0x1' }],
  ])('error: leaves the block of an own transaction unexplained if its receipt is %s', async (_, change) => {
    const chain = chainOf(8, { 4: [own(1n)] })
    const rpc = fakeNode(chain, [], () => ({
      bend: (method, answer) =>
        method === 'eth_getTransactionReceipt' ? { ...(answer as object), ...change } : answer,
    }))
    expect((await toTheEnd(rpc, await started(rpc, 7n))).scan).toMatchObject({
      arrivals: [],
      unexplained: [4n],
    })
  })

  test('error: leaves the block of an own blob transaction unexplained', async () => {
    const chain = chainOf(8, { 4: [own(1n), inside(5n)] })
    const rpc = fakeNode(chain, [], () => ({
      bend: (method, answer) => {
        const { transactions } = answer as { transactions?: object[] }
        const asBlobs = transactions?.map((transaction) => ({ ...transaction, type: '0x3' }))
        return method === 'eth_getBlockByNumber' ? { ...(answer as object), transactions: asBlobs } : answer
      },
    }))
    expect((await toTheEnd(rpc, await started(rpc, 7n))).scan).toMatchObject({
      arrivals: [],
      unexplained: [4n],
    })
  })

  test('error: ignores receipts of another block', async () => {
    const chain = chainOf(8, { 4: [direct(1n)] })
    const rpc = fakeNode(chain, [], () => ({
      bend: (method, answer) =>
        method === 'eth_getTransactionReceipt' ? { ...(answer as object), blockHash: txHash(1, 1) } : answer,
    }))
    const { scan } = await toTheEnd(rpc, await started(rpc, 7n))
    expect(scan).toMatchObject({ from: 5n, to: 7n, arrivals: [], back: { stopped: 'refused' } })
  })

  test('error: leaves a block with hundreds of payments unexplained, and the scan continues', async () => {
    const chain = chainOf(8, { 2: [direct(5n)], 4: Array.from({ length: 201 }, () => direct(1n)) })
    const { scan } = await toTheEnd(honest(chain), await started(honest(chain), 7n))
    expect(scan).toMatchObject({ from: 1n, unexplained: [4n], arrivals: [{ blockNumber: 2n, value: 5n }] })
  })
})

describe('coverage', () => {
  test('behavior: ends where the nodes have no more state', async () => {
    const chain = chainOf(3000, { 2990: [inside(4n)], 2870: [inside(6n)], 100: [inside(9n)] })
    const rpc = fakeNode(chain, [], () => ({ stateDepth: 128 }))
    const { scan, steps } = await toTheEnd(rpc, await started(rpc, 2999n))
    expect(scan).toMatchObject({ from: 2872n, to: 2999n, back: { stopped: 'refused' } })
    expectTrue(chain, scan)
    expect(steps).toBeLessThan(50)
    expect(await stepBnbBack(rpc, ACCOUNT, scan)).toBe(scan)
  })

  test('behavior: another attempt continues where the last one stopped', async () => {
    const chain = chainOf(300, { 10: [inside(4n)], 290: [direct(1n)] })
    let isUp = true
    const rpc = fakeNode(chain, [], () => (isUp ? {} : { refuses: true }))
    const part = await stepBnbBack(rpc, ACCOUNT, await started(rpc, 299n, 16n))
    isUp = false
    const { scan: stuck } = await toTheEnd(rpc, part)
    expect(stuck.back.stopped).toBe('refused')
    isUp = true
    const { scan } = await toTheEnd(rpc, retriedBnbScan(stuck))
    expect(scan.from).toBe(1n)
    expectTrue(chain, scan)
  })

  test('behavior: ends at the block that the caller asked for', async () => {
    const chain = chainOf(300, {})
    let scan = await started(honest(chain), 299n, 16n)
    while (!isBnbScanDone(scan, 250n)) scan = await stepBnbBack(honest(chain), ACCOUNT, scan, 250n)
    expect(scan.from).toBe(250n)
  })

  test('behavior: extends to the new head, also after a pause', async () => {
    const chain = chainOf(300, { 205: [direct(1n)], 299: [inside(2n)] })
    let scan = await started(honest(chain), 200n)
    for (let step = 0; step < 60 && scan.to < 299n; step++) {
      scan = await stepBnbForward(honest(chain), ACCOUNT, scan, 299n)
    }
    expect(scan).toMatchObject({ from: 201n, to: 299n })
    expectTrue(chain, scan)
    expect(await stepBnbForward(honest(chain), ACCOUNT, scan, 299n)).toBe(scan)
  })
})

test('error: the forward scan never ends while nodes refuse, and reports the refusals', async () => {
  const chain = chainOf(300, { 205: [direct(1n)] })
  const start = await started(honest(chain), 200n)
  let scan = start
  for (let step = 0; step < 40; step++) {
    scan = await stepBnbForward(
      fakeNode(chain, [], () => ({ refuses: true })),
      ACCOUNT,
      scan,
      299n,
    )
  }
  expect(scan).toMatchObject({ to: 200n, arrivals: [], forward: { stopped: 'refused' } })
  for (let step = 0; step < 60; step++) scan = await stepBnbForward(honest(chain), ACCOUNT, scan, 299n)
  expect(scan).toMatchObject({ from: 201n, to: 299n, forward: { stopped: null } })
  expectTrue(chain, scan)
})

describe('a contract', () => {
  const withCode = (isThere: (block: number) => boolean): Rpc => {
    const node = honest(chainOf(300, { 10: [inside(1n)], 250: [inside(2n)] }))
    return async (method, params = [], together) =>
      method === 'eth_getCode' && isThere(Number(params[1])) ? '0x6080' : node(method, params, together)
  }

  test('error: is not supported, because others can make it pay', async () => {
    expect(
      await startBnbScan(
        withCode(() => true),
        ACCOUNT,
        299n,
      ),
    ).toEqual({
      kind: 'unsupported',
      reason: 'contract',
    })
  })

  test('error: that lost its code ends the backward coverage', async () => {
    const rpc = withCode((block) => block < 200)
    const { scan } = await toTheEnd(rpc, await started(rpc, 299n))
    expect(scan).toMatchObject({
      from: 201n,
      back: { stopped: 'contract' },
      arrivals: [{ blockNumber: 250n }],
    })
  })

  test('error: that gets code ends the forward coverage', async () => {
    const rpc = withCode((block) => block >= 260)
    let scan = await started(rpc, 200n)
    for (let step = 0; step < 60; step++) scan = await stepBnbForward(rpc, ACCOUNT, scan, 299n)
    expect(scan).toMatchObject({ from: 201n, to: 259n, forward: { stopped: 'contract' } })
    expect(scan.arrivals).toEqual([{ blockNumber: 250n, value: 2n, from: null, transactionHash: null }])
  })
})

describe('an account delegated to a contract (EIP-7702)', () => {
  const delegatedIn = (block: number, length: number, actions: Parameters<typeof chainOf>[1]) => ({
    ...chainOf(length, actions),
    delegatedIn: block,
  })
  const plain = (number: number, value: bigint) => {
    return { blockNumber: BigInt(number), value, from: STRANGER, transactionHash: txHash(number, 0) }
  }

  test('behavior: plain BNB is found, also after some of it left without a transaction of its own', async () => {
    const chain = delegatedIn(0, 300, {
      20: [direct(50n)],
      150: [{ kind: 'taken', value: 20n }],
      200: [direct(7n), { kind: 'taken', value: 1n }],
      250: [direct(3n)],
    })
    const { scan } = await toTheEnd(honest(chain), await started(honest(chain), 299n))
    expect(scan).toMatchObject({ from: 1n, to: 299n, isDelegated: true, back: { stopped: null } })
    expect(scan.arrivals).toEqual([plain(250, 3n), plain(200, 7n), plain(20, 50n)])
    expect(scan.unexplained).toEqual([200n, 150n])
  })

  test('error: what arrives and leaves between two reads is not found, so the scan is never whole', async () => {
    const chain = delegatedIn(0, 64, { 33: [direct(7n)], 34: [{ kind: 'taken', value: 7n }] })
    const { scan } = await toTheEnd(honest(chain), await started(honest(chain), 63n))
    expect(scan).toMatchObject({ from: 1n, arrivals: [], unexplained: [], isDelegated: true })
  })

  test('behavior: plain BNB is found as it arrives', async () => {
    const chain = delegatedIn(0, 300, { 205: [{ kind: 'taken', value: 2n }], 260: [direct(4n)] })
    let scan = await started(honest(chain), 200n)
    for (let step = 0; step < 60; step++) scan = await stepBnbForward(honest(chain), ACCOUNT, scan, 299n)
    expect(scan).toMatchObject({ to: 299n, arrivals: [plain(260, 4n)], isDelegated: true })
  })

  test('error: BNB from a contract is no amount, because some may have left in the same block', async () => {
    const chain = delegatedIn(0, 64, { 33: [direct(2n), inside(9n), { kind: 'taken', value: 4n }] })
    const { scan } = await toTheEnd(honest(chain), await started(honest(chain), 63n))
    expect(scan).toMatchObject({ arrivals: [plain(33, 2n)], unexplained: [33n] })
  })

  test.each<[string, bigint, object]>([
    ['before it was delegated', 30n, { isDelegated: false, unexplained: [] }],
    ['once it was', 299n, { isDelegated: true, unexplained: [40n] }],
  ])('behavior: the scan is whole only %s', async (_, to, expected) => {
    const chain = delegatedIn(40, 300, { 20: [inside(6n)] })
    const { scan } = await toTheEnd(honest(chain), await started(honest(chain), to))
    expect(scan).toMatchObject({ ...expected, from: 1n, arrivals: [{ blockNumber: 20n, value: 6n }] })
    let later = await started(honest(chain), 30n)
    for (let step = 0; step < 60; step++) later = await stepBnbForward(honest(chain), ACCOUNT, later, to)
    expect(later).toMatchObject(expected)
  })

  test('behavior: all plain BNB is found while nothing leaves by a call of others', async () => {
    await fc.assert(
      fc.asyncProperty(anyChain, fc.nat(60), async ({ blocks }, block) => {
        const chain = { account: ACCOUNT, blocks, delegatedIn: block % blocks.length }
        const last = BigInt(blocks.length - 1)
        const { scan } = await toTheEnd(honest(chain), await started(honest(chain), last))
        const isPlain = ({ transactionHash }: BnbArrival) => transactionHash !== null
        const isTaken = blocks.some(({ actions }) => actions.some(({ kind }) => kind === 'lent'))
        const all = truth(chain, 1n, last).arrivals.filter(isPlain)
        const found = scan.arrivals.filter(isPlain)
        if (isTaken) expect(all).toEqual(expect.arrayContaining(found))
        else expect(found).toEqual(all)
      }),
      propertyRuns(50),
    )
  })
})

describe('a node that contradicts itself', () => {
  test('behavior: is asked again, and one wrong answer does not end the scan', async () => {
    const chain = chainOf(100, { 50: [inside(1n)] })
    let lies = 1
    const rpc: Rpc = (method, params = [], together) =>
      method === 'eth_getBalance' && Number(params[1]) < 99 && lies-- > 0
        ? Promise.resolve('0xffffffffffffff')
        : honest(chain)(method, params, together)
    const { scan } = await toTheEnd(rpc, await started(rpc, 99n))
    expect(scan.from).toBe(1n)
    expectTrue(chain, scan)
  })

  test('error: a balance that falls without a transaction is not trusted, nor requested forever', async () => {
    const chain = chainOf(100, { 50: [inside(1n)] })
    const rpc: Rpc = (method, params = [], together) =>
      method === 'eth_getBalance' && Number(params[1]) < 99
        ? Promise.resolve('0xffffffffffffff')
        : honest(chain)(method, params, together)
    const { scan, steps } = await toTheEnd(rpc, await started(rpc, 99n))
    expect(scan).toMatchObject({ from: 100n, to: 99n, arrivals: [], back: { stopped: 'refused' } })
    expect(steps).toBeLessThan(50)
  })
})

const small = fc.bigInt({ min: 0n, max: 4n })
const anyAction: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ kind: fc.constantFrom('direct', 'own', 'self'), value: small, succeeds: fc.boolean() }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('internal'), value: small }) },
) as fc.Arbitrary<Action>
const anyLoan = fc.record({ kind: fc.constant('lent' as const), value: small })
const anyActions: fc.Arbitrary<readonly Action[]> = fc.oneof(
  { weight: 6, arbitrary: fc.constant([]) },
  { weight: 3, arbitrary: fc.array(anyAction, { maxLength: 4 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(anyLoan, fc.array(anyAction, { maxLength: 3 }))
      .map(([loan, more]) => [loan, ...more]),
  },
)
const anyChain = fc
  .array(anyActions, { minLength: 2, maxLength: 60 })
  .map((all): FakeChain => ({ account: ACCOUNT, blocks: all.map((actions) => ({ tokens: [], actions })) }))

/** Answers that are detectably wrong. */
const anyVisibleLie: fc.Arbitrary<NonNullable<FakeMood['bend']>> = fc
  .record({
    of: fc.constantFrom(
      'eth_getBalance',
      'eth_getTransactionCount',
      'eth_getCode',
      'eth_getBlockByNumber',
      'eth_getTransactionReceipt',
    ),
    instead: fc.constantFrom<unknown>(null, '', 'x', {}, [], 7, undefined, {
      number: '0x7777',
      hash: txHash(1, 1),
      transactions: [],
    }),
  })
  .map(
    ({ of, instead }) =>
      (method, answer) =>
        method === of ? instead : answer,
  )

const anyMood: fc.Arbitrary<FakeMood> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  { weight: 2, arbitrary: fc.record({ behind: fc.nat({ max: 20 }), stateDepth: fc.nat({ max: 60 }) }) },
  { weight: 1, arbitrary: fc.constant({ refuses: true }) },
  { weight: 2, arbitrary: fc.record({ bend: anyVisibleLie }) },
)

describe('for any node behavior', () => {
  test('behavior: the stated coverage contains exactly what happened', {
    timeout: DEEP_TIMEOUT,
  }, async () => {
    const anyRun = fc.record({
      chain: anyChain,
      faults: fc.array(anyMood, { minLength: 1, maxLength: 30 }),
      window: fc.integer({ min: 1, max: 70 }).map(BigInt),
      start: fc.nat(),
      steps: fc.array(fc.constantFrom('back', 'back', 'back', 'forward', 'retry'), { maxLength: 120 }),
    })
    await fc.assert(
      fc.asyncProperty(anyRun, async ({ chain, faults, window, start, steps }) => {
        let turn = 0
        let isWell = true
        const rpc = fakeNode(chain, [], () => (isWell ? {} : (faults[turn++ % faults.length] ?? {})))
        const head = BigInt(chain.blocks.length - 1)
        let scan = await started(rpc, BigInt(start % chain.blocks.length), window)
        isWell = false
        for (const step of steps) {
          const before = scan
          if (step === 'back') scan = await stepBnbBack(rpc, ACCOUNT, scan)
          else if (step === 'forward') scan = await stepBnbForward(rpc, ACCOUNT, scan, head)
          else scan = retriedBnbScan(scan)
          expect(scan.from <= before.from && scan.to >= before.to && scan.to <= head).toBe(true)
          expectTrue(chain, scan)
        }
        // Once the nodes recover, everything is found.
        isWell = true
        scan = (await toTheEnd(rpc, retriedBnbScan(scan))).scan
        for (let left = 0; left < 500; left++) scan = await stepBnbForward(rpc, ACCOUNT, scan, head)
        expect(scan.from).toBe(1n)
        expect(scan.to).toBe(head)
        expectTrue(chain, scan)
      }),
      propertyRuns(150),
    )
  })

  test('behavior: no document makes it throw or scan forever', { timeout: DEEP_TIMEOUT }, async () => {
    await fc.assert(
      fc.asyncProperty(
        anyChain,
        anyMutation,
        fc.array(fc.boolean(), { minLength: 1 }),
        async (chain, mutate, when) => {
          let isHit = false
          let turn = 0
          const bend = (_: string, answer: unknown) => {
            return isHit && when[turn++ % when.length] ? mutate(answer) : answer
          }
          const rpc = fakeNode(chain, [], () => ({ bend }))
          const head = BigInt(chain.blocks.length - 1)
          let scan = await started(rpc, head / 2n)
          isHit = true
          const end = await toTheEnd(rpc, scan)
          expect(end.steps).toBeLessThan(5_000)
          scan = end.scan
          for (let step = 0; step < 30; step++) scan = await stepBnbForward(rpc, ACCOUNT, scan, head)
          expect(scan.from >= 1n && scan.to <= head && scan.from <= scan.to + 1n).toBe(true)
          const places = [...scan.arrivals.map(({ blockNumber }) => blockNumber), ...scan.unexplained]
          expect(places.every((at) => at >= scan.from && at <= scan.to)).toBe(true)
        },
      ),
      propertyRuns(250),
    )
  })
})
