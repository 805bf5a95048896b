import fc from 'fast-check'
import { toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Call } from '#chain/money/Call.ts'
import { readDetails, type TransactionDetails } from '#safe/service/detailsDocument.ts'
import { anyAddress, anyCall, anyUint256 } from '#tests/support/arbitraries.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { mistakesIn } from '#tests/support/proposals.ts'
import { detailsDocument, PAYEE, PAYOUT_HASH, payoutCall, SAFE } from '#tests/support/safeExamples.ts'
import * as MultiSend from './MultiSend.ts'
import * as SafeTx from './SafeTx.ts'
import { callDifferences, callWords, plainCalls, toSafeTx } from './signedFields.ts'

const MULTI_SEND = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'
const expected = { safe: SAFE, safeTxHash: PAYOUT_HASH, calls: [payoutCall], version: '1.4.1' } as const

type Document = typeof detailsDocument
type Info = Document['detailedExecutionInfo']

function read(document: unknown): TransactionDetails {
  const details = readDetails(document)
  if (details === null) throw new Error('Not a details document')
  return details
}

const withTxData = (some: Partial<Document['txData']>): Document => ({
  ...detailsDocument,
  txData: { ...detailsDocument.txData, ...some },
})
const withInfo = (some: Partial<Info>): Document => ({
  ...detailsDocument,
  detailedExecutionInfo: { ...detailsDocument.detailedExecutionInfo, ...some },
})
const party = (value: string) => ({ value, name: null, logoUri: null })

describe('the service’s report of the payout', () => {
  test('behavior: matches the reviewed payout', () => {
    expect(mistakesIn(read(detailsDocument), expected)).toEqual([])
  })

  test('behavior: matches for a Safe before 1.3.0, with its own hash', () => {
    const safeTxHash = '0xbeab73f1835305d46dbd90e87803e8c415635025d6a59d5aabc5ec50d50473b6'
    const details = read(withInfo({ safeTxHash }))
    expect(
      mistakesIn(details, { ...expected, safeTxHash: safeTxHash as SafeTx.SafeTxHash, version: '1.1.1' }),
    ).toEqual([])
    expect(mistakesIn(details, expected)).not.toEqual([])
  })

  test('behavior: ignores texts beside the signed fields', () => {
    const document = { ...detailsDocument, txInfo: { type: 'Custom' }, note: 'x', txStatus: 'SOMETHING' }
    expect(mistakesIn(read(document), expected)).toEqual([])
    expect(mistakesIn(read(withTxData({ value: null })), expected)).toEqual([])
  })
})

describe('a difference in one field', () => {
  const changed: fc.Arbitrary<Document> = fc.oneof(
    anyAddress.map((value) => ({ ...detailsDocument, safeAddress: value as typeof SAFE })),
    anyAddress.map((value) => withTxData({ to: { ...detailsDocument.txData.to, value } })),
    anyUint256.map((value) => withTxData({ value: `${value}` })),
    anyCall.map(({ data }) => withTxData({ hexData: data })),
    fc.record({ at: fc.integer({ min: 2, max: 137 }), digit: fc.integer({ min: 0, max: 15 }) }).map(
      // Changing one digit of the calldata yields another payee, amount or function.
      ({ at, digit }) => {
        const data = payoutCall.data
        return withTxData({ hexData: `${data.slice(0, at)}${digit.toString(16)}${data.slice(at + 1)}` })
      },
    ),
    fc.constant(withTxData({ hexData: null })),
    fc.constant(withTxData({ operation: 1 })),
    fc.nat().map((nonce) => withInfo({ nonce })),
    anyUint256.map((value) => withInfo({ safeTxGas: `${value}` })),
    anyUint256.map((value) => withInfo({ baseGas: `${value}` })),
    anyUint256.map((value) => withInfo({ gasPrice: `${value}` })),
    anyAddress.map((gasToken) => withInfo({ gasToken })),
    anyAddress.map((value) => withInfo({ refundReceiver: { ...party(value), name: null, logoUri: null } })),
    fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => withInfo({ safeTxHash: toHex(bytes) })),
  )

  test('error: is always found', () => {
    fc.assert(
      fc.property(changed, (document) => {
        fc.pre(JSON.stringify(document) !== JSON.stringify(detailsDocument))
        expect(mistakesIn(read(document), expected)).not.toEqual([])
      }),
      propertyRuns(500, 60_000),
    )
  })

  test('error: is found even if the service reports the hash of its lie', () => {
    fc.assert(
      fc.property(changed, (document) => {
        const lie = read(document)
        const { to, value, data, operation, ...rest } = toSafeTx(lie)
        const safeTxHash = SafeTx.hash(SAFE, { to, value, data, operation, ...rest })
        fc.pre(safeTxHash !== PAYOUT_HASH)
        const consistent = { ...document.detailedExecutionInfo, safeTxHash }
        const reported = read({ ...document, detailedExecutionInfo: consistent })
        expect(mistakesIn(reported, expected)).not.toEqual([])
      }),
      propertyRuns(250),
    )
  })

  test('error: is found even if the host lied about the hash too', () => {
    const other = SafeTx.fromCall({ ...payoutCall, to: PAYEE }, 12n)
    const safeTxHash = SafeTx.hash(SAFE, other)
    const document = {
      ...withTxData({ to: { ...detailsDocument.txData.to, value: PAYEE } }),
      detailedExecutionInfo: { ...detailsDocument.detailedExecutionInfo, safeTxHash },
    }
    expect(mistakesIn(read(document), { ...expected, safeTxHash })).toEqual([
      `Payment 1 is not the one that was reviewed: 250 USDT → ${250n * 10n ** 18n} base units of the token ${PAYEE}`,
    ])
  })

  test('error: a gas refund is found even if all hashes match', () => {
    const tx = { ...SafeTx.fromCall(payoutCall, 12n), gasPrice: 1n, refundReceiver: PAYEE } as const
    const safeTxHash = SafeTx.hash(SAFE, tx)
    const document = withInfo({ gasPrice: '1', refundReceiver: party(PAYEE), safeTxHash })
    expect(mistakesIn(read(document), { ...expected, safeTxHash })).toEqual([
      'It pays a gas refund out of the Safe.',
    ])
  })
})

describe('a batch', () => {
  const calls: readonly Call[] = [payoutCall, { ...payoutCall, value: 1n }, { ...payoutCall, to: PAYEE }]
  const batch = (some: Partial<Document['txData']>) => {
    const txData = { hexData: MultiSend.encode(calls), operation: 1, value: '0', ...some }
    const document = withTxData({ ...txData, to: { ...detailsDocument.txData.to, value: MULTI_SEND } })
    const safeTxHash = SafeTx.hash(SAFE, toSafeTx(read({ ...document, ...some })))
    return {
      details: read({
        ...document,
        detailedExecutionInfo: { ...document.detailedExecutionInfo, safeTxHash },
      }),
      safeTxHash,
    }
  }

  test('behavior: equals its packed calls', () => {
    const { details, safeTxHash } = batch({})
    expect(plainCalls(toSafeTx(details))).toEqual(calls.map((call) => ({ ...call, operation: 0 })))
    expect(mistakesIn(details, { ...expected, safeTxHash, calls })).toEqual([])
  })

  test('error: names differing, missing and unreviewed rows', () => {
    const { details, safeTxHash } = batch({})
    const check = (reviewed: readonly Call[]) => {
      const found = mistakesIn(details, { ...expected, safeTxHash, calls: reviewed })
      expect(callDifferences(toSafeTx(details), reviewed)).toEqual(found)
      return found
    }
    const [first, second, third] = calls as [Call, Call, Call]
    const strange = (call: Call) => `a call of ${call.to} that is not a transfer`
    expect(check([first, first, third])).toEqual([
      `Payment 2 is not the one that was reviewed: 250 USDT to ${PAYEE} → ${strange(second)}`,
    ])
    expect(check([first, second])).toEqual([
      `Payment 3 was never reviewed: ${third.value > 0n ? strange(third) : callWords(third)}`,
    ])
    expect(check([first, second, third, first])).toEqual([`Payment 4 is missing: 250 USDT to ${PAYEE}`])
    expect(check([second, first, third])).toEqual(['Its payments are in another order than reviewed.'])
  })

  test('behavior: one payment taken out does not make the others look changed', () => {
    const { details, safeTxHash } = batch({})
    const lost = { ...payoutCall, to: SAFE, data: '0x', value: 5n * 10n ** 17n } as const
    expect(mistakesIn(details, { ...expected, safeTxHash, calls: [lost, ...calls] })).toEqual([
      `Payment 1 is missing: 0.50 BNB to ${SAFE}`,
    ])
  })

  test.each<[string, Partial<Document['txData']>]>([
    [
      'with a delegatecall inside',
      { hexData: MultiSend.encode(calls).toLowerCase().replace('0055d398', '0155d398') },
    ],
    ['with BNB for the packer', { value: '1' }],
    ['that cannot be unpacked', { hexData: `${MultiSend.encode(calls)}00` }],
  ])('error: one %s is not a list of plain calls', (_, some) => {
    const { details, safeTxHash } = batch(some)
    expect(mistakesIn(details, { ...expected, safeTxHash, calls })).toContain(
      'It is not a list of plain calls.',
    )
  })

  test('error: a delegatecall to a contract that is not Safe’s own is not a list of plain calls', () => {
    const document = withTxData({ hexData: MultiSend.encode(calls), operation: 1 })
    expect(plainCalls(toSafeTx(read(document)))).toBeNull()
  })
})
