import { describe, expect, test } from 'vitest'
import type { Address } from '#chain/money/Address.ts'
import { type Call, transfer } from '#chain/money/Call.ts'
import { BNB, find, type Token } from '#chain/money/Token.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { PAYEE, USDT } from '#tests/support/safeExamples.ts'
import { effectOf, START_NONCE, type TokenBehavior, worldChain } from '#tests/support/worldChain.ts'
import { batchStatus, type SentPayment, walletStatus } from './walletStatus.ts'

const ACCOUNT: Address = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const OTHER: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const usdt: Token = find(USDT) ?? BNB
const odd: Token = { ...usdt, address: '0x00000000000000000000000000000000000070c3', symbol: 'ODD' }
const of = (token: Token, value = 100n, to: Address = PAYEE) => transfer(to, { token, value })
const SINCE = 998n

/** A chain on which the account has sent these calls, with consecutive nonces. */
function chainOf() {
  const chain = worldChain({})
  const send = (call: Call, nonce = START_NONCE, token: TokenBehavior = 'good') =>
    chain.send(ACCOUNT, call, () => effectOf(ACCOUNT, call, token), nonce)
  return { chain, send, rpc: chain.rpc((work) => work()) }
}
type Sent = ReturnType<ReturnType<typeof chainOf>['send']>

const asked = ({ hash }: Sent, call: Call, change: Partial<SentPayment> = {}): SentPayment => ({
  from: ACCOUNT,
  call,
  hash,
  nonce: BigInt(START_NONCE),
  since: SINCE,
  ...change,
})
const alone = (rpc: Rpc): Rpc => Object.assign((...question: Parameters<Rpc>) => rpc(...question), {})

describe('one transaction', () => {
  test('behavior: is pending, then confirming, then paid', async () => {
    const { chain, send, rpc } = chainOf()
    const tx = send(of(usdt))
    expect(await walletStatus(rpc, asked(tx, of(usdt)))).toEqual({ kind: 'pending', hash: tx.hash })
    chain.mine()
    expect(await walletStatus(rpc, asked(tx, of(usdt)))).toMatchObject({
      kind: 'confirming',
      lacks: 'finality',
    })
    chain.mine(1)
    expect(await walletStatus(rpc, asked(tx, of(usdt)))).toEqual({ kind: 'paid', hash: tx.hash })
  })

  test('behavior: a proven status is not read again', async () => {
    const { chain, send, rpc } = chainOf()
    const tx = send(of(BNB))
    chain.mine(0)
    chain.mine(2)
    await walletStatus(rpc, asked(tx, of(BNB)))
    for (let node = 0; node < 4; node++) chain.fault({ node, kind: 'down' })
    chain.txs.length = 0
    expect(await walletStatus(rpc, asked(tx, of(BNB)))).toEqual({ kind: 'paid', hash: tx.hash })
  })

  test('error: with one node nothing is paid, and nothing is replaced', async () => {
    const { chain, send, rpc } = chainOf()
    const tx = send(of(usdt))
    const lost = send(of(usdt, 7n), START_NONCE + 1)
    lost.dropped = true
    send({ to: ACCOUNT, value: 0n, data: '0x' }, START_NONCE + 1)
    chain.mine(0)
    chain.mine(2)
    expect(await walletStatus(alone(rpc), asked(tx, of(usdt)))).toMatchObject({
      kind: 'confirming',
      lacks: 'second-operator',
    })
    const gone = asked(lost, of(usdt, 7n), { nonce: BigInt(START_NONCE + 1) })
    expect((await walletStatus(alone(rpc), gone)).kind).toBe('unknown')
  })

  test('error: a transaction from before the request is not this payment', async () => {
    const { chain, send, rpc } = chainOf()
    const tx = send(of(usdt))
    chain.mine(0)
    chain.mine(2)
    const late = asked(tx, of(usdt), { since: BigInt(tx.block ?? 0) })
    expect(await walletStatus(rpc, late)).toEqual({ kind: 'unknown', why: 'older', hash: tx.hash })
    expect((await walletStatus(rpc, { ...late, since: BigInt(tx.block ?? 0) - 1n })).kind).toBe('paid')
    expect((await walletStatus(rpc, { ...late, since: null })).kind).toBe('paid')
  })
})

describe('a transaction that is not in a block', () => {
  /** Sends the payment, drops it, and uses its nonce for something else. */
  async function replacedBy(
    call: Call,
    other: Call | null,
    change: Partial<SentPayment> = {},
    token: TokenBehavior = 'good',
  ) {
    const { chain, send, rpc } = chainOf()
    const lost = send(call)
    lost.dropped = true
    if (other) send(other, START_NONCE, token)
    chain.mine(0)
    chain.mine(3)
    return walletStatus(rpc, asked(lost, call, change))
  }
  const nothing: Call = { to: ACCOUNT, value: 0n, data: '0x' }

  test('behavior: is pending while its nonce is free', async () => {
    expect((await replacedBy(of(usdt), null)).kind).toBe('pending')
  })

  test('behavior: that was sped up is paid under the other hash', async () => {
    for (const call of [of(usdt), of(BNB), of(odd)]) {
      expect((await replacedBy(call, call)).kind).toBe('paid')
      expect((await replacedBy(call, call, { since: null })).kind).toBe('paid')
    }
  })

  test('behavior: whose nonce was used for nothing, or for another payee, is proven not paid', async () => {
    for (const call of [of(usdt), of(BNB), of(odd)]) {
      for (const other of [nothing, of(BNB, 1n, OTHER), of(usdt, 1n, OTHER)]) {
        expect(await replacedBy(call, other)).toMatchObject({ kind: 'not-paid', why: 'replaced' })
      }
    }
  })

  test('error: whose nonce was used for another amount to the same payee is unknown', async () => {
    expect(await replacedBy(of(BNB), of(BNB, 99n))).toMatchObject({ kind: 'unknown', why: 'nonce-used' })
    expect((await replacedBy(of(usdt), of(usdt, 101n))).kind).toBe('unknown')
  })

  test('error: whose nonce was used for an unreadable call is unknown', async () => {
    const call: Call = { to: OTHER, value: 0n, data: '0x12345678' }
    expect(await replacedBy(of(BNB), call)).toMatchObject({ kind: 'unknown', why: 'nonce-used' })
    expect(await replacedBy(of(odd), of({ ...odd, address: OTHER }, 1n, OTHER))).toMatchObject({
      kind: 'unknown',
    })
  })

  test('behavior: whose replacement reverted is proven not paid', async () => {
    const failed = await replacedBy(of(usdt), of(usdt), {}, 'reverts')
    expect(failed).toMatchObject({ kind: 'not-paid' })
  })

  test('error: whose nonce no node has reported is pending, whatever was sent since', async () => {
    expect((await replacedBy(of(usdt), nothing, { nonce: null })).kind).toBe('pending')
  })

  test('error: that no node knows a day later is unknown, as it may have been paid under another hash', async () => {
    const { chain, send, rpc } = chainOf()
    const lost = send(of(usdt))
    lost.dropped = true
    send(of(usdt))
    const never = asked(lost, of(usdt), { nonce: null })
    const batch = { from: ACCOUNT, calls: [of(usdt)], since: SINCE }
    const lead = { hashes: [lost.hash], isPending: false, claim: null }
    chain.mine(199_990)
    expect(await walletStatus(rpc, never)).toEqual({ kind: 'pending', hash: lost.hash })
    expect(await batchStatus(rpc, batch, lead)).toEqual([{ kind: 'pending', hash: lost.hash }])
    chain.mine(20)
    const unknown = { kind: 'unknown', why: 'not-found', hash: lost.hash }
    expect(await walletStatus(rpc, never)).toEqual(unknown)
    expect(await batchStatus(rpc, batch, lead)).toEqual([unknown])
    // Without a block, nothing says how long ago it was requested; and the wallet may still follow a batch.
    expect((await walletStatus(rpc, { ...never, since: null })).kind).toBe('pending')
    expect(await batchStatus(rpc, batch, { ...lead, isPending: true })).toMatchObject([{ kind: 'pending' }])
  })

  test('error: that a node still knows a day later is pending', async () => {
    const { chain, send, rpc } = chainOf()
    chain.mine(200_010)
    const waiting = send(of(usdt))
    const never = asked(waiting, of(usdt), { nonce: null })
    expect(await walletStatus(rpc, never)).toEqual({ kind: 'pending', hash: waiting.hash })
  })

  test('error: an equal payment with another nonce is another payment', async () => {
    const { chain, send, rpc } = chainOf()
    const lost = send(of(usdt))
    lost.dropped = true
    send(nothing)
    send(of(usdt), START_NONCE + 1)
    chain.mine(0)
    chain.mine(3)
    const status = await walletStatus(rpc, asked(lost, of(usdt)))
    expect(status).toMatchObject({ kind: 'not-paid', why: 'replaced' })
  })

  test('error: is not replaced before the other transaction is final', async () => {
    const { chain, send, rpc } = chainOf()
    const lost = send(of(usdt))
    lost.dropped = true
    send(nothing)
    chain.mine()
    expect((await walletStatus(rpc, asked(lost, of(usdt)))).kind).toBe('pending')
  })

  test('error: without logs and past states, the nonce’s use is unknown', async () => {
    const { chain, send, rpc } = chainOf()
    const lost = send(of(usdt))
    lost.dropped = true
    send(nothing)
    chain.mine(0)
    chain.mine(3)
    const forgetful =
      (node: Rpc): Rpc =>
      (method, params) => {
        const at = (params?.[1] as string | undefined) ?? ''
        const isPast = method === 'eth_getTransactionCount' && Number(at) < chain.final()
        if (method === 'eth_getLogs' || isPast) return Promise.reject(new Error('missing trie node'))
        return node(method, params)
      }
    const poor = Object.assign(forgetful(rpc), { witnesses: rpc.witnesses?.map(forgetful) ?? [] })
    expect(await walletStatus(poor, asked(lost, of(usdt)))).toMatchObject({
      kind: 'unknown',
      why: 'nonce-used',
    })
    // For a pinned token, logs from a known block on are sufficient proof.
    const pruned =
      (node: Rpc): Rpc =>
      (method, params) => {
        const at = (params?.[1] as string | undefined) ?? ''
        const isPast = method === 'eth_getTransactionCount' && Number(at) < chain.final()
        return isPast ? Promise.reject(new Error('missing trie node')) : node(method, params)
      }
    const logs = Object.assign(pruned(rpc), { witnesses: rpc.witnesses?.map(pruned) ?? [] })
    expect(await walletStatus(logs, asked(lost, of(usdt)))).toEqual({
      kind: 'not-paid',
      why: 'replaced',
      hash: null,
    })
    expect((await walletStatus(logs, asked(lost, of(usdt), { since: null }))).kind).toBe('unknown')
    expect((await walletStatus(logs, asked(lost, of(odd)))).kind).toBe('unknown')
  })
})

describe('a batch', () => {
  const calls = [of(usdt), of(usdt, 7n, OTHER)]
  const batch = { from: ACCOUNT, calls, since: SINCE }
  const lead = (change: Partial<Parameters<typeof batchStatus>[2]>) => ({
    hashes: [],
    isPending: false,
    claim: null,
    ...change,
  })

  test('error: without a transaction, only the wallet’s report is shown', async () => {
    const { rpc } = chainOf()
    const whys = async (change: Parameters<typeof lead>[0]) =>
      (await batchStatus(rpc, batch, lead(change))).map((status) =>
        'why' in status ? status.why : status.kind,
      )
    expect(await whys({ isPending: true })).toEqual(['pending', 'pending'])
    expect(await whys({ claim: 'done' })).toEqual(['wallet-says-done', 'wallet-says-done'])
    expect(await whys({ claim: 'failed' })).toEqual(['wallet-says-failed', 'wallet-says-failed'])
    expect(await whys({})).toEqual(['no-answer', 'no-answer'])
  })

  test('behavior: each payment has its own status by its own log', async () => {
    const { chain, send, rpc } = chainOf()
    const [first] = calls
    const tx = send(first ?? of(usdt))
    chain.mine(0)
    chain.mine(2)
    const statuses = await batchStatus(rpc, batch, lead({ hashes: [tx.hash] }))
    expect(statuses.map(({ kind }) => kind)).toEqual(['paid', 'unknown'])
    const open = await batchStatus(rpc, batch, lead({ hashes: [tx.hash], isPending: true }))
    expect(open.map(({ kind }) => kind)).toEqual(['paid', 'pending'])
    const more = await batchStatus(rpc, batch, lead({ hashes: [tx.hash, `0x${'ee'.repeat(32)}`] }))
    expect(more.map(({ kind }) => kind)).toEqual(['paid', 'pending'])
  })

  test('behavior: in an open batch, visible payments have their status, and the others wait under its last transaction', async () => {
    const { chain, send, rpc } = chainOf()
    const less = send(of(usdt), START_NONCE, 'less')
    chain.mine(0)
    chain.mine(2)
    const next = send(of(usdt, 7n, OTHER), START_NONCE + 1)
    chain.mine()
    const hashes = [less.hash, next.hash]
    const open = await batchStatus(rpc, batch, lead({ hashes, isPending: true }))
    expect(open).toMatchObject([{ kind: 'short', received: 90n }, { kind: 'confirming' }])
    const third = { ...batch, calls: [...calls, of(usdt, 9n)] }
    expect((await batchStatus(rpc, third, lead({ hashes, isPending: true })))[2]).toEqual({
      kind: 'pending',
      hash: next.hash,
    })
    expect((await batchStatus(rpc, third, lead({ hashes })))[2]).toMatchObject({ why: 'not-visible' })
  })

  test('behavior: beside a transaction from before the request, a payment by the other one is paid', async () => {
    const { chain, send, rpc } = chainOf()
    const old = send(of(usdt))
    chain.mine(0)
    const since = BigInt(old.block ?? 0)
    const young = send(of(usdt, 7n, OTHER), START_NONCE + 1)
    chain.mine(0)
    chain.mine(2)
    const hashes = [old.hash, young.hash]
    expect(await batchStatus(rpc, { ...batch, since }, lead({ hashes }))).toMatchObject([
      { kind: 'unknown', why: 'older' },
      { kind: 'paid', hash: young.hash },
    ])
    expect((await batchStatus(rpc, { ...batch, since: null }, lead({ hashes })))[0]?.kind).toBe('paid')
  })

  test('error: a transaction from before the request does not count', async () => {
    const { chain, send, rpc } = chainOf()
    const tx = send(of(usdt))
    chain.mine(0)
    chain.mine(2)
    const late = { ...batch, since: BigInt(tx.block ?? 0) }
    const statuses = await batchStatus(rpc, late, lead({ hashes: [tx.hash] }))
    expect(statuses.map((status) => 'why' in status && status.why)).toEqual(['older', 'older'])
  })
})
