import * as v from 'valibot'
import { encodeFunctionData, parseAbi, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import * as MultiSend from '#safe/tx/MultiSend.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { someAddress, txHash } from '#tests/support/fakeSafe.ts'
import { detailsOf, wireOf } from '#tests/support/reportedProposals.ts'
import { PAYEE, payoutCall, SAFE, USDT } from '#tests/support/safeExamples.ts'
import { owners } from '../../../safe-app/accounts.ts'
import { readDetails } from './detailsDocument.ts'
import { listRow } from './documents.ts'
import { toDetailsDocument, toRows, type UntrustedRecord } from './txServiceReads.ts'

const [ada] = owners
const tx = SafeTx.fromCall(payoutCall, 12n)
const hash = SafeTx.hash(SAFE, tx)
const AT = '2026-11-20T10:00:00Z'

/** A transaction in the service's format, as returned by api-kit. */
const reported: UntrustedRecord = {
  safe: SAFE,
  to: tx.to,
  value: '0',
  data: tx.data,
  operation: 0,
  gasToken: zeroAddress,
  safeTxGas: '0',
  baseGas: '0',
  gasPrice: '0',
  refundReceiver: zeroAddress,
  nonce: '12',
  submissionDate: AT,
  executionDate: null,
  transactionHash: null,
  safeTxHash: hash,
  executor: null,
  isExecuted: false,
  isSuccessful: null,
  confirmationsRequired: 2,
  confirmations: [],
  proposer: ada.address,
  origin: '{"url":"https://portal.example","name":"Portal","note":"Campaign 7"}',
}

/** The row of a list as parsed by the portal. */
function rowOf(some: UntrustedRecord) {
  const [row] = toRows({ txType: 'MULTISIG_TRANSACTION', ...reported, ...some }, SAFE)
  const read = v.safeParse(listRow, { type: 'TRANSACTION', transaction: row })
  if (!read.success || read.output.type !== 'TRANSACTION') throw new Error('Not a row')
  return read.output.transaction
}

describe('a transaction', () => {
  test('behavior: matches the gateway’s data, except for fields that the service lacks', async () => {
    const wire = await wireOf(tx)
    const { signers: _, ...info } = detailsOf(wire).detailedExecutionInfo
    expect(readDetails(toDetailsDocument(reported))).toMatchObject({
      safeAddress: SAFE,
      txStatus: 'AWAITING_CONFIRMATIONS',
      txHash: null,
      note: 'Campaign 7',
      txInfo: null,
      txData: detailsOf(wire).txData,
      detailedExecutionInfo: { ...info, submittedAt: Date.parse(AT), signers: null, confirmations: [] },
    })
  })

  test('behavior: missing values become zero, and the hash shows whether that is right', () => {
    const nothing = { safeTxGas: null, baseGas: null, gasPrice: null, gasToken: null, refundReceiver: null }
    for (const some of [nothing, { data: null, value: 5 }, { safeTxGas: 0, baseGas: 0 }]) {
      const details = readDetails(toDetailsDocument({ ...reported, ...some }))
      expect(details?.detailedExecutionInfo).toMatchObject({ safeTxGas: 0n, gasToken: zeroAddress })
    }
  })

  test.each<[string, UntrustedRecord]>([
    ['invalid dates', { submissionDate: 'yesterday', executionDate: 'soon' }],
    ['dates that are numbers', { submissionDate: 5, executionDate: {} }],
    ['invalid confirmations', { confirmations: [{ owner: SAFE, signature: 7, submissionDate: 'x' }] }],
    ['no confirmations at all', { confirmations: null }],
    ['an invalid origin', { origin: 'Influencer Portal' }],
    ['a nameless origin', { origin: 'null' }],
    ['a note that is not a text', { origin: '{"note":{}}' }],
  ])('error: %s only affect their own fields', (_, some) => {
    const details = readDetails(toDetailsDocument({ ...reported, ...some }))
    expect(details?.detailedExecutionInfo.safeTxHash).toBe(hash)
    expect(rowOf(some).txStatus).toBe('AWAITING_CONFIRMATIONS')
  })

  test.each([null, undefined, 'none'])(
    'error: whose confirmations are %s is not listed as signed by nobody',
    (confirmations) => {
      expect(rowOf({ confirmations }).executionInfo).toMatchObject({
        confirmationsSubmitted: null,
        confirmationsRequired: 2,
      })
    },
  )

  test.each<[string, UntrustedRecord]>([
    ['an amount that was rounded', { value: 1e21 }],
    ['an invalid hash', { safeTxHash: '0x12' }],
    ['an unknown operation', { operation: 2 }],
    ['an invalid nonce', { nonce: 'x' }],
    ['nothing', { safe: null }],
  ])('error: %s makes it unreadable', (_, some) => {
    expect(readDetails(toDetailsDocument({ ...reported, ...some }))).toBeNull()
  })

  test.each<[string, UntrustedRecord]>([
    ['SUCCESS', { isExecuted: true, isSuccessful: true }],
    ['FAILED', { isExecuted: true, isSuccessful: false }],
    ['UNKNOWN', { isExecuted: true, isSuccessful: null }],
    ['AWAITING_CONFIRMATIONS', {}],
    ['AWAITING_EXECUTION', { confirmations: [{}, {}] }],
    // Zero and null do not mean that nobody has to sign.
    ['UNKNOWN', { confirmations: [], confirmationsRequired: null }],
    ['UNKNOWN', { confirmations: [], confirmationsRequired: 0 }],
    ['UNKNOWN', { confirmations: [{}], confirmationsRequired: undefined }],
  ])('behavior: has the status %s', (status, some) => {
    expect(rowOf(some).txStatus).toBe(status)
  })
})

describe('its content in a list', () => {
  const abi = parseAbi(['function enableModule(address module)'])
  const data = encodeFunctionData({ abi, functionName: 'enableModule', args: [USDT] })
  const batch = MultiSend.encode([payoutCall, payoutCall])

  test.each<[string, UntrustedRecord, object]>([
    [
      'a token',
      {},
      { type: 'Transfer', recipient: PAYEE, transferInfo: { tokenAddress: USDT, value: 250n * 10n ** 18n } },
    ],
    [
      'BNB',
      { to: PAYEE, data: null, value: '5' },
      { type: 'Transfer', recipient: PAYEE, transferInfo: { type: 'NATIVE_COIN', value: 5n } },
    ],
    ['a rejection', { to: SAFE, data: null }, { type: 'Custom', isCancellation: true }],
    ['settings', { to: SAFE, data, dataDecoded: { method: 'enableModule' } }, { type: 'SettingsChange' }],
    [
      'a batch',
      { to: '0x9641d764fc13c8B624c04430C7356C1C7C8102e2', data: batch, operation: 1 },
      { type: 'Custom', methodName: 'multiSend', actionCount: 2 },
    ],
    ['foreign code', { operation: 1, dataDecoded: { method: 'transfer' } }, { type: 'Custom', to: USDT }],
    ['a rejection that runs code', { to: SAFE, data: null, operation: 1 }, { type: 'Custom', to: SAFE }],
  ])('behavior: is read from its call: %s', (_, some, info) => {
    expect(rowOf(some)).toMatchObject({ txInfo: info, note: 'Campaign 7' })
    if (some.operation === 1) expect(rowOf(some).txInfo).not.toMatchObject({ isCancellation: true })
  })
})

describe('an entry not made by the owners', () => {
  const transfer = { executionDate: AT, transactionHash: txHash(1), from: PAYEE, transferId: 'e1' }

  test('behavior: has a row for each transfer, in or out', () => {
    const entry = {
      txType: 'ETHEREUM_TRANSACTION',
      txHash: txHash(1),
      transfers: [
        { ...transfer, type: 'ETHER_TRANSFER', to: SAFE, value: '7' },
        {
          ...transfer,
          transferId: 'e2',
          type: 'ERC20_TRANSFER',
          to: SAFE.toLowerCase(),
          tokenAddress: USDT,
          value: '8',
        },
        { ...transfer, transferId: 'e3', type: 'ERC721_TRANSFER', to: SAFE, tokenAddress: USDT },
      ],
    }
    const rows = toRows(entry, SAFE).map((transaction) =>
      v.parse(listRow, { type: 'TRANSACTION', transaction }),
    )
    expect(rows).toMatchObject([
      {
        transaction: {
          id: `transfer_${SAFE}_e1`,
          txHash: txHash(1),
          txInfo: { direction: 'INCOMING', transferInfo: { value: 7n } },
        },
      },
      { transaction: { txInfo: { direction: 'INCOMING', transferInfo: { tokenAddress: USDT, value: 8n } } } },
      { transaction: { txInfo: { type: 'Other', label: 'ERC721_TRANSFER' } } },
    ])
    expect(toRows({ ...entry, transfers: null }, SAFE)).toEqual([])
  })

  test('behavior: of a module contains the module’s address', () => {
    const module = someAddress(5)
    const entry = {
      ...reported,
      txType: 'MODULE_TRANSACTION',
      moduleTransactionId: 'i1',
      module,
      isSuccessful: false,
      executionDate: AT,
    }
    const [row] = toRows(entry, SAFE)
    expect(v.parse(listRow, { type: 'TRANSACTION', transaction: row })).toMatchObject({
      transaction: {
        id: `module_${SAFE}_i1`,
        txStatus: 'FAILED',
        executionInfo: { type: 'MODULE', address: module },
      },
    })
  })
})
