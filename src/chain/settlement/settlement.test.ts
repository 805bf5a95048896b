import { describe, expect, test } from 'vitest'
import { type Rpc, RpcError } from '#chain/rpc/Rpc.ts'
import { type FakeAnswer, fakeRpc, quantity } from '#tests/support/fakeRpc.ts'
import { twoNodes } from '#tests/support/fakeSafe.ts'
import { readFinalBlock, readFinalTime, readSettlement } from './settlement.ts'

const HASH = `0x${'ab'.repeat(32)}` as const
const FROM = '0x1dcae246787fe93cc4c57faa9c0a4f83c5113fb4'
const receipt = { status: '0x1', transactionHash: HASH, logs: [] as unknown[] }
const sent = { hash: HASH, from: FROM, to: FROM, value: '0x5', input: '0x', nonce: '0x7' }
const log = { address: FROM, topics: [HASH], data: '0x' }

/** A node with these heads and the transaction in block `mined`; null for a node that does not know it. */
const node = (
  blocks: Readonly<Record<string, bigint | Error>>,
  mined: bigint | null,
  change: Readonly<Record<string, FakeAnswer>> = {},
) =>
  fakeRpc({
    eth_getTransactionReceipt: mined === null ? null : { ...receipt, blockNumber: quantity(mined) },
    eth_getTransactionByHash: mined === null ? null : sent,
    eth_getBlockByNumber: ([tag]) => {
      const number = blocks[String(tag)]
      if (number instanceof Error) throw number
      return number === undefined ? null : { number: quantity(number) }
    },
    ...change,
  })
/** The settlement read from two operators that agree. */
const read = (...args: Parameters<typeof node>) => readSettlement(twoNodes(node(...args)), HASH)
const heads = { latest: 100n, finalized: 98n }

describe('a transaction', () => {
  test('behavior: is missing without a receipt', async () => {
    expect(await read(heads, null)).toEqual({ kind: 'missing' })
  })

  test('behavior: is mined until its block is final', async () => {
    expect(await read(heads, 99n)).toMatchObject({ kind: 'mined', lacks: 'finality' })
    expect(await read(heads, 98n)).toMatchObject({ kind: 'final', sent: { value: 5n, nonce: 7n } })
  })

  test('error: is not final in a block that was undone while finality was read', async () => {
    const undoing = () => {
      let isUndone = false
      return node({}, null, {
        eth_getTransactionReceipt: () => {
          isUndone = true
          return { ...receipt, blockNumber: quantity(99n) }
        },
        eth_getTransactionByHash: sent,
        eth_getBlockByNumber: () => ({ number: quantity(isUndone ? 99n : 98n) }),
      })
    }
    const rpc: Rpc = Object.assign(undoing(), { witnesses: [undoing(), undoing()] })
    expect(await readSettlement(rpc, HASH)).toMatchObject({ kind: 'mined', lacks: 'finality' })
  })

  test('behavior: is final by its receipt, even if no node serves its content', async () => {
    const without = await read(heads, 98n, { eth_getTransactionByHash: null })
    expect(without).toMatchObject({ kind: 'final', sent: null })
  })

  test('behavior: is not read again once proven', async () => {
    let asked = 0
    const rpc = twoNodes(node(heads, 98n))
    const counted: Rpc = Object.assign((...question: Parameters<Rpc>) => rpc(...question), {
      witnesses: (rpc.witnesses ?? []).map(
        (one): Rpc =>
          (...question) => {
            asked++
            return one(...question)
          },
      ),
    })
    const first = await readSettlement(counted, HASH)
    const before = asked
    expect(await readSettlement(counted, HASH)).toEqual(first)
    expect(asked).toBe(before)
  })

  test('behavior: only the newest 2,000 proofs are cached', async () => {
    const asked = new Map<string, number>()
    const one: Rpc = async (method, [hash] = []) => {
      if (method === 'eth_getBlockByNumber') return { number: '0x62' }
      if (method === 'eth_getTransactionByHash') return { ...sent, hash }
      asked.set(String(hash), (asked.get(String(hash)) ?? 0) + 1)
      return { ...receipt, transactionHash: hash, blockNumber: '0x5a' }
    }
    const rpc = twoNodes(one)
    const name = (index: number) => `0x${index.toString(16).padStart(64, '0')}` as const
    for (let index = 0; index <= 2_000; index++) await readSettlement(rpc, name(index))
    const timesAsked = async (index: number) => {
      const before = asked.get(name(index)) ?? 0
      await readSettlement(rpc, name(index))
      return (asked.get(name(index)) ?? 0) - before
    }
    expect(await timesAsked(2_000)).toBe(0)
    expect(await timesAsked(1)).toBe(0)
    expect(await timesAsked(0)).toBe(2)
  })

  test('error: of another hash is rejected', async () => {
    const other = `0x${'cd'.repeat(32)}`
    await expect(read(heads, 90n, { eth_getTransactionByHash: { ...sent, hash: other } })).rejects.toThrow()
  })
})

describe('finality without the tag', () => {
  const unknownTag = new RpcError(-32602, 'invalid argument 0: hex string without 0x prefix')
  const old = (head: bigint) => readFinalBlock(node({ latest: head, finalized: unknownTag }, null))

  test('behavior: a node that does not support the tag counts as final after many hundred blocks', async () => {
    expect(await old(10_000n)).toBe(10_000n - 1_024n)
    expect(await old(1_024n)).toBe(0n)
    expect(await old(20n)).toBe(0n)
  })

  test.each([
    ['a rate limit', new RpcError(-32005, 'limit exceeded')],
    ['a timeout', new RpcError(-32000, 'request timed out')],
    ['a server error', new RpcError(-32603, 'internal error: unknown block tag cache')],
    ['a method that is switched off', new RpcError(-32601, 'method not found')],
    ['no answer', new Error('No endpoint answered')],
  ])('error: %s says nothing about the tag (A1)', async (_, fault) => {
    const rpc = node({ latest: 10_000n, finalized: fault }, 10n)
    await expect(readFinalBlock(rpc)).rejects.toBe(fault)
    const lacks = { kind: 'mined', lacks: 'finality' }
    expect(await readSettlement(twoNodes(rpc), HASH)).toMatchObject(lacks)
  })

  test('error: an empty answer to the tag is not a final block', async () => {
    await expect(readFinalBlock(node({ latest: 10_000n }, null))).rejects.toThrow()
  })
})

describe('several operators', () => {
  const final = node(heads, 90n)
  const away = () => Promise.reject(new Error('away'))
  const without = node(heads, null)
  const behind = node({ latest: 80n, finalized: 78n }, 90n)
  const other = node(heads, 90n, {
    eth_getTransactionReceipt: { ...receipt, logs: [log], blockNumber: quantity(90n) },
  })
  const otherCall = node(heads, 90n, { eth_getTransactionByHash: { ...sent, value: '0x6' } })
  const by = (...witnesses: Rpc[]) =>
    readSettlement(Object.assign(final.bind(null) as Rpc, { witnesses }), HASH)

  test('behavior: prove it if any two of them agree', async () => {
    expect((await by(final, final)).kind).toBe('final')
    expect((await by(final, away, final)).kind).toBe('final')
    expect((await by(away, behind, final, final)).kind).toBe('final')
    expect((await by(other, final, final)).kind).toBe('final')
    expect((await by(without, without, final, final)).kind).toBe('final')
    const silent = node({ latest: 100n, finalized: new RpcError(-32005, 'limit exceeded') }, 90n)
    expect((await by(silent, silent, final, final)).kind).toBe('final')
  })

  test.each<[string, Rpc[]]>([
    ['there is no other operator', []],
    ['the same operator is listed twice', [final]],
    ['the other is down', [final, away]],
    ['the other lacks it', [final, without]],
    ['another lags behind', [final, behind, away]],
    ['another has other logs', [final, other, away]],
    ['another has other call data', [final, otherCall]],
    ['only the last one answers', [away, away, final]],
    ['it follows one that lags behind', [behind, final, away]],
  ])('error: a single report proves nothing: %s', async (_, witnesses) => {
    expect(await by(...witnesses)).toMatchObject({ kind: 'mined', lacks: 'second-operator' })
  })

  test('error: a transaction that only one of them has is not missing', async () => {
    expect(await by(without, behind, away)).toMatchObject({ kind: 'mined', lacks: 'finality' })
  })

  test('error: an error, not "missing", is the result if none answers', async () => {
    await expect(by(away, away)).rejects.toThrow('away')
  })
})

describe('the time of a transaction', () => {
  /** A node that has it in block 90, made at this second; null for a node that does not tell. */
  const timed = (second: number | null, finalized = 98n) =>
    node(heads, 90n, {
      eth_getBlockByNumber: ([tag]) => {
        if (tag !== quantity(90n)) return { number: quantity(finalized) }
        return second === null ? null : { number: tag, timestamp: quantity(second) }
      },
    })
  const by = (...witnesses: Rpc[]) => readFinalTime(Object.assign(fakeRpc({}), { witnesses }), HASH)

  test('behavior: is that of its block, in ms, if two operators report it', async () => {
    expect(await by(timed(1_700_000_000), timed(1_700_000_000))).toBe(1_700_000_000_000)
    expect(await by(timed(1), timed(1_700_000_000), timed(1_700_000_000))).toBe(1_700_000_000_000)
  })

  test('error: is unknown if they differ, if only one tells, or before the block is final', async () => {
    expect(await by(timed(1_700_000_000), timed(1_700_000_001))).toBeNull()
    expect(await by(timed(1_700_000_000), timed(null))).toBeNull()
    expect(await by(timed(1_700_000_000, 89n), timed(1_700_000_000, 89n))).toBeNull()
  })
})
