import { type Address, zeroAddress } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import * as Token from '#chain/money/Token.ts'
import type { ListedTransaction, SafeSource, TransactionPage } from '#safe/service/SafeSource.ts'
import { gateway } from '#safe/service/sources.ts'
import { fakeRpc } from '#tests/support/fakeRpc.ts'
import {
  historyDocument,
  OWNERS,
  PAYEE,
  PAYOUT_HASH,
  queuedDocument,
  SAFE,
  USDT,
} from '#tests/support/safeExamples.ts'
import { listedItem } from './listedItem.ts'
import { safeActivity } from './safeActivity.ts'

const IMITATION = '0x55d3980000000000000000000000000000007955'
const usdt = Token.find(USDT)

const row: ListedTransaction = {
  id: `multisig_${SAFE}_${PAYOUT_HASH.toUpperCase().replace('0X', '0x')}`,
  txHash: null,
  timestamp: 1795165200000,
  txStatus: 'AWAITING_CONFIRMATIONS',
  txInfo: {
    type: 'Transfer',
    sender: SAFE,
    recipient: PAYEE,
    direction: 'OUTGOING',
    transferInfo: { type: 'NATIVE_COIN', value: 5n },
  },
  executionInfo: { type: 'MULTISIG', nonce: 12n, confirmationsRequired: 2, confirmationsSubmitted: 1 },
  conflict: true,
}
type Info = ListedTransaction['txInfo']
type Transfer = Extract<Info, { type: 'Transfer' }>

const ofInfo = (txInfo: Info) => listedItem({ ...row, txInfo }).what
const ofTransfer = (transferInfo: Transfer['transferInfo']) => {
  const what = ofInfo({ ...(row.txInfo as Transfer), transferInfo })
  if (what.kind !== 'transfer-out') throw new Error('Not a payment')
  return what.amount
}

test('behavior: keeps a row’s position, time, nonce and hash', () => {
  expect(listedItem(row)).toEqual({
    id: row.id,
    at: 1795165200000,
    what: {
      kind: 'transfer-out',
      to: PAYEE,
      amount: { amount: { token: Token.BNB, value: 5n }, suspect: null },
    },
    status: { kind: 'awaiting-signatures', have: 1, need: 2 },
    nonce: 12n,
    conflict: true,
    hash: null,
    safeTxHash: PAYOUT_HASH,
    missing: null,
    module: null,
    note: null,
  })
})

test.each([
  `transfer_${SAFE}_e123`,
  `module_${SAFE}_i1`,
  PAYOUT_HASH,
  '',
  `multisig_${SAFE}_${PAYOUT_HASH}0`,
])('behavior: the id %j contains no proposal hash', (id) => {
  expect(listedItem({ ...row, id }).safeTxHash).toBeNull()
})

test.each<[string, Address, number | null]>([
  ['a batch', '0x9641d764fc13c8B624c04430C7356C1C7C8102e2', null],
  ['a call of a token', USDT, 1],
])('error: %s that the service has not decoded may hold payments, which its bytes show', (_, to, count) => {
  expect(ofInfo({ type: 'Custom', to, methodName: null })).toEqual({ kind: 'batch', count })
})

describe('a status', () => {
  test.each([
    ['AWAITING_EXECUTION', 'ready-to-execute'],
    ['SUCCESS', 'executed'],
    ['FAILED', 'failed'],
    ['CANCELLED', 'cancelled'],
    ['UNKNOWN', 'unknown'],
  ] as const)('behavior: %s is %s', (txStatus, kind) => {
    expect(listedItem({ ...row, txStatus }).status).toEqual({ kind })
  })

  test('behavior: is unknown without a count of signatures', () => {
    expect(listedItem({ ...row, executionInfo: null }).status).toEqual({ kind: 'unknown' })
  })

  test('error: is never ready to execute without signatures, or without the number that is needed', () => {
    const counted = (have: number | null, need: number | null) =>
      listedItem({
        ...row,
        txStatus: 'AWAITING_EXECUTION',
        executionInfo: {
          type: 'MULTISIG',
          nonce: 12n,
          confirmationsSubmitted: have,
          confirmationsRequired: need,
        },
      }).status
    expect(counted(0, null)).toEqual({ kind: 'unknown' })
    expect(counted(null, 2)).toEqual({ kind: 'unknown' })
    expect(counted(0, 2)).toEqual({ kind: 'awaiting-signatures', have: 0, need: 2 })
    expect(counted(2, 2)).toEqual({ kind: 'ready-to-execute' })
  })
})

describe('a row’s content', () => {
  test.each<[Info, object]>([
    [
      { ...(row.txInfo as Transfer), direction: 'INCOMING', sender: PAYEE },
      { kind: 'transfer-in', from: PAYEE },
    ],
    [
      { ...(row.txInfo as Transfer), direction: 'UNKNOWN' },
      { kind: 'other', label: 'Transfer' },
    ],
    [{ type: 'Custom', to: SAFE, isCancellation: true }, { kind: 'rejection' }],
    [
      { type: 'Custom', to: SAFE, methodName: 'multiSend', actionCount: 3 },
      { kind: 'batch', count: 3 },
    ],
    [
      { type: 'Custom', to: SAFE, methodName: 'multiSend' },
      { kind: 'batch', count: null },
    ],
    [
      { type: 'Custom', to: SAFE, methodName: 'approve' },
      { kind: 'other', label: 'approve' },
    ],
    [
      { type: 'Custom', to: SAFE, methodName: null },
      { kind: 'other', label: 'Contract call' },
    ],
    [
      { type: 'SettingsChange', dataDecoded: { method: 'addOwnerWithThreshold' } },
      { kind: 'settings', label: 'addOwnerWithThreshold' },
    ],
    [{ type: 'Creation' }, { kind: 'creation' }],
    [
      { type: 'Other', label: 'SwapOrder' },
      { kind: 'other', label: 'SwapOrder' },
    ],
  ])('behavior: is derived from the transaction info (%#)', (info, what) => {
    expect(ofInfo(info)).toMatchObject(what)
  })
})

describe('an amount', () => {
  test('error: of a token at the zero address is not BNB', () => {
    const token = { type: 'ERC20', tokenAddress: zeroAddress, value: 5n } as const
    expect(ofTransfer(token)).toMatchObject({
      amount: { token: { address: zeroAddress, name: 'Unverified token' }, value: 5n },
      suspect: 'unverified-token',
    })
  })

  test('error: a pinned token keeps its symbol and decimals, whatever the service reports', () => {
    expect(
      ofTransfer({
        type: 'ERC20',
        tokenAddress: USDT,
        value: 5n,
        tokenSymbol: 'FAKE',
        decimals: 2,
        imitation: false,
      }),
    ).toEqual({ amount: { token: usdt, value: 5n }, suspect: null })
  })

  test('error: another contract with the same symbol is an unverified token', () => {
    const { suspect, amount } = ofTransfer({
      type: 'ERC20',
      tokenAddress: IMITATION,
      value: 5n,
      tokenSymbol: 'USDT',
      decimals: 18,
      trusted: true,
    })
    expect(suspect).toBe('unverified-token')
    expect(amount.token).toMatchObject({ address: IMITATION, name: 'Unverified token' })
  })

  test('behavior: a token without metadata is shown in base units', () => {
    expect(
      ofTransfer({ type: 'ERC20', tokenAddress: IMITATION, value: 5n, tokenSymbol: '' }).amount.token,
    ).toMatchObject({ symbol: 'token', decimals: 0 })
  })

  test('error: flags an imitation and a zero transfer', () => {
    const of = (some: { value?: bigint; imitation?: boolean }) =>
      ofTransfer({ type: 'ERC20', tokenAddress: USDT, value: 5n, ...some }).suspect
    expect(of({ imitation: true })).toBe('imitation')
    expect(of({ value: 0n })).toBe('zero-value')
    expect(of({ imitation: true, value: 0n })).toBe('imitation')
    expect(ofTransfer({ type: 'NATIVE_COIN', value: 0n }).suspect).toBe('zero-value')
  })
})

test('behavior: a Safe’s lists are the pages of its gateway', async () => {
  const asked: unknown[] = []
  const page = (name: string) => async (safe: string, cursor: string | null) => {
    asked.push([name, safe, cursor])
    return { transactions: [row], cursor: 'next', unreadable: 2 } satisfies TransactionPage
  }
  const fake = { name: 'fake', queued: page('queued'), history: page('history') } as unknown as SafeSource
  const { queued, history } = safeActivity({ address: SAFE, sources: [fake], rpc: fakeRpc({}) })
  const signal = new AbortController().signal
  expect(await queued?.('0 a', signal)).toEqual({
    items: [listedItem(row)],
    cursor: '0 next',
    unreadable: 2,
    source: 'fake',
  })
  expect(await history(null, signal)).toMatchObject({ cursor: '0 next' })
  expect(asked).toEqual([
    ['queued', SAFE, 'a'],
    ['history', SAFE, null],
  ])
})

test('behavior: counts signatures of current owners only, where they are known', async () => {
  const [ada, ben, cleo] = OWNERS
  const signedBy = (submitted: number, missing: readonly Address[], txStatus = 'AWAITING_CONFIRMATIONS') => ({
    ...row,
    txStatus: txStatus as typeof row.txStatus,
    executionInfo: {
      type: 'MULTISIG' as const,
      nonce: 3n,
      confirmationsRequired: 2,
      confirmationsSubmitted: submitted,
      missingSigners: [...missing],
    },
  })
  const statusOf = (transaction: ReturnType<typeof signedBy>, owners: readonly Address[] | null) =>
    listedItem(transaction, owners).status
  // Its only signer was replaced by Cleo.
  expect(statusOf(signedBy(1, [ben, cleo]), [ben, cleo])).toEqual({
    kind: 'awaiting-signatures',
    have: 0,
    need: 2,
  })
  expect(statusOf(signedBy(1, [ben, cleo]), null)).toEqual({ kind: 'awaiting-signatures', have: 1, need: 2 })
  expect(statusOf(signedBy(1, [ben]), [ada, ben])).toEqual({ kind: 'awaiting-signatures', have: 1, need: 2 })
  expect(statusOf(signedBy(2, [cleo], 'AWAITING_EXECUTION'), [ada, cleo])).toEqual({
    kind: 'awaiting-signatures',
    have: 1,
    need: 2,
  })
  // A service that names nobody adds no signature.
  expect(statusOf(signedBy(0, []), [ada, ben])).toEqual({ kind: 'awaiting-signatures', have: 0, need: 2 })
})

describe('the start of a history', () => {
  const opened = () => {
    const asked: AbortSignal[] = []
    const answers: ((page: TransactionPage) => void)[] = []
    const history = (_: string, __: string | null, signal: AbortSignal) => {
      asked.push(signal)
      return new Promise<TransactionPage>((resolve, reject) => {
        answers.push(resolve)
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    }
    const fake = { name: 'fake', history } as unknown as SafeSource
    const lists = safeActivity({ address: SAFE, sources: [fake], rpc: fakeRpc({}) })
    const answer = () => answers.at(-1)?.({ transactions: [row], cursor: null, unreadable: 0 })
    return { read: lists.history, asked, answer }
  }

  test('behavior: is read once for the parts of a page that ask at once', async () => {
    const { read, asked, answer } = opened()
    const { signal } = new AbortController()
    const all = [read(null, signal), read(null, signal), read(null, signal)]
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    answer()
    for (const page of await Promise.all(all)) expect(page.items).toHaveLength(1)
    expect(asked).toHaveLength(1)
  })

  test('behavior: is read again for the others if the part that asked has left', async () => {
    const { read, asked, answer } = opened()
    const leave = new AbortController()
    const left = read(null, leave.signal).catch((error: Error) => error.name)
    const other = read(null, new AbortController().signal)
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    leave.abort()
    expect(await left).toBe('AbortError')
    await vi.waitFor(() => expect(asked).toHaveLength(2))
    answer()
    expect((await other).items).toHaveLength(1)
  })
})

test('error: a transaction that owners sign is counted as unreadable if its safeTxHash is not named', async () => {
  const nameless = { ...row, id: `multisig_${SAFE}_0x12` }
  const page = async () => ({ transactions: [row, nameless], cursor: null, unreadable: 1 })
  const fake = { name: 'fake', queued: page, history: page } as unknown as SafeSource
  const { queued } = safeActivity({ address: SAFE, sources: [fake], rpc: fakeRpc({}) })
  const read = await queued?.(null, new AbortController().signal)
  expect(read).toMatchObject({ items: [{}, { safeTxHash: null }], unreadable: 2 })
})

test('behavior: converts real gateway documents into items', async () => {
  const url = (document: unknown) => `data:application/json,${encodeURIComponent(JSON.stringify(document))}#`
  const read = (document: unknown) =>
    safeActivity({ address: SAFE, sources: [gateway(url(document))], rpc: fakeRpc({}) }).history(
      null,
      new AbortController().signal,
    )
  expect((await read(queuedDocument)).items.map(({ what }) => what.kind)).toEqual([
    'transfer-out',
    'rejection',
  ])
  expect((await read(historyDocument)).items.map(({ what }) => what.kind)).toEqual([
    'transfer-out',
    'transfer-in',
  ])
})
