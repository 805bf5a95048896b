import { describe, expect, test } from 'vitest'
import * as Token from '#chain/money/Token.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { day } from '#domain/shared/format.ts'
import { type FakeBlock, type FakeMood, fakeNode, GENESIS } from '#tests/support/fakeChain.ts'
import { quantity } from '#tests/support/fakeRpc.ts'
import { PAYEE } from '#tests/support/safeExamples.ts'
import { bnbWords } from './historyLines.ts'
import { hasLooked, watchIncoming } from './incoming.ts'

const tokens = Token.pinned.flatMap(({ address }) => (address === null ? [] : [address]))
const empty: FakeBlock = { tokens: [], actions: [] }
const paidToken = (value: bigint): FakeBlock => ({ tokens: [{ token: 0, value }], actions: [] })
const paidBnb = (value: bigint): FakeBlock => ({ tokens: [], actions: [{ kind: 'internal', value }] })

/** A growing chain with a node whose behaviour a test can change. */
function world(blocks: FakeBlock[]) {
  let behavior: FakeMood = {}
  const node: Rpc = async (method, params = [], together) => {
    if (params[0] === 'finalized' && !behavior.refuses) return { number: quantity(blocks.length - 1) }
    if (behavior.refuses) throw new Error('nobody answers')
    return fakeNode({ account: PAYEE, blocks }, tokens, () => behavior)(method, params, together)
  }
  return {
    watch: watchIncoming(node, PAYEE),
    grow: (...more: FakeBlock[]) => blocks.push(...more),
    set: (next: FakeMood) => {
      behavior = next
    },
  }
}

/** The content of the list once it stops reading back. */
async function settled({ watch }: ReturnType<typeof world>) {
  await expect.poll(() => watch.get().looking).toBe(false)
  const { tokens: scan, bnb } = watch.get()
  return {
    tokens: scan?.transfers.map(({ value }) => value),
    bnb: bnb === null || bnb === 'unsupported' ? bnb : bnb.arrivals.map(({ value }) => value),
    from: scan?.from,
  }
}

const past = [empty, empty, paidToken(5n), empty, paidBnb(7n), empty, empty, empty, empty]

describe('received payments', () => {
  test('behavior: are searched as far back as nodes allow, tokens and BNB', async () => {
    const here = world([...past])
    await here.watch.refresh()
    await here.watch.lookBack()
    expect(await settled(here)).toEqual({ tokens: [5n], bnb: [7n], from: 0n })
  })

  test('behavior: that arrive later are found by the next round, and listeners are notified', async () => {
    const here = world([...past])
    await here.watch.refresh()
    await here.watch.lookBack()
    let heard = 0
    const leave = here.watch.subscribe(() => heard++)
    here.grow(paidToken(11n), paidBnb(13n), empty, empty, empty, empty)
    for (let round = 0; round < 5; round++) await here.watch.refresh()
    expect(await settled(here)).toMatchObject({ tokens: [11n, 5n], bnb: [13n, 7n] })
    expect(heard).toBeGreaterThan(0)
    leave()
  })

  test('error: a block’s number never stands for the date that is still being read', async () => {
    const here = world([...past])
    const said: string[] = []
    here.watch.subscribe(() => {
      const { bnb, looking } = here.watch.get()
      if (bnb && bnb !== 'unsupported') said.push(...bnbWords(bnb, looking))
    })
    await here.watch.refresh()
    await settled(here)
    expect(said.filter((words) => words.includes('block'))).toEqual([])
    expect(said.at(-1)).toBe(`BNB since ${day((GENESIS + 1) * 1_000)}.`)
  })

  test('error: an empty list is said to be one only after some of the chain was looked through', async () => {
    const here = world([...past])
    const seen: [number, boolean][] = []
    here.watch.subscribe(() => {
      const now = here.watch.get()
      seen.push([now.tokens?.transfers.length ?? 0, hasLooked(now)])
    })
    expect(hasLooked(here.watch.get())).toBe(false)
    await here.watch.refresh()
    await settled(here)
    expect(seen.filter(([found, looked]) => looked && found === 0)).toEqual([])
    expect(hasLooked(here.watch.get())).toBe(true)
  })

  test('error: of tokens are shown even if nodes lack past balances', async () => {
    const here = world([...past])
    here.set({ stateDepth: 0 })
    await here.watch.refresh()
    await here.watch.lookBack()
    expect((await settled(here)).tokens).toEqual([5n])
  })

  test('error: fail without any node, and the next round starts where this one failed', async () => {
    const here = world([...past])
    here.set({ refuses: true })
    await expect(here.watch.refresh()).rejects.toThrow()
    expect(here.watch.get()).toMatchObject({ tokens: null, looking: false })
    here.set({})
    await here.watch.refresh()
    await here.watch.lookBack()
    expect((await settled(here)).tokens).toEqual([5n])
  })

  test('behavior: can be searched again by the user after a refusal', async () => {
    const here = world([...past])
    here.set({ range: 0 })
    await here.watch.refresh()
    await settled(here)
    await here.watch.lookBack()
    expect(here.watch.get().tokens?.refusedAt).not.toBeNull()
    here.set({})
    await here.watch.lookBack()
    expect((await settled(here)).tokens).toEqual([5n])
  })

  test('behavior: are no longer searched once the user stops', async () => {
    const here = world([...past])
    here.set({ range: 1 })
    const { watch } = here
    const leave = watch.subscribe(() => watch.get().looking && watch.stop())
    await watch.refresh()
    await settled(here)
    expect(watch.get().tokens?.refusedAt).toBeNull()
    leave()
  })
})
