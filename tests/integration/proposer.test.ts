import SafeApiKit from '@safe-global/api-kit'
import { type Address, createWalletClient, http } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Account } from '#account/Account.ts'
import { exclusive } from '#account/exclusive.ts'
import type { Submission } from '#account/Submission.ts'
import * as Call from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { leastSettled } from '#chain/settlement/PaymentStatus.ts'
import { proposerAccount } from '#modes/wallet/proposerAccount.ts'
import type { WalletRequest } from '#modes/wallet/sendBatch.ts'
import { readProposalFacts } from '#safe/proposal/proposalReads.ts'
import type { SafeSource } from '#safe/service/SafeSource.ts'
import { gateway, proposalService, txService } from '#safe/service/sources.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { the } from '#tests/integration/rig/ask.ts'
import { borrowRig } from '#tests/integration/rig/borrowRig.ts'
import { confirmAt, executeOn, nonces, proposeWith, usdtOf } from '#tests/integration/rig/proposals.ts'
import { failureOf } from '#tests/support/failureOf.ts'
import { localRpc } from '#tests/support/localRpc.ts'
import { type SeededSafe, treasury, undeployed } from '../../rig/seed/safes.ts'
import type { Rig } from '../../rig/startRig.ts'
import { influencers, owners, type Persona, stranger } from '../../safe-app/accounts.ts'
import { safeContracts } from '../../safe-app/chain/safeContracts.ts'
import { sandboxRequest } from './sandboxRequest.ts'

const [ada, ben, cleo] = owners
const [dana, eli, fay] = influencers
const usdt = the(Token.pinned.find(({ symbol }) => symbol === 'USDT'))
const UNIT = 10n ** 18n
/** The selector of the Safe contract's `getTransactionHash`. */
const GET_TRANSACTION_HASH = '0xd8d11f78'

let rig: Rig
let kit: SafeApiKit
/** Each payment has a different amount, so that none is mistaken for another. */
let amount = 0n

beforeAll(async () => {
  rig = await borrowRig()
  kit = new SafeApiKit({ chainId: 56n, txServiceUrl: rig.service.txServiceUrl })
})

afterAll(() => rig.stop())

beforeEach(() => {
  rig.service.faults.reset()
  amount += UNIT
})

const pay = (to: Address, value = amount, token = usdt) => Call.transfer(to, { token, value })
const signal = () => new AbortController().signal
const since = { at: 0, block: null, tokens: [] }
const ask = (account: Account, calls: readonly Call.Call[]) =>
  account.submit(calls, { id: '0x', since: null })
const statusOf = async (account: Account, submission: Submission) =>
  leastSettled(await account.status(submission, signal()))

/**
 * A user of the sandbox wallet; `onSign` runs once the wallet has signed, before the signature is returned.
 */
function person(
  who: Persona,
  onSign: (signature: unknown, json: string) => unknown = (signed) => signed,
  rpc: Rpc = localRpc(rig.chain.rpcUrl),
) {
  const sandbox = sandboxRequest(rig, who, '')
  const request: WalletRequest = async (method, params) =>
    onSign(await sandbox.request(method, params), String(params[1]))
  const services = [txService(rig.service.txServiceUrl), gateway(rig.service.url)] as const
  const open = (
    safe: SeededSafe = treasury,
    sources: readonly [SafeSource, ...SafeSource[]] = [...services],
  ) =>
    proposerAccount(
      {
        proposer: who.address,
        rpc,
        request,
        service: proposalService(rig.service.txServiceUrl),
        sources,
        exclusive: exclusive('your wallet'),
      },
      safe.address,
    )
  return { open, asked: sandbox.asked }
}

/** The transaction service's record of a submission, and its signed fields. */
async function kept(submission: Submission) {
  if (submission.kind !== 'proposed') throw new Error('A Safe proposes')
  const found = await kit.getTransaction(submission.safeTxHash)
  const tx: SafeTx.SafeTx = {
    to: found.to as Address,
    value: BigInt(found.value),
    data: (found.data ?? '0x') as `0x${string}`,
    operation: found.operation as 0 | 1,
    safeTxGas: BigInt(found.safeTxGas),
    baseGas: BigInt(found.baseGas),
    gasPrice: BigInt(found.gasPrice),
    gasToken: found.gasToken as Address,
    refundReceiver: (found.refundReceiver ?? treasury.address) as Address,
    nonce: BigInt(found.nonce),
  }
  return { found, tx }
}

/** Uses up every nonce below this one. */
async function clearQueueBefore(nonce: bigint) {
  for (let { current } = await nonces(rig); current < nonce; current++) {
    await executeOn(rig, SafeTx.rejection(treasury.address, current), [ada, ben])
  }
}

const delegateClient = () =>
  createWalletClient({
    account: ada.account,
    chain: rig.chain.client.chain,
    transport: http(rig.chain.rpcUrl),
  })
const named = { safeAddress: treasury.address, delegateAddress: fay.address, delegatorAddress: ada.address }

async function asDelegate(work: () => Promise<void>) {
  await kit.addSafeDelegate({ ...named, label: 'Bookkeeper', signer: delegateClient() })
  try {
    await work()
  } finally {
    await kit.removeSafeDelegate({ ...named, signer: delegateClient() }).catch(() => {})
  }
}

describe('an owner', () => {
  test('behavior: tells the other owners what a proposal is for, as far as a note can hold it', async () => {
    const account = await person(ada).open()
    const noteOf = async (note: string | null) => {
      const submission = await account.submit([pay(dana.address, amount++)], { id: '0x', since: null, note })
      if (submission.kind !== 'proposed') throw new Error('A Safe proposes')
      const [read, shown] = await Promise.all(
        [txService(rig.service.txServiceUrl), gateway(rig.service.url)].map((source) =>
          source.transaction(submission.safeTxHash),
        ),
      )
      expect(shown?.note ?? null).toBe(read?.note ?? null)
      return read?.note ?? null
    }
    expect(await noteOf('Herbst 2026: “reels” & stories')).toBe('Herbst 2026: “reels” & stories')
    expect(await noteOf(`\u202e${'é'.repeat(80)}`)).toBe('é'.repeat(60))
    expect(await noteOf('')).toBeNull()
    expect(await noteOf(null)).toBeNull()
  })

  test('behavior: proposes a batch at the end of the queue with the hash that the contract computes, and it is paid', async () => {
    const { open, asked } = person(ada)
    const account = await open()
    expect(account).toMatchObject({
      kind: 'safe',
      address: treasury.address,
      safe: { owners: [ada.address, ben.address, cleo.address], threshold: 2 },
      proposer: { address: ada.address, role: 'owner' },
    })
    expect(asked).toEqual([])
    const { free } = await nonces(rig)
    const calls = [pay(dana.address), pay(eli.address, 3n, Token.BNB)]
    const submission = await ask(account, calls)
    expect(asked).toEqual(['eth_signTypedData_v4'])
    const { found, tx } = await kept(submission)
    expect(tx).toMatchObject({
      to: safeContracts.multiSendCallOnly.address,
      operation: 1,
      value: 0n,
      nonce: free,
      safeTxGas: 0n,
      baseGas: 0n,
      gasPrice: 0n,
    })
    expect(found).toMatchObject({ proposer: ada.address, origin: '"Influencer Portal"' })
    expect(found.confirmations).toMatchObject([{ owner: ada.address }])
    const facts = await readProposalFacts(localRpc(rig.chain.rpcUrl), treasury.address, tx)
    expect(submission).toEqual({
      kind: 'proposed',
      safe: treasury.address,
      calls,
      safeTxHash: facts.contractHash,
      inLargerBatch: false,
    })

    expect(await statusOf(account, submission)).toMatchObject({
      kind: 'needs-signatures',
      have: 1,
      need: 2,
    })
    await confirmAt(rig, tx, ben)
    expect((await statusOf(account, submission)).kind).toBe('ready')
    const made = await account.recentPayments(since)
    expect(made.gaps).toEqual([])
    const id = the(facts.contractHash)
    expect(made.payments.filter((payment) => payment.id === id)).toMatchObject([
      { reported: 'queued', submission, transfers: Call.transfersOf(calls) },
    ])

    await clearQueueBefore(tx.nonce)
    const before = await usdtOf(rig, dana.address)
    const bnbBefore = await rig.chain.client.getBalance({ address: eli.address })
    await executeOn(rig, tx, [ada, ben])
    await rig.chain.client.mine({ blocks: 3 })
    expect((await statusOf(account, submission)).kind).toBe('paid')
    expect((await usdtOf(rig, dana.address)) - before).toBe(amount)
    expect((await rig.chain.client.getBalance({ address: eli.address })) - bnbBefore).toBe(3n)
    const after = await account.recentPayments(since)
    expect(after.payments.find((payment) => payment.id === id)).toMatchObject({ reported: 'sent' })
  })

  test('behavior: a single payment is proposed as the call itself, and the next one is queued after it', async () => {
    const account = await person(ada).open()
    const first = await kept(await ask(account, [pay(dana.address)]))
    const second = await kept(await ask(account, [pay(eli.address)]))
    expect(first.tx).toMatchObject({ ...pay(dana.address), operation: 0 })
    expect(second.tx.nonce).toBe(first.tx.nonce + 1n)
  })

  test('error: a queue that lags gives no nonce twice to proposals that were made here', async () => {
    const first = await ask(await person(ada).open(), [pay(dana.address)])
    const { tx } = await kept(first)
    const service = txService(rig.service.txServiceUrl)
    const stale: SafeSource = {
      ...service,
      queued: async (...asked) => {
        const page = await service.queued(...asked)
        const isOld = ({ executionInfo }: (typeof page.transactions)[number]) =>
          executionInfo?.type !== 'MULTISIG' || executionInfo.nonce < tx.nonce
        return { ...page, transactions: page.transactions.filter(isOld) }
      },
    }
    const account = await person(ada).open(treasury, [stale])
    const recent = first.kind === 'proposed' ? [first.safeTxHash] : []
    const second = await account.submit([pay(eli.address)], { id: '0x', since: null, recent })
    expect((await kept(second)).tx.nonce).toBe(tx.nonce + 1n)
  })

  test('error: a proposal whose signature comes after the person stopped waiting is not lost', async () => {
    const stop = new AbortController()
    const { open } = person(ada, (signed) => {
      stop.abort()
      return signed
    })
    const account = await open()
    const answers: Submission[] = []
    const onAnswer = (one: Submission) => void answers.push(one)
    const how = { id: '0x', since: null, signal: stop.signal, onAnswer } as const
    expect((await failureOf(account.submit([pay(dana.address)], how))).kind).toBe('unknown-result')
    await expect.poll(() => answers).toMatchObject([{ kind: 'proposed', inLargerBatch: false }])
  })

  test('behavior: a payment whose nonce was used by another transaction is not paid', async () => {
    const account = await person(ada).open()
    const submission = await ask(account, [pay(dana.address)])
    await clearQueueBefore((await kept(submission)).tx.nonce + 1n)
    // A block that is not final proves nothing.
    expect(await statusOf(account, submission)).toMatchObject({ kind: 'unknown', why: 'not-final' })
    await rig.chain.client.mine({ blocks: 3 })
    expect(await statusOf(account, submission)).toMatchObject({ kind: 'not-paid', why: 'rejected' })
  })

  test('behavior: an unreachable service is a gap, and with both unreachable the read fails', async () => {
    const account = await person(ada).open()
    rig.service.faults.set({ down: true, match: '/v1/chains/56/' })
    const { gaps, payments } = await account.recentPayments(since)
    expect(gaps).toContainEqual({ kind: 'source', name: 'Safe gateway' })
    expect(payments.length).toBeGreaterThan(0)
    rig.service.faults.set({ down: true, match: null })
    expect((await failureOf(account.recentPayments(since))).kind).toBe('unreachable')
  })

  test('error: a text can be signed inside the Safe only', async () => {
    expect((await failureOf((await person(ada).open()).signMessage('Hello'))).kind).toBe('refused')
  })
})

describe('who may', () => {
  test('behavior: an owner’s delegate proposes without confirming', async () => {
    await asDelegate(async () => {
      const account = await person(fay).open()
      expect(account.proposer).toEqual({ address: fay.address, role: 'delegate' })
      const submission = await ask(account, [pay(dana.address), pay(eli.address)])
      expect((await kept(submission)).found).toMatchObject({
        proposer: ada.address,
        proposedByDelegate: fay.address,
        confirmations: [],
      })
      expect(await statusOf(account, submission)).toMatchObject({
        kind: 'needs-signatures',
        have: 0,
        need: 2,
      })
    })
  })

  test('error: an account that is neither owner nor delegate is told so, and no signature is requested', async () => {
    const { open, asked } = person(stranger)
    const error = await failureOf(open())
    expect(error).toMatchObject({
      kind: 'refused',
      message: expect.stringMatching(/neither one of its owners/),
    })
    expect(asked).toEqual([])
  })

  test('error: a former delegate is refused before any signature is requested', async () => {
    const { open, asked } = person(fay)
    let account: Awaited<ReturnType<typeof open>> | undefined
    await asDelegate(async () => {
      account = await open()
    })
    expect((await failureOf(ask(the(account), [pay(dana.address)]))).kind).toBe('refused')
    expect(asked).toEqual([])
  })

  test.each([
    ['an address without a contract', undeployed.address],
    ['a token', the(usdt.address)],
  ])('error: refuses %s as a Safe', async (_, address) => {
    const { open } = person(ada)
    expect((await failureOf(open({ ...treasury, address }))).kind).toBe('refused')
  })

  test('error: the role is unknown if the service does not list delegates', async () => {
    rig.service.faults.set({ status: 503, match: 'delegates' })
    expect((await failureOf(person(fay).open())).kind).toBe('unreachable')
    rig.service.faults.set({ status: null, malformed: true })
    expect((await failureOf(person(fay).open())).kind).toBe('unreachable')
  })
})

describe('before anything is handed over', () => {
  const queueNow = async () => (await nonces(rig)).free

  test('error: a rejection leaves nothing behind', async () => {
    const sandbox = sandboxRequest(rig, ada, '', async () => false)
    const account = await proposerAccount(
      {
        proposer: ada.address,
        rpc: localRpc(rig.chain.rpcUrl),
        request: sandbox.request,
        service: proposalService(rig.service.txServiceUrl),
        sources: [txService(rig.service.txServiceUrl)],
        exclusive: exclusive('your wallet'),
      },
      treasury.address,
    )
    const before = await queueNow()
    expect((await failureOf(ask(account, [pay(dana.address)]))).kind).toBe('rejected')
    expect(await queueNow()).toBe(before)
  })

  test.each([
    ['of another account', (json: string) => ben.account.signTypedData(JSON.parse(json))],
    ['of another payment', (json: string) => ada.account.signTypedData(changed(json))],
    ['that is malformed', () => '0x1234'],
    ['of a contract', () => `0x${'00'.repeat(65)}`],
    ['that is cut in half', () => null],
  ])('error: does not submit a signature %s', async (_, sign) => {
    const { open } = person(ada, (_signed, json) => sign(json))
    const account = await open()
    const before = await queueNow()
    expect((await failureOf(ask(account, [pay(dana.address)]))).kind).toBe('refused')
    expect(await queueNow()).toBe(before)
  })

  test('behavior: normalises a signature whose v is 0 or 1', async () => {
    const fromZero = (signed: unknown) =>
      `${String(signed).slice(0, -2)}0${Number.parseInt(String(signed).slice(-1), 16) - 11}`
    const toZero = (signed: unknown) => (/1[bc]$/.test(String(signed)) ? fromZero(signed) : signed)
    const account = await person(ada, toZero).open()
    const { found } = await kept(await ask(account, [pay(dana.address)]))
    expect(found.confirmations).toHaveLength(1)
  })

  test('error: requests no signature for calls that are not transfers, or for too many calls', async () => {
    const { open, asked } = person(ada)
    const account = await open()
    const approval = { ...pay(dana.address), data: pay(dana.address).data.replace('a9059cbb', '095ea7b3') }
    for (const calls of [
      [approval as Call.Call],
      [pay(dana.address), approval as Call.Call],
      [],
      Array.from({ length: 101 }, () => pay(dana.address)),
    ]) {
      expect((await failureOf(ask(account, calls))).kind).toBe('refused')
    }
    expect(asked).toEqual([])
  })

  test.each([
    ['gives another hash', async () => `0x${'ab'.repeat(32)}`],
    ['cannot be asked for the hash', () => Promise.reject(new Error('No endpoint answered'))],
  ])('error: if the contract %s, no signature is requested', async (_, answer) => {
    const chain = localRpc(rig.chain.rpcUrl)
    const rpc: Rpc = (method, params = [], together) => {
      const isHash = JSON.stringify(params).includes(GET_TRANSACTION_HASH)
      return isHash ? answer() : chain(method, params, together)
    }
    const { open, asked } = person(ada, undefined, rpc)
    const account = await open()
    expect((await failureOf(ask(account, [pay(dana.address)]))).kind).toBe('refused')
    expect(asked).toEqual([])
  })

  test('error: if the queue cannot be read, no signature is requested', async () => {
    const { open, asked } = person(ada)
    const account = await open()
    rig.service.faults.set({ status: 503, match: 'multisig-transactions' })
    expect(await failureOf(ask(account, [pay(dana.address)]))).toMatchObject({
      kind: 'refused',
      message: expect.stringMatching(/Nothing was asked/),
    })
    expect(asked).toEqual([])
  })
})

describe('after it was signed', () => {
  /** Makes the next request to the service fail in this way, once the wallet has signed. */
  const failNext = (fault: object) =>
    rig.service.faults.set({ ...fault, match: 'multisig-transactions', times: 1 })

  test.each([{ status: 500 }, { status: 503 }, { down: true }])(
    'behavior: a proposal in the queue counts, although the service answered %j',
    async (fault) => {
      const landed = async (signed: unknown, json: string) => {
        const message = JSON.parse(json).message
        const tx = { ...message, value: BigInt(message.value), nonce: BigInt(message.nonce) }
        await proposeWith(kit, { ...tx, safeTxGas: 0n, baseGas: 0n, gasPrice: 0n }, ada)
        failNext(fault)
        return signed
      }
      const account = await person(ada, landed).open()
      const submission = await ask(account, [pay(dana.address)])
      expect((await statusOf(account, submission)).kind).toBe('needs-signatures')
    },
  )

  test.each([{ status: 500 }, { down: true }, { status: 408 }])(
    'error: the result is unknown if the queue has no proposal and the service answered %j',
    async (fault) => {
      const fail = (signed: unknown) => {
        failNext(fault)
        return signed
      }
      const account = await person(ada, fail).open()
      const before = (await nonces(rig)).free
      const error = await failureOf(ask(account, [pay(dana.address)]))
      expect(error.kind).toBe('unknown-result')
      expect((await nonces(rig)).free).toBe(before)
    },
  )

  test('error: the result is unknown if the queue cannot be read either', async () => {
    const fail = (signed: unknown) => {
      rig.service.faults.set({ down: true })
      return signed
    }
    const account = await person(ada, fail).open()
    expect((await failureOf(ask(account, [pay(dana.address)]))).kind).toBe('unknown-result')
  })

  test('error: a refusal by the service is reported in the service’s own words', async () => {
    await asDelegate(async () => {
      const dismiss = async (signed: unknown) => {
        await kit.removeSafeDelegate({ ...named, signer: delegateClient() })
        return signed
      }
      const account = await person(fay, dismiss).open()
      const error = await failureOf(ask(account, [pay(dana.address)]))
      expect(error).toMatchObject({
        kind: 'refused',
        message: expect.stringMatching(/not an owner or delegate/),
      })
      expect(error.message.length).toBeLessThan(300)
    })
  })

  test('error: a proposal that the service stores differently is a mismatch', async () => {
    const account = await person(ada).open()
    const submission = await ask(account, [pay(dana.address), pay(eli.address)])
    expect((await statusOf(account, submission)).kind).toBe('needs-signatures')
    const bare = (who: Persona) => who.address.slice(2).toLowerCase()
    rig.service.faults.set({ rewrite: [[bare(dana), bare(stranger)]] })
    expect((await statusOf(account, submission)).kind).toBe('mismatch')
  })
})

/** The same typed data with another amount of BNB. */
function changed(json: string) {
  const typed = JSON.parse(json)
  return { ...typed, message: { ...typed.message, value: '1' } }
}
