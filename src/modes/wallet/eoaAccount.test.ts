import { describe, expect, test, vi } from 'vitest'
import { exclusive } from '#account/exclusive.ts'
import type { Submission } from '#account/Submission.ts'
import { type Call, transfer } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import { PortalError } from '#chain/PortalError.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import type { SafeSource } from '#safe/service/SafeSource.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { failureOf } from '#tests/support/failureOf.ts'
import { word } from '#tests/support/fakeRpc.ts'
import {
  exampleSafe,
  executionOfSafe,
  executionReceipt,
  oneSafeNode,
  someAddress,
  transferLog,
  twoNodes,
  txHash,
} from '#tests/support/fakeSafe.ts'
import { clientOf, loggingNode } from '#tests/support/loggingNode.ts'
import { detailsOf, wireOf } from '#tests/support/reportedProposals.ts'
import { PAYEE, SAFE, USDT } from '#tests/support/safeExamples.ts'
import { effectOf, START_NONCE, worldChain } from '#tests/support/worldChain.ts'
import { owners } from '../../../safe-app/accounts.ts'
import { eoaAccount } from './eoaAccount.ts'

const KEY = someAddress(9)
const DELEGATION = `0xef0100${'ab'.repeat(20)}` as const
const call = transfer(PAYEE, { token: Token.find(USDT) ?? Token.BNB, value: 500n })
const proposal = SafeTx.fromCall(call, 12n)
const safeTxHash = SafeTx.hash(SAFE, proposal)
const how = { id: word(0xabc), since: 9n }

const unasked = () => Promise.reject(new Error('not asked for'))
/** A service that lists the proposal, once it has been made. */
async function serviceOf(knows = true): Promise<SafeSource> {
  const details = detailsOf(await wireOf(proposal, [owners[0]], exampleSafe))
  const empty = async () => ({ transactions: [], cursor: null, unreadable: 0 })
  return {
    name: 'service',
    queued: empty,
    history: empty,
    executedAt: async () => [],
    transaction: async (hash) => (knows && hash === safeTxHash ? details : null),
  }
}

function accountOf(some: {
  readonly address?: typeof SAFE | typeof KEY
  readonly rpc?: Rpc
  readonly answer?: unknown
  readonly source?: SafeSource
}) {
  const { address = KEY, rpc = twoNodes(oneSafeNode()), answer, source } = some
  return eoaAccount({
    address,
    rpc,
    exclusive: exclusive('your wallet'),
    send: async () => answer,
    request: async () => answer,
    sign: unasked,
    ...(source && { safeSources: [source] }),
  })
}

const notHashes: [string, unknown][] = [
  ['a hash without 0x', '12'.repeat(32)],
  ['65 bytes', `0x${'12'.repeat(65)}`],
  ['31 bytes', `0x${'12'.repeat(31)}`],
  ['an empty text', ''],
  ['0x', '0x'],
  ['null', null],
  ['nothing', undefined],
  ['an object', { hash: txHash(1) }],
  ['a list', [txHash(1)]],
  ['a number', 1],
]

describe('what a wallet answers is hostile', () => {
  test.each(notHashes)('error: %s for a transaction is an unknown result', async (_, answer) => {
    const answers: Submission[] = []
    const asked = accountOf({ answer }).submit([call], { ...how, onAnswer: (one) => void answers.push(one) })
    expect((await failureOf(asked)).kind).toBe('unknown-result')
    expect(answers).toEqual([])
  })

  test('behavior: a hash of 32 bytes is followed, in lower case', async () => {
    const answer = `0x${'AB'.repeat(32)}`
    expect(await accountOf({ answer }).submit([call], how)).toMatchObject({
      kind: 'sent',
      hash: answer.toLowerCase(),
    })
  })

  test('error: a transaction that another account sent is not called replaced by one of this account', async () => {
    const chain = worldChain({})
    const rpc = chain.rpc((work) => work())
    const send = (from: typeof KEY, one: Call, nonce: number) =>
      chain.send(from, one, () => effectOf(from, one, 'good'), nonce)
    // A relayer sends the payment, with a nonce that the account has used long ago.
    const relayed = send(PAYEE, call, START_NONCE)
    relayed.notBefore = Number.MAX_SAFE_INTEGER
    const account = accountOf({ rpc, answer: relayed.hash })
    const submission = await account.submit([call], { ...how, since: BigInt(chain.final()) })
    expect(submission).toMatchObject({ kind: 'sent', nonce: null })
    // The relayer raises the fee, so the payment is made later under another hash.
    relayed.dropped = true
    send(KEY, { to: KEY, value: 0n, data: '0x' }, START_NONCE)
    chain.mine()
    chain.mine(3)
    const [status] = await account.status(submission, new AbortController().signal)
    expect(status).toMatchObject({ kind: 'pending' })
  })

  test.each<[string, unknown]>([
    ['an empty text', ''],
    ['null', null],
    ['nothing', undefined],
    ['an object without an id', {}],
    ['an object with an empty id', { id: '' }],
    ['a list', ['a']],
    ['a number', 1],
    ['a text of 10,000 characters', 'a'.repeat(10_000)],
  ])('error: %s for a batch is an unknown result', async (_, answer) => {
    expect((await failureOf(accountOf({ answer }).submit([call, call], how))).kind).toBe('unknown-result')
  })
})

describe('an account with code is looked at before it pays', () => {
  const at = (address: typeof SAFE | typeof KEY, rpc?: Rpc) =>
    accountOf({ address, ...(rpc && { rpc }) }).contract?.()

  test('behavior: Safe’s own code is a Safe, and a key is nothing', async () => {
    expect(await at(SAFE)).toBe('safe')
    expect(await at(KEY)).toBeNull()
  })

  test('behavior: a key that delegates to a contract (EIP-7702) is a key', async () => {
    expect(await at(KEY, twoNodes(oneSafeNode({ ...exampleSafe, code: DELEGATION })))).toBeNull()
  })

  test('error: any other code is another contract, whatever events it may emit', async () => {
    expect(await at(SAFE, twoNodes(oneSafeNode({ ...exampleSafe, code: '0x60' })))).toBe('other')
  })

  test('error: two operators that do not agree about the code are an error', async () => {
    const rpc = clientOf(oneSafeNode(), oneSafeNode({ ...exampleSafe, code: '0x60' }))
    expect(await failureOf(accountOf({ address: SAFE, rpc }).contract?.() ?? unasked())).toBeInstanceOf(
      PortalError,
    )
  })
})

test('error: a batch that a wallet answers after the person stopped waiting is not lost', async () => {
  const stop = new AbortController()
  const answers: Submission[] = []
  const account = eoaAccount({
    address: KEY,
    rpc: clientOf(async () => '0x'),
    exclusive: exclusive('your wallet'),
    sign: unasked,
    send: unasked,
    async request() {
      stop.abort()
      return { id: 'late' }
    },
  })
  const onAnswer = (one: Submission) => void answers.push(one)
  const asked = account.submit([call, call], { ...how, signal: stop.signal, onAnswer })
  expect(await failureOf(asked)).toMatchObject({ kind: 'unknown-result' })
  await vi.waitFor(() => expect(answers).toMatchObject([{ kind: 'batched', id: 'late' }]))
})

describe('a Safe connected like a wallet', () => {
  test('behavior: its answer is a safeTxHash and is followed as a proposal', async () => {
    const answers: Submission[] = []
    const account = accountOf({ address: SAFE, answer: safeTxHash, source: await serviceOf() })
    const onAnswer = (one: Submission) => void answers.push(one)
    const submission = await account.submit([call], { ...how, onAnswer })
    expect(submission).toEqual({
      kind: 'proposed',
      safe: SAFE,
      calls: [call],
      safeTxHash,
      inLargerBatch: false,
    })
    expect(answers).toEqual([submission])
    expect(await account.status(submission, new AbortController().signal)).toMatchObject([
      { kind: 'needs-signatures', have: 1, need: 2 },
    ])
  })

  test('error: is not asked if the person stops while its code is read', async () => {
    const stop = new AbortController()
    const asked: string[] = []
    const slow = clientOf(async () => new Promise(() => {}))
    const account = eoaAccount({
      address: SAFE,
      rpc: slow,
      exclusive: exclusive('your wallet'),
      sign: unasked,
      send: async () => asked.push('send'),
      request: async (method) => asked.push(method),
      safeSources: [await serviceOf()],
    })
    const paying = failureOf(account.submit([call], { ...how, signal: stop.signal }))
    stop.abort()
    expect((await paying).kind).toBe('rejected')
    expect(asked).toEqual([])
  })

  test('behavior: an answer that was stored as a transaction is followed as a proposal, too', async () => {
    const account = accountOf({ address: SAFE, source: await serviceOf() })
    const stored = {
      kind: 'sent',
      from: SAFE,
      calls: [call],
      hash: safeTxHash,
      nonce: null,
      since: 9n,
    } as const
    expect(await account.status(stored, new AbortController().signal)).toMatchObject([
      { kind: 'needs-signatures' },
    ])
  })

  test('error: an execution from before the request is no answer, as a transaction or as a proposal', async () => {
    const hash = txHash(7)
    const log = transferLog(USDT, SAFE, PAYEE, 500n)
    const safe = {
      ...exampleSafe,
      nonce: 13n,
      receipts: { [hash]: executionReceipt(hash, safeTxHash, { logs: [log], block: 900 }) },
      transactions: { [hash]: executionOfSafe(hash, proposal) },
    }
    const rpc = twoNodes(oneSafeNode(safe))
    const account = accountOf({ address: SAFE, rpc, source: await serviceOf(false) })
    const kindAt = async (kind: 'sent' | 'proposed', since: bigint) => {
      const submission: Submission =
        kind === 'sent'
          ? { kind, from: SAFE, calls: [call], hash, nonce: null, since }
          : { kind, safe: SAFE, calls: [call], safeTxHash: hash as never, inLargerBatch: false, since }
      const [status] = await account.status(submission, new AbortController().signal)
      return status?.kind === 'unknown' ? status.why : status?.kind
    }
    for (const kind of ['sent', 'proposed'] as const)
      expect([await kindAt(kind, 899n), await kindAt(kind, 900n)]).toEqual(['paid', 'older'])
  })

  test('behavior: a proposal that no service lists yet is pending', async () => {
    const account = accountOf({ address: SAFE, source: await serviceOf(false) })
    const submission = {
      kind: 'proposed',
      safe: SAFE,
      calls: [call],
      safeTxHash,
      inLargerBatch: false,
    } as const
    expect(await account.status(submission, new AbortController().signal)).toMatchObject([
      { kind: 'pending' },
    ])
  })

  test('behavior: the id of its batch is a safeTxHash, unless it repeats the id it was given', async () => {
    const source = await serviceOf()
    const named = accountOf({ address: SAFE, answer: { id: safeTxHash }, source })
    expect(await named.submit([call, call], how)).toMatchObject({ kind: 'proposed', safeTxHash })
    const echoed = accountOf({ address: SAFE, answer: { id: how.id }, source })
    expect(await echoed.submit([call, call], how)).toMatchObject({ kind: 'batched', id: how.id })
  })

  test('behavior: earlier payments are looked for in its queue and history as well', async () => {
    const source = await serviceOf()
    const node = () => loggingNode({ head: 1_000, logs: [], other: oneSafeNode() })
    const account = accountOf({ address: SAFE, rpc: clientOf(node(), node()), source })
    const made = await account.recentPayments({ at: 0, block: 0n, tokens: [] })
    expect(made.position.nonce).toBe(exampleSafe.nonce)
    expect(made.gaps).toEqual([])
  })

  test('error: is not taken for a key, whose queue nobody reads, by the word of one node or of none', async () => {
    const source = await serviceOf()
    const node = (code: typeof DELEGATION | '0x' | null = null) =>
      loggingNode({ head: 1_000, logs: [], other: oneSafeNode({ ...exampleSafe, code }) })
    const silent: Rpc = (method, ...rest) =>
      method === 'eth_getCode' ? Promise.reject(new Error('down')) : node()(method, ...rest)
    const nonceBy = async (...nodes: readonly Rpc[]) => {
      const account = accountOf({ address: SAFE, rpc: clientOf(...nodes), source })
      const read = account.recentPayments({ at: 0, block: 0n, tokens: [] })
      return read.then(({ position }) => position.nonce).catch((error: PortalError) => error.kind)
    }
    expect(await nonceBy(node('0x'), node())).toBe('unreachable')
    expect(await nonceBy(silent, silent)).toBe('unreachable')
  })

  test('behavior: the answer of a key is the hash of a transaction', async () => {
    const account = accountOf({ answer: safeTxHash, source: await serviceOf() })
    expect(await account.submit([call], how)).toMatchObject({ kind: 'sent', hash: safeTxHash })
  })
})
