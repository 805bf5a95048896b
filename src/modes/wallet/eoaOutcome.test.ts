import { encodeEventTopics, erc20Abi, type Hash } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Call } from '#chain/Call.ts'
import { RpcError } from '#chain/Rpc.ts'
import { fakeRpc, quantity, word } from '../../../tests/support/fakeRpc.ts'
import { PAYEE, payoutCall, USDT } from '../../../tests/support/safeExamples.ts'
import { eoaOutcome } from './eoaOutcome.ts'

const FROM = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const hashOf = (index: number): Hash => `0x${`${index}`.repeat(64)}`
const bnb: Call = { to: PAYEE, value: 5n, data: '0x' }

const transferLog = {
  address: USDT,
  topics: encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args: { from: FROM, to: PAYEE } }),
  data: word(250n * 10n ** 18n),
}

/** What a node knows of one transaction. */
type Known = { readonly block: bigint; readonly status?: '0x0'; readonly logs?: object[] } | 'pending' | null

/** A node at block 100 with 98 final, on which the account has used the nonces below `used`. */
function node(transactions: readonly Known[], used = 0, logged: readonly object[] | 'refused' = []) {
  const known = (hash: unknown) => transactions[Number(String(hash).slice(-1)) - 1] ?? null
  return fakeRpc({
    eth_getTransactionReceipt: ([hash]) => {
      const found = known(hash)
      if (found === null || found === 'pending') return null
      const { block, status = '0x1', logs = [] } = found
      return { status, blockNumber: quantity(block), transactionHash: hash, logs }
    },
    eth_getTransactionByHash: ([hash]) => known(hash) && { nonce: '0x7' },
    eth_getTransactionCount: quantity(used),
    eth_getLogs: () => {
      if (logged === 'refused') throw new RpcError(-32005, 'limit exceeded')
      return logged
    },
    eth_getBlockByNumber: ([tag]) => ({ number: quantity(tag === 'latest' ? 100 : 98) }),
  })
}

const sent = (calls: readonly Call[], count = calls.length, nonce: number | null = 7) => ({
  kind: 'sent' as const,
  from: FROM as typeof FROM,
  calls,
  hashes: Array.from({ length: count }, (_, index) => hashOf(index + 1)),
  nonces: Array.from({ length: count }, () => nonce),
})

describe('one payment', () => {
  test('behavior: waits while it is in no block', async () => {
    expect(await eoaOutcome(node(['pending']), sent([bnb]))).toEqual({ kind: 'waiting', hash: hashOf(1) })
  })

  test('behavior: confirms in a block and is done in a final one', async () => {
    expect(await eoaOutcome(node([{ block: 99n }]), sent([bnb]))).toEqual({
      kind: 'confirming',
      hash: hashOf(1),
    })
    expect(await eoaOutcome(node([{ block: 98n }]), sent([bnb]))).toEqual({ kind: 'done', hash: hashOf(1) })
  })

  test('behavior: of a token is done when the token says that it moved', async () => {
    const logs = [transferLog]
    expect((await eoaOutcome(node([{ block: 98n, logs }]), sent([payoutCall]))).kind).toBe('done')
  })

  test('error: of a token that reports success and moves nothing has failed', async () => {
    expect(await eoaOutcome(node([{ block: 98n }]), sent([payoutCall]))).toEqual({
      kind: 'failed',
      hash: hashOf(1),
      reason: 'The token reported success, but moved nothing.',
      final: true,
    })
  })

  test('error: that reverted has failed, before it is final too', async () => {
    for (const block of [98n, 99n]) {
      expect(await eoaOutcome(node([{ block, status: '0x0' }]), sent([bnb]))).toMatchObject({
        kind: 'failed',
        final: block === 98n,
      })
    }
  })

  test('error: is replaced only when its very nonce was used, nobody knows its hash, and no log tells of it', async () => {
    const asked = { ...sent([payoutCall]), since: 90n }
    expect((await eoaOutcome(node([null], 7), asked)).kind).toBe('waiting')
    expect(await eoaOutcome(node([null], 8), asked)).toMatchObject({
      kind: 'replaced',
      reason: expect.stringContaining('nonce 7'),
    })
    expect((await eoaOutcome(node(['pending'], 8), asked)).kind).toBe('waiting')
    expect((await eoaOutcome(node([null], 8), { ...asked, nonces: [null] })).kind).toBe('waiting')
  })

  test('behavior: sped up in the wallet it is paid under the other hash', async () => {
    const logged = [{ ...transferLog, transactionHash: hashOf(2), blockNumber: quantity(98n) }]
    const asked = { ...sent([payoutCall]), since: 90n }
    const paid = node([null, { block: 98n, logs: [transferLog] }], 8, logged)
    expect(await eoaOutcome(paid, asked)).toEqual({ kind: 'done', hash: hashOf(2) })
    // A payment of the same content under another nonce is another payment.
    expect((await eoaOutcome(paid, { ...asked, nonces: [6] })).kind).toBe('replaced')
  })

  test('error: where no log can tell whether it was sped up or cancelled, that is unknown', async () => {
    expect((await eoaOutcome(node([null], 8), { ...sent([bnb]), since: 90n })).kind).toBe('unknown')
    expect((await eoaOutcome(node([null], 8), sent([payoutCall]))).kind).toBe('unknown')
    expect((await eoaOutcome(node([null], 8, 'refused'), { ...sent([payoutCall]), since: 90n })).kind).toBe(
      'unknown',
    )
  })

  test('behavior: mined between two questions it is not called replaced', async () => {
    let asked = 0
    const late = fakeRpc({
      eth_getTransactionReceipt: ([hash]) =>
        asked++ === 0 ? null : { status: '0x1', blockNumber: '0x62', transactionHash: hash, logs: [] },
      eth_getTransactionByHash: null,
      eth_getTransactionCount: '0x8',
      eth_getBlockByNumber: { number: '0x62' },
    })
    expect((await eoaOutcome(late, sent([bnb]))).kind).toBe('waiting')
    expect((await eoaOutcome(late, sent([bnb]))).kind).toBe('done')
  })

  test('error: a node that cannot be read is an error, never an outcome', async () => {
    await expect(eoaOutcome(fakeRpc({}), sent([bnb]))).rejects.toThrow()
  })
})

describe('several payments', () => {
  test.each<[string, readonly Known[], string]>([
    ['all final are done', [{ block: 98n }, { block: 97n }], 'done'],
    ['one in a young block makes all confirm', [{ block: 98n }, { block: 99n }], 'confirming'],
    ['one in no block makes all wait', [{ block: 99n }, 'pending'], 'waiting'],
    ['one whose nonce was used by another one speaks for all', ['pending', null], 'unknown'],
    ['one that failed speaks for all', [{ block: 98n, status: '0x0' }, 'pending'], 'failed'],
  ])('behavior: %s', async (_, known, kind) => {
    expect((await eoaOutcome(node(known, 8), sent([bnb, bnb]))).kind).toBe(kind)
  })

  test('error: the last one never sent is a failure that says how many were', async () => {
    expect(await eoaOutcome(node([{ block: 98n }]), sent([bnb, bnb], 1))).toEqual({
      kind: 'failed',
      hash: hashOf(1),
      reason: 'Only 1 of 2 payments were sent.',
      final: true,
      fates: ['paid', 'not-paid'],
    })
    expect((await eoaOutcome(node([{ block: 99n }]), sent([bnb, bnb], 1))).kind).toBe('confirming')
  })

  test('error: nothing sent is unknown, and so is a hash that no call belongs to', async () => {
    expect((await eoaOutcome(node([]), sent([bnb], 0))).kind).toBe('unknown')
    expect((await eoaOutcome(node([{ block: 98n }]), sent([], 1))).kind).toBe('unknown')
    expect((await eoaOutcome(node([{ block: 98n }, { block: 98n }]), sent([bnb], 2))).kind).toBe('unknown')
  })
})
