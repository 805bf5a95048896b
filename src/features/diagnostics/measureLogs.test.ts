import { describe, expect, test } from 'vitest'
import { RpcError } from '#chain/rpc/Rpc.ts'
import { fakeRpc, quantity } from '../../../tests/support/fakeRpc.ts'
import { measureLogs } from './measureLogs.ts'

const NODE = 'https://node.example'

type Filter = { readonly fromBlock: string; readonly toBlock: string; readonly topics: readonly unknown[] }

/** A node at block `head` that answers a range (blocks) with what `serve` gives or throws. */
function node(serve: (blocks: number, filter: Filter) => unknown, head = 70_000_000) {
  const asked: number[] = []
  const rpc = fakeRpc({
    eth_getBlockByNumber: { number: quantity(head) },
    eth_getLogs: (params) => {
      const [filter] = params as [Filter]
      const blocks = Number(filter.toBlock) - Number(filter.fromBlock) + 1
      asked.push(blocks)
      return serve(blocks, filter)
    },
  })
  return { rpc, asked }
}

describe('the log range of an endpoint', () => {
  test('behavior: grows until the largest one is answered', async () => {
    const { rpc, asked } = node(() => [])
    expect(await measureLogs(NODE, rpc)).toEqual({ atLeast: 50_000, refused: null })
    expect(asked).toEqual([10, 100, 1_000, 5_000, 10_000, 50_000])
  })

  test('behavior: ends at the first refusal, which is told in the words of the node', async () => {
    const { rpc, asked } = node((blocks) => {
      if (blocks > 1_000) throw new RpcError(-32005, 'block range\ntoo large')
      return []
    })
    expect(await measureLogs(NODE, rpc)).toEqual({
      atLeast: 1_000,
      refused: { blocks: 5_000, byNode: true, words: 'refuses: “block range too large” (-32005)' },
    })
    expect(asked).toEqual([10, 100, 1_000, 5_000])
  })

  test('behavior: is nothing where logs are switched off, after one question', async () => {
    const { rpc, asked } = node(() => {
      throw new RpcError(-32601, 'the method eth_getLogs does not exist')
    })
    const { atLeast, refused } = await measureLogs(NODE, rpc)
    expect(atLeast).toBe(0)
    expect(refused).toMatchObject({
      blocks: 10,
      byNode: true,
      words: expect.stringContaining('does not exist'),
    })
    expect(asked).toHaveLength(1)
  })

  test('behavior: stays a little below the newest block and asks for next to nothing', async () => {
    let seen: Filter | undefined
    const { rpc } = node((_, filter) => {
      seen ??= filter
      return []
    }, 1_000)
    await measureLogs(NODE, rpc)
    expect(Number(seen?.toBlock)).toBe(992)
    expect(seen?.topics.at(-1)).toBe(`0x${'0'.repeat(64)}`)
  })

  for (const head of [0, 3, 250]) {
    test(`behavior: a chain of ${head} blocks is asked for as a whole at the most`, async () => {
      const { rpc, asked } = node(() => [], head)
      const all = Math.max(head - 8, 0) + 1
      expect(await measureLogs(NODE, rpc)).toEqual({ atLeast: all, refused: null })
      expect(asked.at(-1)).toBe(all)
    })
  }

  const hostile: [string, unknown][] = [
    ['null', null],
    ['a text', 'no logs'],
    ['a page of rows that are none', [1, 2]],
    ['logs of other blocks', [{ blockNumber: '0x1' }]],
    ['logs without a block', [{ data: '0x' }]],
  ]
  for (const [what, answer] of hostile) {
    test(`error: ${what} is not taken for an answer`, async () => {
      expect(await measureLogs(NODE, node(() => answer).rpc)).toEqual({
        atLeast: 0,
        refused: { blocks: 10, byNode: false, words: 'answers something that cannot be read' },
      })
    })
  }

  test('error: an endpoint that does not even tell its head is told as such', async () => {
    const rpc = fakeRpc({ eth_getBlockByNumber: null })
    expect(await measureLogs(NODE, rpc)).toMatchObject({
      atLeast: 0,
      refused: { blocks: 0, byNode: false },
    })
  })
})
