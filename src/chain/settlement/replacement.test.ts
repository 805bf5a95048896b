import { describe, expect, test } from 'vitest'
import type { Address } from '#chain/money/Address.ts'
import { type Call, transfer } from '#chain/money/Call.ts'
import { BNB, find, type Token } from '#chain/money/Token.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { PAYEE, USDT } from '#tests/support/safeExamples.ts'
import { effectOf, START_NONCE, type TokenBehavior, worldChain } from '#tests/support/worldChain.ts'
import { readNonceUse, type SentPayment } from './walletStatus.ts'

const ACCOUNT: Address = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const OTHER: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const usdt: Token = find(USDT) ?? BNB
const odd: Token = { ...usdt, address: '0x00000000000000000000000000000000000070c3', symbol: 'ODD' }
const of = (token: Token, value = 100n, to: Address = PAYEE) => transfer(to, { token, value })
const nothing: Call = { to: ACCOUNT, value: 0n, data: '0x' }
const used = { kind: 'unknown', why: 'nonce-used' }
const replaced = { kind: 'not-paid', why: 'replaced' }

type World = ReturnType<typeof worldChain>
type Ask = Parameters<Rpc>

/** A chain whose nodes return the result of `answer`, or the real state if that is undefined. */
function nodesOf(
  chain: World,
  answer: (node: number, method: string, params: readonly unknown[]) => unknown,
): Rpc {
  const rpc = chain.rpc((work) => work())
  const bent =
    (node: Rpc, index: number): Rpc =>
    async (...[method, params = [], together]: Ask) =>
      (await answer(index, method, params)) ?? node(method, params, together)
  return Object.assign(bent(rpc, 0), { witnesses: (rpc.witnesses ?? []).map(bent) })
}

/** Nodes that keep only the latest final state, as most public ones do. */
const pruned = (chain: World) =>
  nodesOf(chain, (_, method, [, at]) => {
    if (method === 'eth_getTransactionCount' && Number(at) < chain.final())
      throw new Error('missing trie node')
  })

/** The same nodes, all answering null to one method. */
function hiding(rpc: Rpc, hidden: string): Rpc {
  const bent =
    (node: Rpc): Rpc =>
    async (...asked: Ask) =>
      asked[0] === hidden ? null : node(...asked)
  return Object.assign(bent(rpc), { witnesses: (rpc.witnesses ?? []).map(bent) })
}

/** Sends the payment and drops it, then sends the others, with consecutive nonces, until they are final. */
function lose(
  call: Call,
  others: readonly Call[],
  { before = [] as readonly Call[], token = 'good' as TokenBehavior } = {},
) {
  const chain = worldChain({})
  const send = (one: Call, nonce: number) =>
    chain.send(ACCOUNT, one, () => effectOf(ACCOUNT, one, token), nonce)
  before.forEach((one, index) => void send(one, START_NONCE + index))
  chain.mine()
  const nonce = START_NONCE + before.length
  const since = BigInt(chain.head())
  const lost = send(call, nonce)
  lost.dropped = true
  others.forEach((one, index) => void send(one, nonce + index))
  chain.mine()
  chain.mine(3)
  const payment: SentPayment = { from: ACCOUNT, call, hash: lost.hash, nonce: BigInt(nonce), since }
  return { chain, payment }
}

describe('from the token’s logs alone', () => {
  test('behavior: finds a payment that was sped up, as paid', async () => {
    for (const change of [{}, { since: null }]) {
      const { chain, payment } = lose(of(usdt), [of(usdt)])
      expect(await readNonceUse(pruned(chain), { ...payment, ...change })).toMatchObject({ kind: 'paid' })
    }
  })

  test('behavior: a used nonce without a token transfer to the payee was used for something else', async () => {
    for (const other of [nothing, of(usdt, 100n, OTHER)]) {
      const { chain, payment } = lose(of(usdt), [other])
      expect(await readNonceUse(pruned(chain), payment)).toEqual({ ...replaced, hash: null })
    }
  })

  test('error: an equal payment with another nonce is neither this payment nor proof against it', async () => {
    const { chain, payment } = lose(of(usdt), [nothing, of(usdt)])
    expect(await readNonceUse(pruned(chain), payment)).toMatchObject(used)
  })

  test('behavior: a transfer up to the request’s block is another payment', async () => {
    const { chain, payment } = lose(of(usdt), [nothing], { before: [of(usdt)] })
    expect(await readNonceUse(pruned(chain), payment)).toEqual({ ...replaced, hash: null })
    const earlier = { ...payment, since: (payment.since ?? 0n) - 1n }
    expect(await readNonceUse(pruned(chain), earlier)).toMatchObject(used)
  })

  test('error: a transaction known only by its receipt does not prove the nonce’s use', async () => {
    const { chain, payment } = lose(of(usdt), [of(usdt)])
    const rpc = hiding(pruned(chain), 'eth_getTransactionByHash')
    expect(await readNonceUse(rpc, payment)).toMatchObject(used)
  })

  test('error: a transaction without a receipt does not prove the nonce’s use', async () => {
    const { chain, payment } = lose(of(usdt), [of(usdt)])
    const rpc = hiding(pruned(chain), 'eth_getTransactionReceipt')
    expect(await readNonceUse(rpc, payment)).toMatchObject(used)
  })

  test('behavior: logs on which operators disagree still lead to the transaction', async () => {
    const { chain, payment } = lose(of(usdt), [of(usdt)])
    const rpc = nodesOf(chain, (node, method, [, at]) => {
      const isPast = method === 'eth_getTransactionCount' && Number(at) < chain.final()
      if (isPast || (method === 'eth_getLogs' && node > 1)) throw new Error('refused')
      return method === 'eth_getLogs' && node === 1 ? [] : undefined
    })
    expect(await readNonceUse(rpc, payment)).toMatchObject({ kind: 'paid' })
  })

  test('error: logs do not disprove BNB, a token that is not pinned, or a call that is not a transfer', async () => {
    for (const call of [of(BNB), of(odd), { ...nothing, to: PAYEE, data: '0x12345678' } as const]) {
      const { chain, payment } = lose(call, [nothing])
      expect(await readNonceUse(pruned(chain), payment)).toMatchObject(used)
    }
  })

  test('error: without a start block nothing is disproven', async () => {
    const { chain, payment } = lose(of(usdt), [nothing])
    expect(await readNonceUse(pruned(chain), { ...payment, since: null })).toMatchObject(used)
  })

  test('behavior: searches at most 50,000 blocks, or 5,000 without a known start block', async () => {
    const { chain, payment } = lose(of(usdt), [nothing])
    const since = payment.since ?? 0n
    chain.mine(50_000 - Number(BigInt(chain.final()) - since) - 1)
    expect(BigInt(chain.final()) - since).toBe(50_000n)
    expect(await readNonceUse(pruned(chain), payment)).toEqual({ ...replaced, hash: null })
    chain.mine()
    expect(await readNonceUse(pruned(chain), payment)).toMatchObject(used)

    const again = lose(of(usdt), [of(usdt)])
    const unknown = { ...again.payment, since: null }
    const block = again.chain.txs.find((tx) => tx.block !== null && !tx.dropped)?.block ?? 0
    again.chain.mine(5_000 - (again.chain.final() - block) - 1)
    expect(again.chain.final() - block).toBe(5_000)
    expect(await readNonceUse(pruned(again.chain), unknown)).toMatchObject({ kind: 'paid' })
    again.chain.mine()
    expect(await readNonceUse(pruned(again.chain), unknown)).toMatchObject(used)
  })
})

describe('from past states alone', () => {
  const withoutLogs = (chain: World) =>
    nodesOf(chain, (_, method) => {
      if (method === 'eth_getLogs') throw new Error('refused')
    })

  test('behavior: finds the transaction in its block, among others', async () => {
    for (const [other, expected] of [
      [nothing, replaced],
      [of(usdt), { kind: 'paid' }],
    ] as const) {
      const { chain, payment } = lose(of(usdt), [])
      const send = (from: Address, call: Call, nonce: number) =>
        chain.send(from, call, () => effectOf(from, call, 'good'), nonce)
      send(OTHER, nothing, START_NONCE)
      send(ACCOUNT, other, START_NONCE)
      send(ACCOUNT, nothing, START_NONCE + 1)
      chain.mine()
      chain.mine(40)
      expect(await readNonceUse(withoutLogs(chain), payment)).toMatchObject(expected)
    }
  })

  test('behavior: finds the transaction after another one of the account in the same block', async () => {
    const { chain, payment } = lose(of(usdt), [])
    for (const [index, call] of [nothing, of(usdt)].entries())
      chain.send(ACCOUNT, call, () => effectOf(ACCOUNT, call, 'good'), START_NONCE + index)
    chain.mine()
    chain.mine(3)
    const second = { ...payment, nonce: BigInt(START_NONCE + 1) }
    expect(await readNonceUse(withoutLogs(chain), second)).toMatchObject({ kind: 'paid' })
  })

  test('behavior: searches 100 blocks without a known start block', async () => {
    const { chain, payment } = lose(of(usdt), [nothing])
    const unknown = { ...payment, since: null }
    const block = chain.txs.find((tx) => tx.block !== null)?.block ?? 0
    chain.mine(99 - (chain.final() - block) - 1)
    expect(chain.final() - block).toBe(99)
    expect(await readNonceUse(withoutLogs(chain), unknown)).toMatchObject(replaced)
    chain.mine()
    expect(await readNonceUse(withoutLogs(chain), unknown)).toMatchObject(used)
  })

  test('error: a nonce used before the request belongs to another transaction', async () => {
    const { chain, payment } = lose(of(usdt), [nothing])
    const final = BigInt(chain.final())
    for (const since of [final + 1n, final, final - 1n]) {
      const status = await readNonceUse(withoutLogs(chain), { ...payment, since })
      expect(status).toMatchObject(used)
    }
    for (const since of [final + 1n, final])
      expect(await readNonceUse(pruned(chain), { ...payment, since })).toMatchObject(used)
  })
})

test('behavior: is pending if a node has the transaction, even if its receipt is hidden', async () => {
  const { chain, payment } = lose(of(usdt), [])
  for (const tx of chain.txs) tx.dropped = false
  chain.mine()
  chain.mine(3)
  const rpc = hiding(
    nodesOf(chain, () => undefined),
    'eth_getTransactionReceipt',
  )
  expect(await readNonceUse(rpc, payment)).toEqual({ kind: 'pending', hash: payment.hash })
})

describe('without agreement of two operators', () => {
  test('error: a nonce is proven neither used nor free', async () => {
    const { chain, payment } = lose(of(usdt), [])
    let serial = 0
    const rpc = nodesOf(chain, (_, method) =>
      method === 'eth_getTransactionCount' ? `0x${(START_NONCE + ++serial).toString(16)}` : undefined,
    )
    expect(await readNonceUse(rpc, payment)).toMatchObject(used)
  })

  test('error: a count or logs from one operator prove nothing', async () => {
    for (const refused of ['eth_getTransactionCount', 'eth_getLogs']) {
      const { chain, payment } = lose(of(usdt), [nothing])
      const rpc = nodesOf(chain, (node, method, [, at]) => {
        const isPast = method === 'eth_getTransactionCount' && Number(at) < chain.final()
        if (isPast || (node > 0 && method === refused)) throw new Error('refused')
      })
      expect(await readNonceUse(rpc, payment)).toMatchObject(used)
    }
  })

  test('error: an operator with lagging finality does not decide the account’s nonce', async () => {
    const { chain, payment } = lose(of(usdt), [nothing])
    const behind = nodesOf(chain, (node, method, [at]) => {
      if (node === 0) return undefined
      if (method === 'eth_getBlockByNumber' && at === 'finalized') return { number: '0x1' }
      return method === 'eth_getTransactionCount' ? `0x${START_NONCE.toString(16)}` : undefined
    })
    expect(await readNonceUse(behind, payment)).not.toMatchObject({ kind: 'pending' })
  })
})

describe('the transaction that used the nonce', () => {
  const judge = async (call: Call, other: Call, token: TokenBehavior = 'good') => {
    const { chain, payment } = lose(call, [other], { token })
    return readNonceUse(
      nodesOf(chain, () => undefined),
      payment,
    )
  }

  test('behavior: cannot contain the payment if it reverted, whatever it called', async () => {
    const unreadable: Call = { to: USDT, value: 0n, data: '0x12345678' }
    expect(await judge(of(BNB), of(odd, 1n, OTHER), 'reverts')).toMatchObject(replaced)
    expect(await judge(of(odd), of(odd), 'reverts')).toMatchObject({ kind: 'not-paid', why: 'failed' })
    expect(await judge(of(BNB), unreadable)).toMatchObject(used)
  })

  test('error: with another token, or the same token to another payee, is another payment', async () => {
    expect(await judge(of(usdt), of(BNB))).toMatchObject(replaced)
    expect(await judge(of(BNB), of(usdt))).toMatchObject(replaced)
    expect(await judge(of(BNB), of(BNB, 100n, OTHER))).toMatchObject(replaced)
    expect(await judge(of(BNB), of(BNB, 101n))).toMatchObject(used)
  })

  test('error: with a call of a token that is not pinned can do anything', async () => {
    expect(await judge(of(BNB), of(odd, 100n, OTHER))).toMatchObject(used)
  })
})
