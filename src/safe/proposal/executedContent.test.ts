import { describe, expect, test } from 'vitest'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { decodeProposal } from '#safe/tx/decodeProposal.ts'
import * as MultiSend from '#safe/tx/MultiSend.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import {
  exampleSafe,
  executionOfSafe,
  oneSafeNode,
  safeRpc,
  someAddress,
  txHash,
} from '#tests/support/fakeSafe.ts'
import { clientOf } from '#tests/support/loggingNode.ts'
import { PAYEE, payoutCall, SAFE, USDT } from '#tests/support/safeExamples.ts'
import { executedTx, readExecutedContent } from './executionOf.ts'

const HASH = txHash(1)
const CALL_ONLY = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'
const payout = SafeTx.fromCall(payoutCall, 12n)
const batch = SafeTx.fromCall(
  { to: CALL_ONLY, value: 0n, data: MultiSend.encode([payoutCall, payoutCall]) },
  12n,
  1,
)

const on = (found: unknown) => safeRpc({ ...exampleSafe, transactions: { [HASH]: found } })
const content = (found: unknown) => readExecutedContent(on(found), SAFE, HASH)

describe('a Safe’s executed content', () => {
  test.each([
    ['a payment', payout],
    ['a batch', batch],
    ['a rejection', SafeTx.rejection(SAFE, 12n)],
  ])('behavior: is read from the execution’s calldata: %s', async (_, tx) => {
    expect(await content(executionOfSafe(HASH, tx))).toEqual(decodeProposal(SAFE, tx))
  })

  test('behavior: is read completely, so that its hash is the signed one', () => {
    const tx: SafeTx.SafeTx = {
      ...payout,
      safeTxGas: 1n,
      baseGas: 2n,
      gasPrice: 3n,
      gasToken: USDT,
      refundReceiver: PAYEE,
    }
    expect(executedTx({ to: SAFE, input: executionOfSafe(HASH, tx).input }, SAFE, 12n)).toEqual(tx)
  })

  test('behavior: is unknown for a call of another contract, a contract creation or a missing transaction', async () => {
    const { input } = executionOfSafe(HASH, payout)
    expect(await content(executionOfSafe(HASH, payout, PAYEE))).toBeNull()
    expect(await content({ hash: HASH, to: null, input })).toBeNull()
    expect(await content(null)).toBeNull()
  })

  test.each([
    ['another transaction', { ...executionOfSafe(txHash(2), payout) }],
    ['another function', { hash: HASH, to: SAFE, input: payoutCall.data }],
    ['a call without data', { hash: HASH, to: SAFE, input: '0x' }],
    [
      'a call that is cut short',
      { hash: HASH, to: SAFE, input: executionOfSafe(HASH, payout).input.slice(0, 300) },
    ],
    [
      'an undefined operation',
      { hash: HASH, to: SAFE, input: executionOfSafe(HASH, { ...payout, operation: 2 as never }).input },
    ],
  ])('error: is not read from %s', async (_, found) => {
    expect(await content(found)).toBeNull()
  })

  test('error: is what two operators report, not what one invents', async () => {
    const node = (tx: SafeTx.SafeTx | null) =>
      oneSafeNode({ ...exampleSafe, transactions: { [HASH]: tx && executionOfSafe(HASH, tx) } })
    const invented = SafeTx.fromCall({ ...payoutCall, to: PAYEE }, 12n)
    const [lies, knows, lags] = [node(invented), node(batch), node(null)]
    const read = (...nodes: readonly Rpc[]) => readExecutedContent(clientOf(...nodes), SAFE, HASH)
    expect(await read(lies, knows, knows)).toEqual(decodeProposal(SAFE, batch))
    expect(await read(lags, knows, knows)).toEqual(decodeProposal(SAFE, batch))
    await expect(read(lies, knows)).rejects.toThrow('No two operators agree')
    await expect(read(lags, knows)).rejects.toThrow('No two operators agree')
  })

  test.each([
    ['nothing', undefined],
    ['a text', 'no'],
    ['no hash', { to: SAFE, input: '0x' }],
    ['an invalid address', { hash: HASH, to: someAddress(1).slice(2), input: '0x' }],
    ['half a byte', { hash: HASH, to: SAFE, input: '0x0' }],
  ])('error: a node that returns %s throws', async (_, answer) => {
    await expect(readExecutedContent(async () => answer, SAFE, HASH)).rejects.toThrow()
  })
})
