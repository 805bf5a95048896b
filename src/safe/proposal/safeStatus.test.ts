import {
  type AbiFunction,
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hash,
  type Hex,
  parseAbiItem,
  zeroAddress,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { type Call, transfer } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { FEE_COLLECTOR } from '#safe/tx/gasRefund.ts'
import * as MultiSend from '#safe/tx/MultiSend.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import {
  executionLog,
  executionOfSafe,
  executionReceipt,
  type FakeSafe,
  oneSafeNode,
  safeRpc,
  transferLog,
  txHash,
} from '#tests/support/fakeSafe.ts'
import { reportedBy, reportOn, wireOf } from '#tests/support/reportedProposals.ts'
import { OWNERS, PAYEE, payoutCall, SAFE, USDT } from '#tests/support/safeExamples.ts'
import { hash, log, OTHER, PAID, paidIn, rejection, standing, tx, used } from '#tests/support/standing.ts'
import { owners } from '../../../safe-app/accounts.ts'
import { checkProposal } from './checkProposal.ts'
import { type ExecutionLead, safeStatus } from './safeStatus.ts'

const [ada, ben] = owners
const MULTI_SEND = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'
const replacement = SafeTx.fromCall({ to: PAYEE, value: 3n, data: '0x' }, 12n)

const unknown = (words: string) => ({ result: 'unknown', words: expect.stringContaining(words) })

describe('a contract that is not a Safe', () => {
  const foreign = { code: '0x6001600155' as const }
  const foreignCode = (hash: Hash) => ({ kind: 'unknown', why: 'foreign-code', hash })

  test('error: that logs ExecutionSuccess and moved nothing has not paid', async () => {
    const bnb = SafeTx.fromCall({ to: PAYEE, value: 3n, data: '0x' }, 12n)
    const lead = { hash: PAID, executedAt: async () => [] }
    const proposal = (safeTx: SafeTx.SafeTx) => ({
      ...({ safe: SAFE, version: '1.4.1' } as const),
      safeTxHash: SafeTx.hash(SAFE, safeTx),
      tx: safeTx,
      calls: [{ to: safeTx.to, value: safeTx.value, data: safeTx.data }],
    })
    const progress = { nonce: 13n, threshold: 2, signed: 2 }
    const chain = {
      ...used,
      receipts: { [PAID]: executionReceipt(PAID, SafeTx.hash(SAFE, bnb)) },
      transactions: { [PAID]: executionOfSafe(PAID, bnb) },
    }
    const genuine = await safeStatus(safeRpc(chain), proposal(bnb), progress, lead)
    expect(genuine).toEqual([{ kind: 'paid', hash: PAID }])
    const claimed = await safeStatus(safeRpc({ ...chain, ...foreign }), proposal(bnb), progress, lead)
    expect(claimed).toEqual([foreignCode(PAID)])
    const otherSingleton = { ...chain, singleton: OWNERS[2] }
    expect(await safeStatus(safeRpc(otherSingleton), proposal(bnb), progress, lead)).toEqual([
      foreignCode(PAID),
    ])
  })

  test('error: proves neither a failure nor a replacement', async () => {
    expect((await standing({ txHash: PAID }, { ...paidIn('failure', []), ...foreign })).status).toEqual(
      foreignCode(PAID),
    )
    const overtaken: FakeSafe = {
      ...used,
      ...foreign,
      receipts: { [OTHER]: executionReceipt(OTHER, SafeTx.hash(SAFE, replacement)) },
      transactions: { [OTHER]: executionOfSafe(OTHER, replacement) },
    }
    const executedAt = async () => [{ hash: OTHER, tx: null }]
    expect((await standing({ txStatus: 'CANCELLED', executedAt }, overtaken)).status).toEqual(
      foreignCode(OTHER),
    )
  })
})

describe('an overtaken proposal', () => {
  const lead =
    (tx: ExecutionLead['tx'] = null, hash: Hash | null = OTHER) =>
    async () => [{ hash, tx }]
  const overtakenBy = (
    other: SafeTx.SafeTx,
    some: Parameters<typeof executionReceipt>[2] = {},
  ): FakeSafe => ({
    ...used,
    receipts: { [OTHER]: executionReceipt(OTHER, SafeTx.hash(SAFE, other), some) },
    transactions: { [OTHER]: executionOfSafe(OTHER, other) },
  })
  const reported = { txStatus: 'CANCELLED', executedAt: lead() }
  const statusOn = async (safe: FakeSafe, some: Parameters<typeof standing>[0] = reported) =>
    (await standing(some, safe)).status
  const notPaid = (why: 'rejected' | 'replaced') => ({ kind: 'not-paid', why, hash: OTHER })
  const nonceUsed = { kind: 'unknown', why: 'nonce-used', hash: null }

  test.each(['CANCELLED', 'AWAITING_EXECUTION', 'AWAITING_CONFIRMATIONS', 'NEW_STATUS'])(
    'behavior: was rejected by a rejection or replaced by another transaction, if reported as %s',
    async (txStatus) => {
      const rejected = await standing({ ...reported, txStatus }, overtakenBy(rejection))
      expect(rejected).toMatchObject({ status: notPaid('rejected'), differences: [] })
      expect(rejected.checks.at(-1)?.result).toBe('same')
      const replaced = await standing({ ...reported, txStatus }, overtakenBy(replacement))
      expect(replaced).toMatchObject({ status: notPaid('replaced'), differences: [] })
    },
  )

  test('error: depends on the chain, not on the service, for the transaction that overtook it', async () => {
    const lies = async () => rejection
    expect(await statusOn(overtakenBy(replacement), { executedAt: lead(lies) })).toEqual(notPaid('replaced'))
    // Executed by a relay: only the service knows the fields, which count if the Safe's event has their hash.
    const relayed = (other: SafeTx.SafeTx) => ({ ...overtakenBy(other), transactions: {} })
    expect(await statusOn(relayed(rejection), { executedAt: lead(lies) })).toEqual(notPaid('rejected'))
    expect(await statusOn(relayed(replacement), { executedAt: lead(lies) })).toEqual(nonceUsed)
    expect(await statusOn(relayed(rejection), { executedAt: lead(async () => tx) })).toEqual(nonceUsed)
  })

  test('error: is not replaced by CANCELLED or a used nonce without proof from the chain (A1)', async () => {
    for (const txStatus of ['CANCELLED', 'AWAITING_EXECUTION', 'FAILED']) {
      expect(await statusOn(used, { txStatus, signers: [ada, ben] })).toEqual(nonceUsed)
    }
    const away = async () => Promise.reject(new Error('away'))
    expect(await statusOn(used, { txStatus: 'CANCELLED', executedAt: away })).toEqual(nonceUsed)
    expect(await statusOn(used, { txStatus: 'CANCELLED', executedAt: lead(null, null) })).toEqual(nonceUsed)
    const { checks } = await standing({ txStatus: 'CANCELLED' }, used)
    expect(checks.at(-1)).toEqual(unknown('it could not be proven which transaction used it'))
  })

  test('error: that was paid is not replaced, whatever the service says (A1)', async () => {
    const executions = [{ ...executionLog(hash, 'success'), transactionHash: PAID, blockNumber: '0x384' }]
    for (const txStatus of ['CANCELLED', 'AWAITING_EXECUTION']) {
      const some = { txStatus, executedAt: lead(null, PAID) }
      expect(await standing(some, { ...paidIn(), executions })).toMatchObject({
        status: { kind: 'paid', hash: PAID },
        differences: [],
      })
      // If no node serves the events, the service's lead is followed to the proposal's own execution.
      expect(await statusOn(paidIn(), some)).toEqual({ kind: 'paid', hash: PAID })
    }
  })

  test('error: is not replaced by a named transaction that does not prove using the nonce', async () => {
    const other = SafeTx.fromCall({ to: PAYEE, value: 3n, data: '0x' }, 11n)
    const ofAnotherSafe = overtakenBy(rejection, { safe: PAYEE })
    for (const safe of [
      used,
      overtakenBy(other),
      { ...overtakenBy(rejection), transactions: {} },
      ofAnotherSafe,
    ]) {
      const { status, checks } = await standing(reported, safe)
      expect(status).toEqual(nonceUsed)
      expect(checks.at(-1)).toEqual(unknown('Nonce 12 is used'))
    }
  })

  test('error: is not proven unpaid by another transaction with the same payment', async () => {
    const inAnother = { kind: 'unknown', why: 'in-another', hash: OTHER }
    const again = { ...tx, safeTxGas: 1n }
    const more = SafeTx.fromCall({ ...payoutCall, data: payoutCall.data.replace(/.$/, '1') as Hex }, 12n)
    const pair = MultiSend.encode([{ to: PAYEE, value: 3n, data: '0x' }, payoutCall])
    const batch = SafeTx.fromCall({ to: MULTI_SEND, value: 0n, data: pair }, 12n, 1)
    for (const other of [again, more, batch]) {
      expect(await statusOn(overtakenBy(other, { logs: [log] }))).toEqual(inAnother)
      // It failed, so it paid nothing.
      expect(await statusOn(overtakenBy(other, { event: 'failure' }))).toEqual(notPaid('replaced'))
    }
  })

  test('error: may be paid by an unreadable call, unless the token shows no transfer', async () => {
    const strange = SafeTx.fromCall({ to: PAYEE, value: 0n, data: '0xdeadbeef' }, 12n)
    const inAnother = { kind: 'unknown', why: 'in-another', hash: OTHER }
    expect(await statusOn(overtakenBy(strange, { logs: [log] }))).toEqual(inAnother)
    expect(await statusOn(overtakenBy(strange))).toEqual(notPaid('replaced'))
  })

  test('behavior: is not paid if a change of the Safe’s settings used its nonce, which pays nobody', async () => {
    const call = { to: PAYEE, value: 3n, data: '0x' } as const
    const bnb = SafeTx.fromCall(call, 12n)
    const proposal = {
      ...({ safe: SAFE, version: '1.4.1' } as const),
      safeTxHash: SafeTx.hash(SAFE, bnb),
      tx: bnb,
      calls: [call],
    }
    const settled = async (signature: string, args: readonly unknown[], value = 0n) => {
      const item = parseAbiItem(`function ${signature}`) as AbiFunction
      const data = encodeFunctionData({ abi: [item], functionName: item.name, args })
      const chain = overtakenBy(SafeTx.fromCall({ to: SAFE, value, data }, 12n))
      const leads = { hash: null, executedAt: lead() }
      const [status] = await safeStatus(
        safeRpc(chain),
        proposal,
        { nonce: 13n, threshold: 2, signed: 0 },
        leads,
      )
      return status
    }
    const [first, second, third] = OWNERS
    expect(await settled('swapOwner(address,address,address)', [first, second, PAYEE])).toEqual(
      notPaid('replaced'),
    )
    expect(await settled('enableModule(address)', [third])).toEqual(notPaid('replaced'))
    const inAnother = { kind: 'unknown', why: 'in-another', hash: OTHER }
    // Code that is new, and BNB beside the call, may do more than the call shows.
    expect(await settled('changeMasterCopy(address)', [third])).toEqual(inAnother)
    expect(await settled('changeThreshold(uint256)', [1n], 3n)).toEqual(inAnother)
    expect(await settled('foreign(uint256)', [1n])).toEqual(inAnother)
  })

  test('error: is not replaced by a block that is not final or by one operator', async () => {
    const notFinal = { kind: 'unknown', why: 'not-final', hash: OTHER }
    expect(await statusOn(overtakenBy(rejection, { block: 1_001 }))).toEqual(notFinal)
    const document = { ...(await wireOf(tx)), txStatus: 'CANCELLED' }
    const asked = { safe: SAFE, safeTxHash: hash } as const
    const alone = await checkProposal(
      oneSafeNode(overtakenBy(rejection)),
      asked,
      reportedBy(document, lead()),
    )
    expect(alone.status).toEqual(notFinal)
  })
})

test('behavior: judges each payment of a batch on its own', async () => {
  const bnb: Call = { to: PAYEE, value: 3n, data: '0x' }
  const calls = [payoutCall, bnb, payoutCall]
  const batch = SafeTx.fromCall({ to: MULTI_SEND, value: 0n, data: MultiSend.encode(calls) }, 12n, 1)
  const safeTxHash = SafeTx.hash(SAFE, batch)
  const proposal = { safe: SAFE, safeTxHash, tx: batch, version: '1.4.1', calls } as const
  const standsAt = { nonce: 13n, threshold: 2, signed: 2 }
  const leads = { hash: PAID, executedAt: async () => [] }
  const on = (logs: readonly unknown[]) => {
    const receipts = { [PAID]: executionReceipt(PAID, safeTxHash, { logs }) }
    return safeStatus(safeRpc({ ...used, receipts }), proposal, standsAt, leads)
  }
  const paid = { kind: 'paid', hash: PAID }
  expect(await on([log, log])).toEqual([paid, paid, paid])
  expect(await on([log])).toEqual([paid, paid, { kind: 'not-paid', why: 'left-out', hash: PAID }])
})

test('error: a row of nothing does not make an executed batch fail', async () => {
  const calls = [payoutCall, transfer(OWNERS[0], { token: Token.find(USDT) ?? Token.BNB, value: 0n })]
  const batch = SafeTx.fromCall({ to: MULTI_SEND, value: 0n, data: MultiSend.encode(calls) }, 12n, 1)
  const safeTxHash = SafeTx.hash(SAFE, batch)
  const nothing = transferLog(USDT, SAFE, OWNERS[0], 0n)
  const receipts = { [PAID]: executionReceipt(PAID, safeTxHash, { logs: [log, nothing] }) }
  const reported = { ...(await wireOf(batch, [])), txHash: PAID, txStatus: 'SUCCESS' }
  const report = await reportOn(safeTxHash, reported, { ...used, receipts })
  expect(report.payments).toEqual(calls.map(() => ({ kind: 'paid', hash: PAID })))
})

describe('the transaction that used the nonce instead', () => {
  const bnb: Call = { to: PAYEE, value: 3n, data: '0x' }
  const strange: Call = { to: PAYEE, value: 0n, data: '0xdeadbeef' }
  const elsewhere: Call = { to: OWNERS[0], value: 3n, data: '0x' }
  const inAnother = { kind: 'unknown', why: 'in-another', hash: OTHER }
  const replaced = { kind: 'not-paid', why: 'replaced', hash: OTHER }
  const nonceUsed = { kind: 'unknown', why: 'nonce-used', hash: null }
  const batchOf = (calls: readonly Call[], nonce = 12n) =>
    SafeTx.fromCall({ to: MULTI_SEND, value: 0n, data: MultiSend.encode(calls) }, nonce, 1)
  const lead = (fields: ExecutionLead['tx'] = null) => ({
    hash: null,
    executedAt: async () => [{ hash: OTHER, tx: fields }],
  })

  /** The status of these payments after the Safe has executed another transaction with their nonce. */
  function judge(
    calls: readonly Call[],
    other: SafeTx.SafeTx,
    {
      logs = [] as readonly unknown[],
      isRelayed = false,
      executions = [] as readonly unknown[],
      leads = lead() as Parameters<typeof safeStatus>[3],
      rpc = (safe: FakeSafe) => safeRpc(safe),
    } = {},
  ) {
    const own = batchOf(calls)
    const proposal = {
      safe: SAFE,
      safeTxHash: SafeTx.hash(SAFE, own),
      tx: own,
      version: '1.4.1',
      calls,
    } as const
    const safe: FakeSafe = {
      ...used,
      receipts: { [OTHER]: executionReceipt(OTHER, SafeTx.hash(SAFE, other), { logs }) },
      transactions: isRelayed ? {} : { [OTHER]: executionOfSafe(OTHER, other) },
      executions,
    }
    return safeStatus(rpc(safe), proposal, { nonce: 13n, threshold: 2, signed: 2 }, leads)
  }

  test('behavior: is searched for each payment on its own', async () => {
    expect(await judge([payoutCall, bnb], batchOf([bnb, elsewhere]))).toEqual([replaced, inAnother])
    expect(await judge([payoutCall, bnb], batchOf([payoutCall, elsewhere]))).toEqual([inAnother, replaced])
    expect(await judge([payoutCall, bnb], batchOf([elsewhere, elsewhere]))).toEqual([replaced, replaced])
  })

  test('behavior: does not contain the payment if it sends the same token to another payee', async () => {
    const data = payoutCall.data.replace(
      PAYEE.slice(2).toLowerCase(),
      OWNERS[0].slice(2).toLowerCase(),
    ) as Hex
    expect(await judge([payoutCall], batchOf([{ ...payoutCall, data }]))).toEqual([replaced])
  })

  test('error: with an unreadable call may pay BNB, and a token only if its log shows it', async () => {
    const other = batchOf([elsewhere, strange])
    expect(await judge([bnb, payoutCall], other)).toEqual([inAnother, replaced])
    expect(await judge([bnb, payoutCall], other, { logs: [log] })).toEqual([inAnother, inAnother])
    const odd: Call = { ...payoutCall, to: OWNERS[1] }
    expect(await judge([odd], other)).toEqual([inAnother])
    expect(await judge([strange], batchOf([elsewhere]))).toEqual([inAnother])
  })

  test('behavior: replaces a proposal without payments too', async () => {
    expect(await judge([], batchOf([strange]))).toEqual([replaced])
    expect(await judge([], SafeTx.rejection(SAFE, 12n))).toEqual([{ ...replaced, why: 'rejected' }])
  })

  test('behavior: if it is a rejection, also proves that BNB was not paid', async () => {
    const rejected = { kind: 'not-paid', why: 'rejected', hash: OTHER }
    expect(await judge([bnb, payoutCall], SafeTx.rejection(SAFE, 12n))).toEqual([rejected, rejected])
  })

  test('error: may have paid by the refund of its gas, even as a rejection, or beside it', async () => {
    const refunding = (gasToken: Address, refundReceiver: Address): SafeTx.SafeTx => ({
      ...SafeTx.rejection(SAFE, 12n),
      gasPrice: 1n,
      baseGas: 250n,
      gasToken,
      refundReceiver,
    })
    const both = [bnb, payoutCall]
    const rejected = { kind: 'not-paid', why: 'rejected', hash: OTHER }
    expect(await judge(both, refunding(zeroAddress, PAYEE))).toEqual([inAnother, rejected])
    expect(await judge(both, refunding(zeroAddress, zeroAddress))).toEqual([inAnother, rejected])
    expect(await judge(both, refunding(USDT, PAYEE))).toEqual([rejected, inAnother])
    expect(await judge(both, refunding(USDT, OWNERS[0]))).toEqual([rejected, rejected])
    expect(await judge(both, { ...refunding(USDT, PAYEE), gasPrice: 0n })).toEqual([rejected, rejected])
    // A module moved it in the same transaction, or a part of it.
    for (const moved of [log, transferLog(USDT, SAFE, PAYEE, 1n)]) {
      expect(await judge(both, SafeTx.rejection(SAFE, 12n), { logs: [moved] })).toEqual([rejected, inAnother])
    }
    // Safe's own collector of fees is no payee.
    expect(await judge(both, refunding(USDT, FEE_COLLECTOR))).toEqual([rejected, rejected])
  })

  test('error: with other calls is not a rejection', async () => {
    const nothing: Call = { to: SAFE, value: 0n, data: '0x' }
    expect(await judge([payoutCall], batchOf([elsewhere, nothing]))).toEqual([replaced])
  })

  test('error: with a call that is known, but is no setting of the Safe, may pay BNB', async () => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [PAYEE, 1n] })
    const approval = batchOf([elsewhere, { to: USDT, value: 0n, data }])
    expect(await judge([bnb, payoutCall], approval)).toEqual([inAnother, replaced])
  })

  test('error: with another nonce proves nothing, even with valid fields and event', async () => {
    const earlier = batchOf([elsewhere], 11n)
    const leads = lead(async () => earlier)
    expect(await judge([bnb], earlier, { isRelayed: true, leads })).toEqual([nonceUsed])
    const same = batchOf([elsewhere])
    expect(await judge([bnb], same, { isRelayed: true, leads: lead(async () => same) })).toEqual([replaced])
  })

  test('error: is unknown if leads fail and events are refused', async () => {
    const other = batchOf([elsewhere])
    const away = () => Promise.reject(new Error('away'))
    expect(await judge([bnb], other, { isRelayed: true, leads: lead(away) })).toEqual([nonceUsed])
    expect(await judge([bnb], other, { leads: { hash: null, executedAt: away } })).toEqual([nonceUsed])
    const rpc = (safe: FakeSafe): Rpc => {
      const node = safeRpc(safe)
      const without: Rpc = async (method, params) =>
        method === 'eth_getLogs' ? Promise.reject(new Error('refused')) : node(method, params)
      return Object.assign(without, { witnesses: [without, without] })
    }
    expect(await judge([bnb], other, { rpc })).toEqual([replaced])
    expect(await judge([bnb], other, { rpc, leads: { hash: null, executedAt: away } })).toEqual([nonceUsed])
  })

  test('behavior: is found by the Safe’s own events without any service', async () => {
    const other = batchOf([elsewhere])
    const event = (hash: Hash, of: SafeTx.SafeTx) => ({
      ...executionLog(SafeTx.hash(SAFE, of), 'success'),
      transactionHash: hash,
      blockNumber: '0x384',
    })
    const executions = [event(OTHER, other), event(txHash(7), batchOf([bnb], 9n))]
    const leads = { hash: null, executedAt: async () => [{ hash: null, tx: null }] }
    expect(await judge([bnb], other, { executions, leads })).toEqual([replaced])
    // Real nodes reject a read without a transaction hash.
    const rpc = (safe: FakeSafe): Rpc => {
      const node = safeRpc(safe)
      const strict: Rpc = async (method, params) => {
        if (params?.[0] === null) throw new Error('invalid argument 0')
        return node(method, params)
      }
      return Object.assign(strict, { witnesses: [strict, strict] })
    }
    expect(await judge([bnb], other, { executions, leads, rpc })).toEqual([replaced])
  })
})

test('error: a proposal of a Safe without a threshold, for which nobody can sign, waits for no owner', async () => {
  const proposal = { safe: SAFE, safeTxHash: hash, tx, version: '1.4.1', calls: [payoutCall] } as const
  const leads = { hash: null, executedAt: async () => [] }
  const standsAt = { nonce: 12n, threshold: 0, signed: 0 }
  expect(await safeStatus(safeRpc(), proposal, standsAt, leads)).toEqual([
    { kind: 'unknown', why: 'not-deployed', hash: null },
  ])
})

describe('a transaction named as its execution', () => {
  const proposal = { safe: SAFE, safeTxHash: hash, tx, version: '1.4.1', calls: [payoutCall] } as const
  const standsAt = { nonce: 13n, threshold: 2, signed: 2 }
  const leads = { hash: PAID, executedAt: async () => [] }

  test('error: without the event is a mismatch only once two operators show that', async () => {
    const receipt = (block: number) => executionReceipt(PAID, SafeTx.hash(SAFE, rejection), { block })
    const on = (block: number) =>
      safeStatus(safeRpc({ ...used, receipts: { [PAID]: receipt(block) } }), proposal, standsAt, leads)
    expect(await on(1_001)).toEqual([{ kind: 'unknown', why: 'not-visible', hash: PAID }])
    expect(await on(900)).toMatchObject([{ kind: 'mismatch' }])
  })

  test('behavior: needs only its event if the proposal has no payments', async () => {
    const on = (event: 'success' | 'failure', block = 900) => {
      const receipts = { [PAID]: executionReceipt(PAID, hash, { event, block }) }
      return safeStatus(safeRpc({ ...used, receipts }), { ...proposal, calls: [] }, standsAt, leads)
    }
    expect(await on('success')).toEqual([{ kind: 'paid', hash: PAID }])
    expect(await on('success', 1_001)).toEqual([{ kind: 'confirming', hash: PAID, lacks: 'finality' }])
    expect(await on('failure')).toEqual([{ kind: 'not-paid', why: 'failed', hash: PAID }])
    const open = { ...leads, hash: null }
    const waiting = await safeStatus(safeRpc(), { ...proposal, calls: [] }, { ...standsAt, nonce: 12n }, open)
    expect(waiting).toMatchObject([{ kind: 'ready' }])
  })

  test('error: may move a token that is not pinned without a log', async () => {
    const odd: Call = { ...payoutCall, to: OWNERS[1] }
    const own = SafeTx.fromCall(odd, 12n)
    const safeTxHash = SafeTx.hash(SAFE, own)
    const receipts = { [PAID]: executionReceipt(PAID, safeTxHash) }
    const judged = { ...proposal, safeTxHash, tx: own, calls: [odd] }
    expect(await safeStatus(safeRpc({ ...used, receipts }), judged, standsAt, leads)).toEqual([
      { kind: 'unknown', why: 'not-visible', hash: PAID },
    ])
  })
})
