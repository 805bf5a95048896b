import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Address } from '#chain/money/Address.ts'
import { pinned } from '#chain/money/Token.ts'
import { type Rpc, RpcError } from '#chain/rpc/Rpc.ts'
import {
  type FakeBlock,
  type FakeChain,
  type FakeMood,
  fakeNode,
  GENESIS,
  STRANGER,
  txHash,
} from '#tests/support/fakeChain.ts'
import { anyMutation } from '#tests/support/mutations.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { scanTransfers, stepBack, stepForward } from '#tests/support/scanTransfers.ts'
import type { TransferLog } from './logs.ts'
import type { TransferScan } from './scanLogs.ts'
import { isLogScanDone, retriedLogScan, startLogScan } from './scanLogs.ts'

const ACCOUNT: Address = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const tokens = pinned.flatMap(({ address }) => address ?? []).slice(0, 2)
const subject = { account: ACCOUNT, tokens, side: 'to' } as const

/** Twenty times as many runs take longer than the default timeout. */
const DEEP_TIMEOUT = 120_000

/** A chain whose blocks contain this many transfers each. */
function chainOf(counts: readonly number[]): FakeChain {
  const blocks = counts.map((count, number) => ({
    tokens: Array.from({ length: count }, (_, index) => ({ token: index % 2, value: BigInt(number) })),
    actions: [],
  }))
  return { account: ACCOUNT, blocks }
}

/** The expected scan result for the blocks `from` to `to`, read from the chain itself. */
function truth({ blocks }: FakeChain, from: bigint, to: bigint): TransferLog[] {
  return blocks
    .flatMap((block, number) =>
      block.tokens.flatMap(({ token, value }, index) => {
        const address = tokens[token]
        if (!address || number < from || number > to) return []
        const place = { blockNumber: BigInt(number), logIndex: BigInt(index) }
        const transactionHash = txHash(number, 500 + index)
        return [{ token: address, from: STRANGER, to: ACCOUNT, value, transactionHash, ...place }]
      }),
    )
    .reverse()
}

function expectTrue(chain: FakeChain, scan: TransferScan): void {
  expect(scan.transfers).toEqual(truth(chain, scan.from, scan.to))
}

async function toTheEnd(rpc: Rpc, start: TransferScan): Promise<{ scan: TransferScan; steps: number }> {
  let scan = start
  let steps = 0
  for await (const state of scanTransfers(rpc, subject, start)) {
    scan = state
    steps++
  }
  return { scan, steps }
}

const counts = Array.from({ length: 300 }, (_, number) => (number % 7 === 0 ? 2 : 0))
const chain = chainOf(counts)

describe('the backward scan', () => {
  test('behavior: reaches the first block, newest transfers first, with the time it covers', async () => {
    const { scan } = await toTheEnd(
      fakeNode(chain, tokens, () => ({})),
      startLogScan<TransferLog>(299n, 50n),
    )
    expect(scan).toMatchObject({ from: 0n, to: 299n, since: GENESIS * 1000, refusedAt: null })
    expect(scan.transfers).toHaveLength(86)
    expectTrue(chain, scan)
  })

  test('behavior: halves the window until nodes answer, then grows it again', async () => {
    const asked: number[] = []
    const node = fakeNode(chain, tokens, () => ({ range: 30 }))
    const rpc: Rpc = (method, params = [], together) => {
      const [filter] = params as [{ fromBlock: string; toBlock: string }]
      if (method === 'eth_getLogs') asked.push(Number(filter.toBlock) - Number(filter.fromBlock) + 1)
      return node(method, params, together)
    }
    const { scan } = await toTheEnd(rpc, startLogScan<TransferLog>(299n, 100n))
    expect(asked.slice(0, 8)).toEqual([100, 50, 25, 25, 25, 25, 50, 25])
    expect(scan.from).toBe(0n)
    expectTrue(chain, scan)
  })

  test('behavior: ends at the block that the caller asked for', async () => {
    let last = startLogScan<TransferLog>(299n, 50n)
    for await (const scan of scanTransfers(
      fakeNode(chain, tokens, () => ({})),
      subject,
      last,
      { oldest: 123n },
    ))
      last = scan
    expect(last.from).toBe(123n)
    expect(isLogScanDone(last, 123n)).toBe(true)
    expect(isLogScanDone(last)).toBe(false)
  })

  test('behavior: ends when aborted, without further updates', async () => {
    const stop = new AbortController()
    const rpc: Rpc = (method, params, together) => {
      if (method === 'eth_getLogs') stop.abort()
      return fakeNode(chain, tokens, () => ({}))(method, params, together)
    }
    const seen: TransferScan[] = []
    const { signal } = stop
    for await (const scan of scanTransfers(rpc, subject, startLogScan<TransferLog>(299n), { signal }))
      seen.push(scan)
    expect(seen).toEqual([])
  })

  test.each([
    ['the limit error code', new RpcError(-32005, 'limit exceeded')],
    ['invalid params', new RpcError(-32602, 'range 5000 exceeds limit of 10')],
    ['an invalid request', new RpcError(-32600, 'up to a 10 block range')],
    ['a server error', new RpcError(-32000, 'exceed maximum block range')],
    ['an unknown method', new RpcError(-32601, 'the method eth_getLogs does not exist')],
    ['silence', new DOMException('The operation timed out', 'TimeoutError')],
    ['a dropped connection', new TypeError('fetch failed')],
  ])('error: gives up after a bounded number of requests if all answer with %s', async (_, refusal) => {
    const rpc: Rpc = async () => {
      throw refusal
    }
    const { scan, steps } = await toTheEnd(rpc, startLogScan<TransferLog>(299n))
    expect(scan).toMatchObject({ from: 300n, to: 299n, transfers: [], since: null, refusedAt: 299n })
    expect(steps).toBeLessThan(20)
  })

  test('behavior: keeps its coverage after giving up, and another attempt continues there', async () => {
    let isUp = true
    const rpc = fakeNode(chain, tokens, () => ({ refuses: !isUp }))
    const part = await stepBack(rpc, subject, startLogScan<TransferLog>(299n, 50n))
    isUp = false
    const { scan: stuck } = await toTheEnd(rpc, part)
    expect(stuck).toMatchObject({ from: 250n, to: 299n, refusedAt: 249n })
    expect(await stepBack(rpc, subject, stuck)).toBe(stuck)
    isUp = true
    const { scan } = await toTheEnd(rpc, retriedLogScan(stuck))
    expect(scan).toMatchObject({ from: 0n, to: 299n, refusedAt: null })
    expectTrue(chain, scan)
  })

  test('error: an empty answer does not cover blocks that the node has dropped', async () => {
    const { scan } = await toTheEnd(
      fakeNode(chain, tokens, () => ({ blockDepth: 99 })),
      startLogScan<TransferLog>(299n, 64n),
    )
    expect(scan).toMatchObject({ from: 200n, to: 299n, refusedAt: 199n })
    expectTrue(chain, scan)
  })

  test('error: one invalid log makes its whole window unreadable', async () => {
    const bend = (method: string, answer: unknown) =>
      method === 'eth_getLogs' ? (answer as object[]).map((log) => ({ ...log, removed: true })) : answer
    const full = fakeNode(chainOf([1, 1, 1]), tokens, () => ({ bend }))
    const { scan } = await toTheEnd(full, startLogScan<TransferLog>(2n))
    expect(scan).toMatchObject({ from: 3n, to: 2n, transfers: [], refusedAt: 2n })
  })
})

describe('a lagging node', () => {
  test('error: covers only the blocks it has, so missing newer blocks do not count as empty', async () => {
    const first = await stepBack(
      fakeNode(chain, tokens, () => ({ behind: 20 })),
      subject,
      startLogScan<TransferLog>(299n, 50n),
    )
    expect(first).toMatchObject({ from: 250n, to: 279n })
    expectTrue(chain, first)
    const later = await stepForward(
      fakeNode(chain, tokens, () => ({})),
      subject,
      first,
      299n,
    )
    expect(later).toMatchObject({ from: 250n, to: 299n })
    expectTrue(chain, later)
  })

  test('error: leaves no gap below another node’s coverage', async () => {
    const first = await stepBack(
      fakeNode(chain, tokens, () => ({})),
      subject,
      startLogScan<TransferLog>(299n, 10n),
    )
    const next = await stepBack(
      fakeNode(chain, tokens, () => ({ behind: 15 })),
      subject,
      first,
    )
    expect(next).toMatchObject({ from: 290n, to: 299n })
  })
})

describe('the forward scan', () => {
  const node = fakeNode(chain, tokens, () => ({}))

  test('behavior: reaches the new head in windows', async () => {
    let scan = await stepBack(node, subject, startLogScan<TransferLog>(200n, 10n))
    for (const head of [205n, 299n, 299n, 299n, 299n, 299n, 299n])
      scan = await stepForward(node, subject, scan, head)
    expect(scan).toMatchObject({ from: 191n, to: 299n })
    expectTrue(chain, scan)
    expect(await stepForward(node, subject, scan, 299n)).toBe(scan)
  })

  test('behavior: works before anything is covered', async () => {
    const scan = await stepForward(node, subject, startLogScan<TransferLog>(200n), 205n)
    expect(scan).toMatchObject({ from: 201n, to: 205n, since: (GENESIS + 201) * 1000 })
    expectTrue(chain, scan)
  })

  test('error: a refusal changes nothing, and never ends the scan', async () => {
    const off = fakeNode(chain, tokens, () => ({ refuses: true }))
    const start = await stepBack(node, subject, startLogScan<TransferLog>(200n, 10n))
    let scan = start
    for (let tries = 0; tries < 20; tries++) scan = await stepForward(off, subject, scan, 299n)
    expect({ ...scan, pace: start.pace }).toEqual(start)
    expect((await stepForward(node, subject, scan, 299n)).to).toBe(201n)
    expect((await stepBack(node, subject, scan)).from).toBe(190n)
  })
})

const anyBlock: fc.Arbitrary<FakeBlock> = fc.record({
  tokens: fc.array(
    fc.record({ token: fc.integer({ min: -1, max: 1 }), value: fc.bigInt({ min: 0n, max: 5n }) }),
    {
      maxLength: 3,
    },
  ),
  actions: fc.constant([]),
})
const anyChain = fc
  .array(anyBlock, { minLength: 1, maxLength: 90 })
  .map((blocks): FakeChain => ({ account: ACCOUNT, blocks }))

type Log = Record<string, unknown>
const spoilt: readonly ((log: Log) => unknown)[] = [
  () => null,
  () => 'log',
  (log) => ({ ...log, address: STRANGER }),
  (log) => ({ ...log, address: '0x12' }),
  (log) => ({ ...log, topics: (log.topics as string[]).slice(0, 2) }),
  (log) => ({ ...log, topics: [...(log.topics as string[]), txHash(1, 1)] }),
  (log) => ({ ...log, topics: (log.topics as string[]).with(0, txHash(1, 1)) }),
  (log) => ({ ...log, topics: (log.topics as string[]).with(1, `0x1${'0'.repeat(63)}`) }),
  (log) => ({ ...log, topics: (log.topics as string[]).with(2, `0x${'0'.repeat(63)}1`) }),
  (log) => ({ ...log, data: '0x' }),
  (log) => ({ ...log, data: `${log.data}00` }),
  (log) => ({ ...log, data: 7 }),
  (log) => ({ ...log, blockNumber: '0xffff' }),
  (log) => ({ ...log, blockNumber: null }),
  (log) => ({ ...log, transactionHash: '0x12' }),
  (log) => ({ ...log, logIndex: null }),
  (log) => ({ ...log, logIndex: undefined }),
  (log) => ({ ...log, removed: true }),
]

/** Detectably wrong answers for the logs, the head or the oldest block. */
const anyVisibleLie: fc.Arbitrary<NonNullable<FakeMood['bend']>> = fc.oneof(
  fc.record({ which: fc.nat(), spoil: fc.constantFrom(...spoilt) }).map(
    ({ which, spoil }) =>
      (method: string, answer: unknown) =>
        method === 'eth_getLogs'
          ? (answer as Log[]).map((log, index, all) => (index === which % all.length ? spoil(log) : log))
          : answer,
  ),
  fc
    .record({
      of: fc.constantFrom('eth_getLogs', 'eth_blockNumber'),
      instead: fc.constantFrom(null, {}, '', 'x'),
    })
    .map(
      ({ of, instead }) =>
        (method: string, answer: unknown) =>
          method === of ? instead : answer,
    ),
  fc
    .constantFrom(null, { number: '0x0' }, { number: '0xfffff', timestamp: '0x1' })
    .map(
      (instead) => (method: string, answer: unknown) =>
        method === 'eth_getBlockByNumber' ? instead : answer,
    ),
  // The head is older than a block that the node reports.
  fc.constant((method: string, answer: unknown) => (method === 'eth_blockNumber' ? '0x0' : answer)),
  // Not wrong: the same logs twice, in another order.
  fc.constant((method: string, answer: unknown) =>
    method === 'eth_getLogs' ? [...(answer as Log[]), ...(answer as Log[])].reverse() : answer,
  ),
)

const anyMood: fc.Arbitrary<FakeMood> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  { weight: 2, arbitrary: fc.record({ range: fc.integer({ min: 1, max: 40 }) }) },
  { weight: 2, arbitrary: fc.record({ behind: fc.nat({ max: 100 }) }) },
  { weight: 1, arbitrary: fc.record({ behind: fc.nat({ max: 10 }), blockDepth: fc.nat({ max: 60 }) }) },
  { weight: 1, arbitrary: fc.constant({ refuses: true }) },
  { weight: 2, arbitrary: fc.record({ bend: anyVisibleLie }) },
)

const anyRun = fc.record({
  chain: anyChain,
  faults: fc.array(anyMood, { minLength: 1, maxLength: 30 }),
  window: fc.integer({ min: 1, max: 60 }).map(BigInt),
  start: fc.nat(),
  steps: fc.array(fc.constantFrom('back', 'back', 'forward', 'retry'), { maxLength: 60 }),
})

describe('for any node behavior', () => {
  test('behavior: the stated coverage contains exactly what happened', {
    timeout: DEEP_TIMEOUT,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(anyRun, async ({ chain: some, faults, window, start, steps }) => {
        let turn = 0
        let isOver = false
        const rpc = fakeNode(some, tokens, () => (isOver ? {} : (faults[turn++ % faults.length] ?? {})))
        const head = BigInt(some.blocks.length - 1)
        let scan = startLogScan<TransferLog>(BigInt(start % some.blocks.length), window)
        for (const step of steps) {
          const before = scan
          if (step === 'back') scan = await stepBack(rpc, subject, scan)
          else if (step === 'forward') scan = await stepForward(rpc, subject, scan, head)
          else scan = retriedLogScan(scan)
          // Coverage only grows, except that an empty one may start lower than requested.
          const wasEmpty = before.from > before.to
          expect(scan.from <= before.from && (wasEmpty || scan.to >= before.to)).toBe(true)
          expect(scan.from <= scan.to + 1n && scan.to <= head).toBe(true)
          expectTrue(some, scan)
        }
        // Once the nodes recover, everything is found.
        isOver = true
        scan = (await toTheEnd(rpc, retriedLogScan(scan))).scan
        for (let left = 0; left < 100 && scan.to < head; left++)
          scan = await stepForward(rpc, subject, scan, head)
        expect(scan).toMatchObject({ from: 0n, to: head })
        expectTrue(some, scan)
      }),
      propertyRuns(200),
    )
  })

  test('behavior: no document makes it throw, or cover blocks without an answer', {
    timeout: DEEP_TIMEOUT,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        anyChain,
        anyMutation,
        fc.integer({ min: 1, max: 60 }),
        async (some, mutate, window) => {
          const rpc = fakeNode(some, tokens, () => ({ bend: (_, answer) => mutate(answer) }))
          const head = BigInt(some.blocks.length - 1)
          const { scan, steps } = await toTheEnd(rpc, startLogScan<TransferLog>(head, BigInt(window)))
          expect(scan.from >= 0n && scan.to <= head && scan.from <= scan.to + 1n).toBe(true)
          expect(scan.transfers.every(({ blockNumber: at }) => at >= scan.from && at <= scan.to)).toBe(true)
          expect(steps).toBeLessThan(some.blocks.length + 50)
          expect((await stepForward(rpc, subject, scan, head)).to <= head).toBe(true)
        },
      ),
      propertyRuns(250),
    )
  })
})
