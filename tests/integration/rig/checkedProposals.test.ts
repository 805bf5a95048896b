import { type Address, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Call } from '#chain/money/Call.ts'
import { differences } from '#safe/proposal/ProposalReport.ts'
import * as MultiSend from '#safe/tx/MultiSend.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { legacy, type SeededSafe, treasury } from '../../../rig/seed/safes.ts'
import type { Rig } from '../../../rig/startRig.ts'
import { influencers, owners, stranger } from '../../../safe-app/accounts.ts'
import { safeContracts } from '../../../safe-app/chain/safeContracts.ts'
import { borrowRig } from './borrowRig.ts'
import { confirmAt, executeOn, nonces, payout, proposeTo } from './proposals.ts'
import { sameReport } from './reports.ts'

const [ada, ben] = owners
const [, eli] = influencers

let rig: Rig
let snapshot: Hex

beforeAll(async () => {
  rig = await borrowRig()
})

beforeEach(async () => {
  snapshot = await rig.chain.client.snapshot()
})

afterEach(async () => {
  rig.service.faults.reset()
  await rig.chain.client.revert({ id: snapshot })
})

afterAll(() => rig.stop())

const readBoth = (tx: SafeTx.SafeTx, safe: SeededSafe) => sameReport(rig, tx, safe)

const abi = parseAbi([
  'function addOwnerWithThreshold(address owner, uint256 threshold)',
  'function enableModule(address module)',
  'function approveHash(bytes32 hash)',
])
const settings = (safe: SeededSafe, nonce: bigint, name: 'addOwnerWithThreshold' | 'enableModule') => {
  const data =
    name === 'enableModule'
      ? encodeFunctionData({ abi, functionName: name, args: [stranger.address] })
      : encodeFunctionData({ abi, functionName: name, args: [stranger.address, 1n] })
  return SafeTx.fromCall({ to: safe.address, value: 0n, data }, nonce)
}
const batchOf = (
  calls: readonly Call[],
  nonce: bigint,
  to: Address = safeContracts.multiSendCallOnly.address,
) => SafeTx.fromCall({ to, value: 0n, data: MultiSend.encode(calls) }, nonce, 1)
/** Turns the row of `data` that calls a MultiSend into a delegatecall. */
const delegated = (data: Hex, to: Address): Hex => data.replace(`00${to.slice(2)}`, `01${to.slice(2)}`) as Hex

const pay = (nonce: bigint, text: string): Call => payout(nonce, text)
const five = (nonce: bigint): readonly Call[] => [
  ...['1', '2', '3', '4'].map((text) => pay(nonce, text)),
  { to: eli.address, value: 7n, data: '0x' },
]

describe.each([treasury, legacy])('a proposal of $name ($version)', (safe) => {
  type Kind = {
    readonly make: (nonce: bigint) => SafeTx.SafeTx
    readonly flags: readonly RegExp[]
    readonly rows: string[]
  }
  const multiSend = safe.version === '1.3.0' ? safeContracts.multiSend130 : safeContracts.multiSend
  const nestedBatch = (nonce: bigint) => {
    const inner = { to: multiSend.address, value: 0n, data: MultiSend.encode(five(nonce).slice(0, 2)) }
    const outer = batchOf([pay(nonce, '9'), inner], nonce, multiSend.address)
    return { ...outer, data: delegated(outer.data, multiSend.address) }
  }
  const kinds: [string, Kind][] = [
    ['a transfer', { make: (nonce) => payout(nonce, '10'), flags: [], rows: ['1 transfer'] }],
    [
      'a batch of five',
      {
        make: (nonce) => batchOf(five(nonce), nonce),
        flags: [],
        rows: ['1 transfer', '2 transfer', '3 transfer', '4 transfer', '5 transfer'],
      },
    ],
    [
      'a batch in a batch',
      { make: nestedBatch, flags: [], rows: ['1 transfer', '2.1 transfer', '2.2 transfer'] },
    ],
    [
      'a rejection',
      { make: (nonce) => SafeTx.rejection(safe.address, nonce), flags: [], rows: ['1 rejection'] },
    ],
    [
      'a new owner',
      {
        make: (nonce) => settings(safe, nonce, 'addOwnerWithThreshold'),
        flags: [/^Adds the owner .* and sets the required signatures to 1/],
        rows: ['1 known'],
      },
    ],
    [
      'a module',
      {
        make: (nonce) => settings(safe, nonce, 'enableModule'),
        flags: [/^Lets the module .* move money without any signature/],
        rows: ['1 known'],
      },
    ],
    [
      'a gas refund',
      {
        make: (nonce) => ({ ...payout(nonce, '1'), gasPrice: 1n, baseGas: 9n, refundReceiver: eli.address }),
        flags: [/^The Safe pays a gas refund to/],
        rows: ['1 transfer'],
      },
    ],
    [
      // On its own, no honest service accepts it.
      'foreign code in a batch',
      {
        make: (nonce) => {
          const foreign = { to: safeContracts.createCall.address, value: 0n, data: '0x' } as const
          const { data, ...tx } = batchOf([pay(nonce, '9'), foreign], nonce, multiSend.address)
          return { ...tx, data: delegated(data, foreign.to) }
        },
        flags: [/^Row 2: runs the code of .* as the Safe itself/],
        rows: ['1 transfer', '2 delegatecall'],
      },
    ],
  ]

  test.each(kinds)(
    'behavior: both sources report the same %s, and the chain confirms it',
    async (_, { make, flags, rows }) => {
      const tx = make((await nonces(rig, safe)).free)
      expect((await proposeTo(rig, tx, ada, safe)).status).toBe(200)
      const waiting = await readBoth(tx, safe)
      expect(waiting.tx).toEqual({ ...tx, data: tx.data.toLowerCase() })
      expect(waiting.checks.filter(({ result }) => result !== 'same')).toEqual([])
      expect(waiting.content.rows.map(({ path, meaning }) => `${path} ${meaning.kind}`)).toEqual(rows)
      expect(waiting.flags).toHaveLength(flags.length)
      for (const [index, flag] of flags.entries()) expect(waiting.flags[index]?.words).toMatch(flag)
      expect(waiting.status).toMatchObject({
        kind: 'needs-signatures',
        have: 1,
        need: 2,
        turn: { own: tx.nonce },
      })
      expect(waiting.signers).toMatchObject([{ address: ada.address, proof: 'proven', isOwner: true }])
      expect(waiting.missing).not.toContain(ada.address)
      await confirmAt(rig, tx, ben, safe)
      expect((await readBoth(tx, safe)).status).toMatchObject({ kind: 'ready', have: 2, need: 2 })
    },
  )

  test('behavior: an executed proposal is paid once final; an overtaken one is rejected or replaced once that is final', async () => {
    const { current } = await nonces(rig, safe)
    const [paid, lost] = [payout(current, '11'), payout(current, '12')]
    for (const tx of [paid, lost]) await proposeTo(rig, tx, ada, safe)
    const hash = await executeOn(rig, paid, [ada, ben], safe)
    expect((await readBoth(paid, safe)).status).toEqual({ kind: 'confirming', hash, lacks: 'finality' })
    await rig.chain.client.mine({ blocks: 5 })
    const done = await readBoth(paid, safe)
    expect([done.status, differences(done)]).toEqual([{ kind: 'paid', hash }, []])
    const replaced = await readBoth(lost, safe)
    // The executed proposal pays the same payee in the same token, so it may be the intended payment.
    expect([replaced.status, differences(replaced)]).toEqual([
      { kind: 'unknown', why: 'in-another', hash },
      [],
    ])

    const stopped = payout(current + 1n, '13')
    await proposeTo(rig, stopped, ada, safe)
    const by = await executeOn(rig, SafeTx.rejection(safe.address, current + 1n), [ada, ben], safe)
    expect((await readBoth(stopped, safe)).status).toEqual({ kind: 'unknown', why: 'not-final', hash: by })
    await rig.chain.client.mine({ blocks: 5 })
    expect((await readBoth(stopped, safe)).status).toEqual({ kind: 'not-paid', why: 'rejected', hash: by })
  })

  test('behavior: a failure with gas set aside is failed', async () => {
    const { current } = await nonces(rig, safe)
    const tx = { ...payout(current, '99999999'), safeTxGas: 120_000n }
    await proposeTo(rig, tx, ada, safe)
    const hash = await executeOn(rig, tx, [ada, ben], safe)
    await rig.chain.client.mine({ blocks: 5 })
    const report = await readBoth(tx, safe)
    expect([report.status, differences(report)]).toEqual([{ kind: 'not-paid', why: 'failed', hash }, []])
  })

  test('error: unproposed foreign code is still a danger after its execution', async () => {
    const { current } = await nonces(rig, safe)
    const tx = SafeTx.fromCall({ to: eli.address, value: 0n, data: '0x' }, current, 1)
    const hash = await executeOn(rig, tx, [ada, ben], safe)
    await rig.chain.client.mine({ blocks: 5 })
    const { status, flags } = await readBoth(tx, safe)
    expect(status).toEqual({ kind: 'paid', hash })
    expect(flags).toMatchObject([{ level: 'danger', words: expect.stringContaining('(delegatecall)') }])
  })

  test('behavior: an executed batch is a success in every row', async () => {
    const { current } = await nonces(rig, safe)
    const tx = nestedBatch(current)
    const hash = await executeOn(rig, tx, [ada, ben], safe)
    await rig.chain.client.mine({ blocks: 5 })
    const report = await readBoth(tx, safe)
    expect([report.status, differences(report)]).toEqual([{ kind: 'paid', hash }, []])
  })
})
