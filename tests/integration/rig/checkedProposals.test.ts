import { type Address, concatHex, encodeFunctionData, type Hex, pad, parseAbi, toHex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Call } from '#chain/Call.ts'
import { createRpc } from '#chain/Rpc.ts'
import { gateway } from '#safe/Gateway.ts'
import * as MultiSend from '#safe/MultiSend.ts'
import { differences, type ProposalReport } from '#safe/ProposalReport.ts'
import { readProposal } from '#safe/readProposal.ts'
import type { SafeSource } from '#safe/SafeSource.ts'
import * as SafeTx from '#safe/SafeTx.ts'
import { txService } from '#safe/TxService.ts'
import { influencers, owners, type Persona, stranger } from '../../../safe-app/accounts.ts'
import { safeContracts } from '../../../safe-app/chain/safeContracts.ts'
import { sign } from '../../../safe-app/seed/SafeActs.ts'
import { legacy, type SeededSafe, solo, treasury } from '../../../safe-app/seed/safes.ts'
import { type Rig, startRig } from '../../../safe-app/startRig.ts'
import { ask, the } from './ask.ts'
import { confirmAt, executeOn, nonces, payout, proposeTo } from './proposals.ts'

const [ada, ben] = owners
const [dana, eli] = influencers

let rig: Rig
let gate: SafeSource
let kit: SafeSource
let snapshot: Hex

beforeAll(async () => {
  rig = await startRig({ chainPort: 0, servicePort: 0 })
  gate = gateway(rig.service.url)
  kit = txService(rig.service.txServiceUrl)
})

beforeEach(async () => {
  snapshot = await rig.chain.client.snapshot()
})

afterEach(async () => {
  rig.service.faults.reset()
  await rig.chain.client.revert({ id: snapshot })
})

afterAll(() => rig.stop())

const signal = () => new AbortController().signal

async function read(
  sources: readonly SafeSource[],
  tx: SafeTx.SafeTx,
  safe = treasury,
): Promise<ProposalReport> {
  const rpc = createRpc([rig.chain.rpcUrl])
  const hash = SafeTx.hash(safe.address, tx, safe.version)
  return the(await readProposal({ address: safe.address, sources, rpc }, hash, signal()))
}

/** What both sources make of it: the same, apart from who told it, and the name of an app, which only one has. */
async function readBoth(tx: SafeTx.SafeTx, safe = treasury): Promise<ProposalReport> {
  const [one, other] = [await read([gate], tx, safe), await read([kit], tx, safe)]
  expect([one.source, other.source]).toEqual(['Safe gateway', 'Safe transaction service'])
  // Who the owners are, only the gateway says; so there is one thing less to compare.
  const ofOwners = ({ words }: { words: string }) => !/^The \d+ owners/.test(words)
  const comparable = ({ source: _, appName: __, checks, ...rest }: ProposalReport) => ({
    ...rest,
    checks: checks.filter(ofOwners),
  })
  expect(comparable(other)).toEqual(comparable(one))
  return one
}

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
/** The row of `data` that calls a MultiSend becomes a delegatecall. */
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
        flags: [/^Adds the owner .* and asks for 1 signatures/],
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
      // Alone, no honest service takes it in.
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
    'behavior: %s is what both sources tell and the chain confirms',
    async (_, { make, flags, rows }) => {
      const tx = make((await nonces(rig, safe)).free)
      expect((await proposeTo(rig, tx, ada, safe)).status).toBe(200)
      const waiting = await readBoth(tx, safe)
      expect(waiting.tx).toEqual({ ...tx, data: tx.data.toLowerCase() })
      expect(waiting.checks.filter(({ result }) => result !== 'same')).toEqual([])
      expect(waiting.content.rows.map(({ path, meaning }) => `${path} ${meaning.kind}`)).toEqual(rows)
      expect(waiting.flags).toHaveLength(flags.length)
      for (const [index, flag] of flags.entries()) expect(waiting.flags[index]?.words).toMatch(flag)
      expect(waiting.status).toEqual({ kind: 'awaiting', have: 1, need: 2 })
      expect(waiting.signers).toMatchObject([{ address: ada.address, proof: 'proven', isOwner: true }])
      expect(waiting.missing).not.toContain(ada.address)
      await confirmAt(rig, tx, ben, safe)
      expect((await readBoth(tx, safe)).status).toEqual({ kind: 'ready', have: 2, need: 2 })
    },
  )

  test('behavior: executed, it is final success; overtaken, it is cancelled or replaced', async () => {
    const { current } = await nonces(rig, safe)
    const [paid, lost] = [payout(current, '11'), payout(current, '12')]
    for (const tx of [paid, lost]) await proposeTo(rig, tx, ada, safe)
    const hash = await executeOn(rig, paid, [ada, ben], safe)
    expect((await readBoth(paid, safe)).status).toEqual({ kind: 'processing', hash })
    await rig.chain.client.mine({ blocks: 5 })
    const done = await readBoth(paid, safe)
    expect([done.status, differences(done)]).toEqual([{ kind: 'success', hash }, []])
    const replaced = await readBoth(lost, safe)
    expect([replaced.status, differences(replaced)]).toEqual([{ kind: 'replaced', hash }, []])

    const stopped = payout(current + 1n, '13')
    await proposeTo(rig, stopped, ada, safe)
    const by = await executeOn(rig, SafeTx.rejection(safe.address, current + 1n), [ada, ben], safe)
    expect((await readBoth(stopped, safe)).status).toEqual({ kind: 'cancelled', hash: by })
  })

  test('behavior: failed with gas set aside, it is failed', async () => {
    const { current } = await nonces(rig, safe)
    const tx = { ...payout(current, '99999999'), safeTxGas: 120_000n }
    await proposeTo(rig, tx, ada, safe)
    const hash = await executeOn(rig, tx, [ada, ben], safe)
    await rig.chain.client.mine({ blocks: 5 })
    const report = await readBoth(tx, safe)
    expect([report.status, differences(report)]).toEqual([{ kind: 'failed', hash }, []])
  })

  test('error: foreign code that nobody proposed is a danger still after its execution', async () => {
    const { current } = await nonces(rig, safe)
    const tx = SafeTx.fromCall({ to: eli.address, value: 0n, data: '0x' }, current, 1)
    const hash = await executeOn(rig, tx, [ada, ben], safe)
    await rig.chain.client.mine({ blocks: 5 })
    const { status, flags } = await readBoth(tx, safe)
    expect(status).toEqual({ kind: 'success', hash })
    expect(flags).toMatchObject([{ level: 'danger', words: expect.stringContaining('(delegatecall)') }])
  })

  test('behavior: a batch that was executed is a success, every row of it', async () => {
    const { current } = await nonces(rig, safe)
    const tx = nestedBatch(current)
    const hash = await executeOn(rig, tx, [ada, ben], safe)
    await rig.chain.client.mine({ blocks: 5 })
    const report = await readBoth(tx, safe)
    expect([report.status, differences(report)]).toEqual([{ kind: 'success', hash }, []])
  })
})

describe('signatures of every kind', () => {
  const proposed = async (text: string) => {
    const tx = payout((await nonces(rig)).free, text)
    await proposeTo(rig, tx, ada)
    const hash = SafeTx.hash(treasury.address, tx)
    return { tx, hash, url: `/v1/chains/56/transactions/${hash}/confirmations` }
  }
  const proofs = async (tx: SafeTx.SafeTx) => {
    const { signers, status, checks } = await readBoth(tx)
    expect(checks.filter(({ result }) => result !== 'same')).toEqual([])
    expect(status.kind).toBe('ready')
    return signers.map(({ address, proof }) => `${address} ${proof}`)
  }

  test('behavior: a hash approved on the chain is proven', async () => {
    const { tx, hash } = await proposed('21')
    const data = encodeFunctionData({ abi, functionName: 'approveHash', args: [hash] })
    await rig.chain.client.sendTransactionSync({ account: ben.account, to: treasury.address, data })
    expect(await proofs(tx)).toContain(`${ben.address} proven`)
  })

  test('behavior: a signature by eth_sign is proven', async () => {
    const { tx, hash, url } = await proposed('22')
    const plain = await ben.account.signMessage({ message: { raw: hash } })
    const v = Number.parseInt(plain.slice(-2), 16) + 4
    await ask(rig.service.url, url, { body: { signature: `${plain.slice(0, -2)}${v.toString(16)}` } })
    expect(await proofs(tx)).toContain(`${ben.address} proven`)
  })

  test('behavior: the word of an owner that is a Safe itself is proven', async () => {
    const { current } = await nonces(rig)
    const data = encodeFunctionData({ abi, functionName: 'addOwnerWithThreshold', args: [solo.address, 2n] })
    await executeOn(rig, SafeTx.fromCall({ to: treasury.address, value: 0n, data }, current), [ada, ben])
    const { tx, url } = await proposed('23')
    const { domainHash, messageHash } = SafeTx.hashes(treasury.address, tx)
    const nested = await vouch(solo, ada, concatHex(['0x1901', domainHash, messageHash]))
    const signature = concatHex([
      pad(solo.address),
      toHex(65, { size: 32 }),
      '0x00',
      toHex(65, { size: 32 }),
      nested,
    ])
    expect((await ask(rig.service.url, url, { body: { signature } })).status).toBe(200)
    expect(await proofs(tx)).toContain(`${solo.address} proven`)
  })
})

describe('a service that lies or is away', () => {
  const waiting = async () => {
    const tx = payout((await nonces(rig)).free, '31')
    await proposeTo(rig, tx, ada)
    return tx
  }

  test('error: another recipient or amount is named, though the description fits it', async () => {
    const tx = await waiting()
    for (const tamper of [{ to: stranger.address }, { value: '1' }]) {
      rig.service.faults.set({ tamper })
      const found = differences(await read([gate], tx))
      expect(found).toContainEqual(expect.stringMatching(/^Its fields hash to 0x/))
      expect(found).toContainEqual(expect.stringMatching(/^The Safe contract hashes the fields to 0x/))
    }
  })

  test('error: addresses swapped in every answer are named, by both sources', async () => {
    const tx = await waiting()
    const swaps: [string, string, RegExp][] = [
      [dana.address, stranger.address, /^The service describes a payment to/],
      [ada.address, stranger.address, /^The signature that is told to be of/],
      [ben.address, stranger.address, /^The service names other owners/],
      [treasury.address, legacy.address, /^It belongs to the Safe/],
      [
        `${await sign(treasury, tx, ada)}`,
        `${await sign(treasury, tx, ben)}`,
        /^The signature that is told to be of/,
      ],
    ]
    for (const [text, instead, difference] of swaps) {
      rig.service.faults.set({ rewrite: [[text, instead]] })
      expect(differences(await read([gate], tx))).toContainEqual(expect.stringMatching(difference))
      // The service gives no description and no owners, so there is nothing in them to be wrong.
      if (/signature|belongs/.test(difference.source)) {
        expect(differences(await read([kit], tx))).toContainEqual(expect.stringMatching(difference))
      }
    }
  })

  test('behavior: while the gateway is away the transaction service answers, under its name', async () => {
    const tx = await waiting()
    for (const fault of [{ down: true }, { status: 503 }, { html: true }, { malformed: true }]) {
      rig.service.faults.set({ ...fault, match: '/v1/chains/' })
      const report = await read([gate, kit], tx)
      expect([report.source, differences(report)]).toEqual(['Safe transaction service', []])
      rig.service.faults.reset()
    }
    expect((await read([gate, kit], tx)).source).toBe('Safe gateway')
  })

  test('error: with both away it says so, and what nobody knows is nothing', async () => {
    const tx = await waiting()
    rig.service.faults.set({ status: 503 })
    await expect(read([gate, kit], tx)).rejects.toMatchObject({ name: 'PortalError', kind: 'unreachable' })
    rig.service.faults.reset()
    const parts = { address: treasury.address, sources: [gate, kit], rpc: createRpc([rig.chain.rpcUrl]) }
    expect(await readProposal(parts, SafeTx.hash(treasury.address, payout(99n, '99')), signal())).toBeNull()
  })
})

/** What a 1-of-1 Safe of version 1.4.1 has its owner sign to vouch for some bytes. */
function vouch(safe: SeededSafe, { account }: Persona, message: Hex): Promise<Hex> {
  return account.signTypedData({
    domain: SafeTx.domain(safe.address),
    types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
    primaryType: 'SafeMessage',
    message: { message },
  })
}
