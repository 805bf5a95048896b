import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { askEndpoint } from './askEndpoint.ts'

const NODE = 'https://node.example/KEYKEYKEY'
const SAMPLE = `0x${'5'.repeat(64)}` as const
const NOW = 1_800_000_000

afterEach(() => vi.unstubAllGlobals())

type Answer = unknown | ((params: readonly unknown[]) => unknown)

/** An endpoint with these answers by method; other methods are refused. */
function node(answers: Readonly<Record<string, Answer>>) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const parsed: unknown = JSON.parse(body)
    const rows = (Array.isArray(parsed) ? parsed : [parsed]) as { id: number; method: string; params: [] }[]
    const said = rows.map(({ id, method, params }) => {
      asked.push(method)
      const answer = answers[method]
      if (answer === undefined) return { jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } }
      return { jsonrpc: '2.0', id, result: typeof answer === 'function' ? answer(params) : answer }
    })
    return Response.json(Array.isArray(parsed) ? said : said[0])
  })
  return asked
}

const block = (number: number, timestamp = NOW) => ({
  number: `0x${number.toString(16)}`,
  timestamp: `0x${timestamp.toString(16)}`,
})
const blocks =
  (latest: unknown, finalized: unknown) =>
  ([tag]: readonly unknown[]) =>
    tag === 'latest' ? latest : finalized
const ask = () => askEndpoint(NODE, SAMPLE, 0)

describe('an endpoint', () => {
  test('behavior: reports the newest and the final block, and each refusal separately', async () => {
    node({ eth_chainId: '0x38', eth_getBlockByNumber: blocks(block(1_000, NOW - 3), block(998)) })
    const reading = await ask()
    expect(reading).toMatchObject({
      chainId: 56,
      head: { number: 1_000, time: NOW - 3 },
      final: 998,
      receipt: null,
      checks: {
        chain: { kind: 'yes' },
        receipt: { kind: 'no', why: 'refuses: “no” (-32601)' },
        logs50: { kind: 'no' },
      },
    })
    expect(JSON.stringify(reading)).not.toContain('KEY')
  })

  test('error: sends no further requests to an endpoint on another chain', async () => {
    const asked = node({ eth_chainId: '0x1', eth_getBlockByNumber: blocks(block(5), block(5)) })
    expect(await ask()).toMatchObject({
      chainId: 1,
      head: null,
      checks: { chain: { kind: 'no', why: 'is on chain 1' } },
    })
    expect(new Set(asked)).toEqual(new Set(['eth_chainId']))
  })

  test('error: without a final block, the newest one is still reported', async () => {
    node({ eth_chainId: '0x38', eth_getBlockByNumber: blocks(block(5), null) })
    expect(await ask()).toMatchObject({
      head: { number: 5 },
      final: null,
      checks: { finalized: { kind: 'no', why: 'knows no final block' } },
    })
  })

  test('behavior: requests no receipt without a sample transaction', async () => {
    const asked = node({ eth_chainId: '0x38', eth_getBlockByNumber: blocks(block(5), block(3)) })
    const { checks } = await askEndpoint(NODE, null, 0)
    expect(checks.receipt).toBeUndefined()
    expect(asked).not.toContain('eth_getTransactionReceipt')
  })

  test.each<[string, unknown]>([
    ['no block', null],
    ['a text', 'latest'],
    ['a block without a time', { number: '0x5' }],
    ['decimal numbers', { number: 5, timestamp: NOW }],
    ['a number that is too large', { number: `0x${'f'.repeat(64)}`, timestamp: '0x1' }],
    ['an invalid number', { number: '0x', timestamp: '0xzz' }],
  ])('error: does not accept %s as the newest block', async (_, latest) => {
    node({ eth_chainId: '0x38', eth_getBlockByNumber: blocks(latest, block(5)) })
    expect(await ask()).toMatchObject({ head: null, final: 5 })
  })

  test('error: any answer yields plain numbers, or a reason for each failed check', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.jsonValue(), async (first, second) => {
        node(
          Object.fromEntries(
            ['eth_getBlockByNumber', 'eth_getTransactionReceipt', 'eth_getLogs', 'eth_call', 'eth_getCode']
              .map((method, index) => [method, () => (index % 2 ? first : second)] as const)
              .concat([['eth_chainId', () => '0x38']]),
          ),
        )
        const { head, final, checks } = await ask()
        expect(head === null || Number.isSafeInteger(head.number + head.time)).toBe(true)
        expect(final === null || Number.isSafeInteger(final)).toBe(true)
        for (const check of Object.values(checks)) if (check.kind === 'no') expect(check.why).not.toBe('')
      }),
      propertyRuns(50),
    )
  })
})
