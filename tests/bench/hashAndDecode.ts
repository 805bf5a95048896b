import { getAddress } from 'viem'
import * as Call from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import { fingerprint } from '#domain/ledger/fingerprint.ts'
import { batchCalls, planPayout } from '#domain/payout/Payout.ts'
import { decodeProposal } from '#safe/tx/decodeProposal.ts'
import * as MultiSend from '#safe/tx/MultiSend.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { SAFE } from '#tests/support/safeExamples.ts'
import { median, print } from './figures.ts'

const ROWS = 100
const RUNS = 200
const MULTI_SEND = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'

/** Builds and encodes one proposal: 100 payments of a payout. */
export function buildAndEncode(): void {
  const payments = Array.from({ length: ROWS }, (_, index) => ({
    payee: getAddress(`0x${(index + 1).toString(16).padStart(40, '1')}`),
    amount: { token: Token.pinned[index % 3] ?? Token.BNB, value: BigInt(index + 1) * 10n ** 18n },
    note: null,
    reference: null,
  }))
  const times = Array.from({ length: RUNS }, () => {
    const start = performance.now()
    const payout = planPayout({ address: SAFE, kind: 'safe' }, payments, ROWS, 0)
    const calls = payout.batches.flatMap((part) => batchCalls(payout, part))
    MultiSend.encode(calls)
    fingerprint(SAFE, Call.transfersOf(calls))
    return performance.now() - start
  })
  print('build, encode and fingerprint a proposal of 100 rows, median', median(times), 'ms', 'under 50')
  print('the first of them, nothing warm', times[0] ?? Number.NaN, 'ms', '')
}

/** Hashes and decodes the content that a second signer checks: a batch of 100 payments. */
export function hashAndDecode(): void {
  const calls = Array.from({ length: ROWS }, (_, index) => {
    const to = getAddress(`0x${(index + 1).toString(16).padStart(40, '1')}`)
    const token = Token.pinned[1 + (index % 2)] ?? Token.BNB
    return Call.transfer(to, { token, value: BigInt(index + 1) * 10n ** 18n })
  })
  const tx = SafeTx.fromCall({ to: MULTI_SEND, value: 0n, data: MultiSend.encode(calls) }, 7n, 1)
  const times = Array.from({ length: RUNS }, () => {
    const start = performance.now()
    SafeTx.hashes(SAFE, tx)
    const { rows } = decodeProposal(SAFE, tx)
    if (rows.length !== ROWS) throw new Error('The batch was not decoded')
    return performance.now() - start
  })
  print('hash and decode a multisend of 100 rows, median', median(times), 'ms', 'under 20')
  print('the first of them, nothing warm', times[0] ?? Number.NaN, 'ms', '')
}
