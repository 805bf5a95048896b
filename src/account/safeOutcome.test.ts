import { encodeEventTopics, encodeFunctionResult, erc20Abi, type Hex, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { PortalError } from '#chain/PortalError.ts'
import { readDetails } from '#safe/detailsDocument.ts'
import type { ListedTransaction, SafeSource } from '#safe/SafeSource.ts'
import { callOf, fakeRpc, quantity, word } from '../../tests/support/fakeRpc.ts'
import {
  detailsDocument,
  OWNERS,
  PAYEE,
  PAYOUT_HASH,
  payoutCall,
  REJECTION_HASH,
  SAFE,
  USDT,
} from '../../tests/support/safeExamples.ts'
import { safeOutcome } from './safeOutcome.ts'

const TX = `0x${'cd'.repeat(32)}` as const
const abi = parseAbi([
  'function getOwners() view returns (address[])',
  'function getThreshold() view returns (uint256)',
  'function nonce() view returns (uint256)',
  'function VERSION() view returns (string)',
  'event ExecutionSuccess(bytes32 indexed txHash, uint256 payment)',
  'event ExecutionFailure(bytes32 indexed txHash, uint256 payment)',
])

type World = {
  nonce?: bigint
  owners?: readonly Hex[]
  code?: Hex
  logs?: readonly object[]
  block?: bigint | null
}

/** A chain with the Safe, and one transaction at block 98 of 100, the last final one. */
function node({ nonce = 12n, owners = OWNERS, code = '0x60', logs = [], block = 98n }: World) {
  return fakeRpc({
    eth_getCode: code,
    eth_call: (params) => {
      switch (callOf(params).data) {
        case '0xa0e67e2b':
          return encodeFunctionResult({ abi, functionName: 'getOwners', result: owners })
        case '0xe75235b8':
          return word(2)
        case '0xaffed0e0':
          return word(nonce)
        default:
          return encodeFunctionResult({ abi, functionName: 'VERSION', result: '1.4.1' })
      }
    },
    eth_getTransactionReceipt: ([hash]) =>
      block === null ? null : { status: '0x1', blockNumber: quantity(block), transactionHash: hash, logs },
    eth_getBlockByNumber: ([tag]) => ({ number: quantity(tag === 'latest' ? 100 : 98) }),
  })
}

const event = (eventName: 'ExecutionSuccess' | 'ExecutionFailure', txHash: Hex = PAYOUT_HASH) => ({
  address: SAFE,
  topics: encodeEventTopics({ abi, eventName, args: { txHash } }),
  data: word(0),
})
const moved = {
  address: USDT,
  topics: encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args: { from: SAFE, to: PAYEE } }),
  data: word(250n * 10n ** 18n),
}

const executed = { ...detailsDocument, txStatus: 'SUCCESS', txHash: TX as string }
const signedBy = (...signers: readonly string[]) => ({
  ...detailsDocument,
  detailedExecutionInfo: {
    ...detailsDocument.detailedExecutionInfo,
    confirmations: signers.map((value) => ({ signer: { value } })),
  },
})

/** What a service lists as executed. */
const executedRow = (hash: Hex, nonce: bigint): ListedTransaction => ({
  id: `multisig_${SAFE}_${hash}`,
  txStatus: 'SUCCESS',
  txInfo: { type: 'Other', label: 'Contract call' },
  executionInfo: { type: 'MULTISIG', nonce, confirmationsRequired: 2, confirmationsSubmitted: 2 },
  conflict: false,
})

function outcome(
  document: unknown,
  world: World = {},
  knownTo: 'host' | 'gateway' = 'gateway',
  executedAt?: SafeSource['executedAt'],
) {
  const known = document === null ? null : readDetails(document)
  if (document !== null && known === null) throw new Error('Not a details document')
  const unasked = () => Promise.reject(new Error('not asked for'))
  return safeOutcome(
    {
      host: { details: async () => (knownTo === 'host' ? known : null) },
      sources: [
        {
          name: 'Safe gateway',
          executedAt: executedAt ?? unasked,
          queued: unasked,
          history: unasked,
          transaction: knownTo === 'host' ? unasked : async () => known,
        } satisfies SafeSource,
      ],
      rpc: node(world),
    },
    { kind: 'proposed', safe: SAFE, calls: [payoutCall], safeTxHash: PAYOUT_HASH },
    new AbortController().signal,
  )
}

describe('before its execution', () => {
  test('behavior: waits while nobody knows the proposal yet', async () => {
    expect(await outcome(null)).toEqual({ kind: 'waiting', hash: null })
  })

  test('behavior: asks the host first and the service only for what it does not know', async () => {
    const expected = { kind: 'needs-signatures', have: 1, need: 2 }
    expect(await outcome(detailsDocument, {}, 'host')).toEqual(expected)
    expect(await outcome(detailsDocument, {}, 'gateway')).toEqual(expected)
  })

  test('behavior: enough owners make it ready', async () => {
    expect(await outcome(signedBy(OWNERS[0], OWNERS[2]))).toEqual({
      kind: 'ready-to-execute',
      have: 2,
      need: 2,
    })
  })

  test('error: one owner twice, and strangers, are not two owners', async () => {
    expect(await outcome(signedBy(OWNERS[0], OWNERS[0]))).toMatchObject({ kind: 'needs-signatures', have: 1 })
    expect(await outcome(signedBy(PAYEE, USDT))).toMatchObject({ kind: 'needs-signatures', have: 0 })
    expect(await outcome(signedBy(OWNERS[0], OWNERS[1]), { owners: [OWNERS[0], PAYEE] })).toMatchObject({
      have: 1,
    })
  })

  test('behavior: a Safe that is not on the chain has no outcome', async () => {
    expect((await outcome(detailsDocument, { code: '0x' })).kind).toBe('unknown')
  })

  test('error: fields that are not what was reviewed are a mismatch, whatever the status says', async () => {
    const txData = { ...detailsDocument.txData, to: { ...detailsDocument.txData.to, value: PAYEE } }
    for (const document of [detailsDocument, executed]) {
      expect((await outcome({ ...document, txData })).kind).toBe('mismatch')
    }
  })
})

describe('when its nonce is used', () => {
  test('behavior: it is waited for while the service does not say by what', async () => {
    expect(await outcome(detailsDocument, { nonce: 13n })).toEqual({ kind: 'waiting', hash: null })
  })

  test('behavior: it is replaced when service and chain agree', async () => {
    expect((await outcome({ ...detailsDocument, txStatus: 'CANCELLED' }, { nonce: 13n })).kind).toBe(
      'replaced',
    )
  })

  test('behavior: it is replaced when a service names another transaction of that nonce', async () => {
    const executedAt = (hash: Hex, nonce: bigint) => async () => [executedRow(hash, nonce)]
    const used = (at: SafeSource['executedAt']) => outcome(detailsDocument, { nonce: 13n }, 'gateway', at)
    expect((await used(executedAt(REJECTION_HASH, 12n))).kind).toBe('replaced')
    expect((await used(executedAt(REJECTION_HASH, 11n))).kind).toBe('waiting')
    expect((await used(executedAt(PAYOUT_HASH, 12n))).kind).toBe('waiting')
    expect((await used(async () => [])).kind).toBe('waiting')
  })

  test('error: the service’s word alone does not make it replaced', async () => {
    expect((await outcome({ ...detailsDocument, txStatus: 'CANCELLED' }, { nonce: 12n })).kind).toBe(
      'unknown',
    )
  })
})

describe('after its execution', () => {
  test('behavior: is done only in a final block, with its event and its transfer', async () => {
    const logs = [moved, event('ExecutionSuccess')]
    expect(await outcome(executed, { nonce: 13n, logs })).toEqual({ kind: 'done', hash: TX })
    expect(await outcome(executed, { nonce: 13n, logs, block: 99n })).toEqual({
      kind: 'confirming',
      hash: TX,
    })
    expect(await outcome(executed, { nonce: 13n, logs, block: null })).toEqual({ kind: 'waiting', hash: TX })
  })

  test('error: failed inside is failed, though the transaction itself succeeded', async () => {
    const logs = [event('ExecutionFailure')]
    expect(await outcome(executed, { nonce: 13n, logs })).toMatchObject({ kind: 'failed', hash: TX })
  })

  test('error: a token that moved nothing is failed', async () => {
    const logs = [event('ExecutionSuccess')]
    expect(await outcome(executed, { nonce: 13n, logs })).toMatchObject({ kind: 'failed', hash: TX })
  })

  test('error: a transaction that executes something else is a mismatch, whatever the service says', async () => {
    for (const logs of [[], [moved], [moved, event('ExecutionSuccess', REJECTION_HASH)]]) {
      expect((await outcome(executed, { nonce: 13n, logs })).kind).toBe('mismatch')
    }
  })
})

test('error: a service that cannot be read is an error, never an outcome', async () => {
  const failure = new PortalError('unreachable', 'The Safe service did not answer.')
  const fails = () => Promise.reject(failure)
  const parts = {
    host: { details: async () => null },
    sources: [{ name: 'Safe gateway', queued: fails, history: fails, transaction: fails, executedAt: fails }],
    rpc: node({}),
  } as const
  const submission = { kind: 'proposed', safe: SAFE, calls: [payoutCall], safeTxHash: PAYOUT_HASH } as const
  await expect(safeOutcome(parts, submission, new AbortController().signal)).rejects.toBe(failure)
})
