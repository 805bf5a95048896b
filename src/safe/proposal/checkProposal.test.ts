import { concat, pad, toFunctionSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import { type Rpc, RpcError } from '#chain/rpc/Rpc.ts'
import type { SafeSource } from '#safe/service/SafeSource.ts'
import { FEE_COLLECTOR } from '#safe/tx/gasRefund.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { word } from '#tests/support/fakeRpc.ts'
import {
  exampleSafe,
  executionOfSafe,
  executionReceipt,
  type FakeSafe,
  revert,
  safeRpc,
  someAddress,
  transferLog,
  txHash,
} from '#tests/support/fakeSafe.ts'
import { detailsOf, reportOn, wireOf } from '#tests/support/reportedProposals.ts'
import { OWNERS, PAYEE, payoutCall, SAFE, USDT } from '#tests/support/safeExamples.ts'
import { owners, stranger } from '../../../safe-app/accounts.ts'
import { type ProposalParts, readProposal } from './checkProposal.ts'
import { differences } from './ProposalReport.ts'
import { readProposalFacts } from './proposalReads.ts'

const [ada, ben, cleo] = owners
const tx = SafeTx.fromCall(payoutCall, 12n)
const hash = SafeTx.hash(SAFE, tx)
const paidLog = transferLog(USDT, SAFE, PAYEE, 250n * 10n ** 18n)
const signal = new AbortController().signal
const dead = async () => Promise.reject(new Error('No endpoint answered'))

describe('the report on a proposal', () => {
  test('behavior: lists who has signed and who has not, and counts the valid signatures', async () => {
    const report = await reportOn(hash, await wireOf(tx, [ben]))
    expect(report.missing).toEqual([ada.address, cleo.address])
    expect(report.owners).toEqual(exampleSafe.owners)
    expect(report.checks.map(({ result }) => result)).toEqual(Array(9).fill('same'))
    expect(report).toMatchObject({
      safe: SAFE,
      safeTxHash: hash,
      tx,
      version: '1.4.1',
      note: 'Campaign 7, creator payout',
    })
  })

  test('error: a network fee does not come before what an owner has to look at', async () => {
    const fee = { ...tx, baseGas: 100_000n, gasPrice: 10n ** 9n, refundReceiver: FEE_COLLECTOR }
    const { flags } = await reportOn(SafeTx.hash(SAFE, fee), await wireOf(fee, []))
    expect(flags.map(({ level }) => level)).toEqual(['look', 'note'])
  })

  test('error: modules, a guard and code that cannot be read are named, and not taken for none', async () => {
    const details = detailsOf(await wireOf(tx, [ada]))
    const source = { name: 'A', transaction: async () => details } as unknown as SafeSource
    const honest = safeRpc(exampleSafe)
    const without = async (isLost: (method: string, params: string) => boolean) => {
      const rpc: Rpc = async (method, params, ...more) =>
        isLost(method, JSON.stringify(params)) ? dead() : honest(method, params, ...more)
      const report = await readProposal({ address: SAFE, sources: [source], rpc }, hash, signal)
      return report?.checks.flatMap(({ result, words }) => (result === 'unknown' ? [words] : []))
    }
    expect(await without(() => false)).toEqual([])
    const modules = toFunctionSelector('getModulesPaginated(address,uint256)')
    expect(await without((method, params) => method === 'eth_call' && params.includes(modules))).toEqual([
      'We couldn’t read which modules can move money of this Safe without signatures.',
    ])
    expect(await without((method) => method === 'eth_getStorageAt')).toEqual([
      'We couldn’t read whether the Safe runs code that Safe has published.',
      'We couldn’t read whether a guard can forbid transactions of this Safe.',
    ])
  })

  test('behavior: accepts the hash in any case', async () => {
    const upper = `0x${hash.slice(2).toUpperCase()}` as SafeTx.SafeTxHash
    const report = await reportOn(upper, await wireOf(tx, [ada]))
    expect(report.checks.filter(({ result }) => result !== 'same')).toEqual([])
  })

  test('behavior: does not count a former owner’s signature, but names the signer', async () => {
    const { flags, signers } = await reportOn(hash, await wireOf(tx, [stranger]))
    expect(signers).toMatchObject([{ proof: 'proven', isOwner: false }])
    expect(flags).toEqual([
      {
        level: 'look',
        words: `${stranger.address} has signed and is not an owner now: this signature does not count.`,
      },
    ])
  })

  test('behavior: compares both hash formats even without the chain', async () => {
    for (const version of ['1.4.1', '1.1.1']) {
      const safe = { ...exampleSafe, version }
      const asked = SafeTx.hash(SAFE, tx, version)
      const details = detailsOf(await wireOf(tx, [], safe))
      const source: SafeSource = { name: 'A', transaction: async () => details } as unknown as SafeSource
      const report = await readProposal({ address: SAFE, sources: [source], rpc: dead }, asked, signal)
      expect(report?.hashes?.safeTxHash).toBe(asked)
      expect(report?.checks.filter(({ result }) => result === 'different')).toEqual([])
      expect(report?.checks.filter(({ result }) => result === 'unknown').map(({ words }) => words)).toEqual([
        'We couldn’t ask the Safe contract for its own hash.',
        'We couldn’t read the Safe’s owners, threshold and nonce.',
        'We couldn’t read whether it was executed.',
      ])
    }
  })

  test('error: shows no hash if none of the formats gives the requested one', async () => {
    const details = detailsOf(await wireOf({ ...tx, value: 1n }, [ada]))
    const source = { name: 'A', transaction: async () => details } as unknown as SafeSource
    const report = await readProposal({ address: SAFE, sources: [source], rpc: dead }, hash, signal)
    expect(report).toMatchObject({ hashes: null, preimage: null, signers: [{ proof: 'unknown' }] })
    expect(report?.checks).toContainEqual({
      result: 'different',
      words: 'The payment that Safe shows is not the one that its owners sign.',
      evidence: `Its fields hash to something else, not to ${hash}.`,
    })
  })

  test('error: a different contract hash is a difference, even if the portal’s own hash matches', async () => {
    const own = safeRpc()
    const rpc: typeof own = async (method, params) =>
      JSON.stringify(params).includes('0xd8d11f78') ? `0x${'12'.repeat(32)}` : own(method, params)
    const details = detailsOf(await wireOf(tx))
    const source = { name: 'A', transaction: async () => details } as unknown as SafeSource
    const report = await readProposal({ address: SAFE, sources: [source], rpc }, hash, signal)
    expect(report?.checks).toContainEqual({
      result: 'different',
      words: 'The Safe’s own contract reads another payment in it.',
      evidence: `It hashes the fields to 0x${'12'.repeat(32)}, not to ${hash}.`,
    })
  })
})

describe('reading sources', () => {
  const source = async (name: string, says: 'knows' | 'knows nothing' | 'fails'): Promise<SafeSource> => {
    const details = detailsOf(await wireOf(tx))
    const transaction = async () => {
      if (says === 'fails') throw new Error(`${name} failed`)
      return says === 'knows' ? details : null
    }
    return { name, transaction, executedAt: async () => [] } as unknown as SafeSource
  }
  const from = async (host: SafeSource | null, ...sources: SafeSource[]) => {
    const parts: ProposalParts = { address: SAFE, sources, rpc: safeRpc(), ...(host ? { host } : {}) }
    return (await readProposal(parts, hash, signal))?.source ?? null
  }

  test('behavior: the host comes first, then the sources in order', async () => {
    const [host, a, b] = [
      await source('host', 'knows'),
      await source('a', 'knows'),
      await source('b', 'knows'),
    ]
    expect(await from(host, a, b)).toBe('host')
    expect(await from(null, a, b)).toBe('a')
    for (const says of ['fails', 'knows nothing'] as const) {
      expect(await from(await source('host', says), await source('a', says), b)).toBe('b')
    }
  })

  test('behavior: an unknown proposal is null, and an unreadable one throws', async () => {
    const nothing = await source('a', 'knows nothing')
    expect(await from(nothing, nothing)).toBeNull()
    await expect(from(null, await source('a', 'fails'), nothing)).rejects.toThrow('a failed')
  })
})

test('behavior: a proposal without any owner’s signature is read, compared and counted as unsigned', async () => {
  const report = await reportOn(hash, await wireOf(tx))
  expect(report.status).toMatchObject({ kind: 'needs-signatures', have: 0, need: 2 })
  expect(report.signers).toEqual([])
  expect(report.missing).toEqual(exampleSafe.owners)
  expect(differences(report)).toEqual([])
  expect(report.flags).toEqual([
    { level: 'look', words: expect.stringMatching(/^No owner has signed it yet/) },
  ])
  expect((await reportOn(hash, await wireOf(tx, [ada]))).flags).toEqual([])
})

describe('what is genuine', () => {
  const differencesOf = async (...report: Parameters<typeof reportOn>) =>
    differences(await reportOn(...report))

  test('behavior: is a service whose owners or threshold are behind the chain, or that gives none', async () => {
    const wire = await wireOf(tx, [ada])
    const info = wire.detailedExecutionInfo
    for (const some of [
      { confirmationsRequired: 1 },
      { confirmationsRequired: null },
      { signers: info.signers.slice(1) },
      { signers: [...info.signers, { value: PAYEE }] },
      { signers: null },
    ]) {
      const report = await reportOn(hash, { ...wire, detailedExecutionInfo: { ...info, ...some } })
      expect(differences(report)).toEqual([])
      expect(report.status).toMatchObject({ kind: 'needs-signatures', have: 1, need: 2 })
    }
  })

  test('behavior: is a service that calls an unsigned proposal ready because it knows no threshold', async () => {
    const wire = await wireOf(tx)
    const info = { ...wire.detailedExecutionInfo, confirmationsRequired: null }
    const open = { ...wire, txStatus: 'AWAITING_EXECUTION', detailedExecutionInfo: info }
    expect((await reportOn(hash, open)).status).toMatchObject({ kind: 'needs-signatures', have: 0, need: 2 })
  })

  test('behavior: is a paid proposal that an owner’s Safe signed with owners it has replaced since', async () => {
    const nested = OWNERS[2]
    const MAGIC = '0x20c13b0b'
    const chain: FakeSafe = {
      ...exampleSafe,
      nonce: 13n,
      receipts: { [txHash(1)]: executionReceipt(txHash(1), hash, { logs: [paidLog], block: 900 }) },
      contracts: {
        [nested.toLowerCase()]: (_, { from, block }) =>
          from === SAFE.toLowerCase() && Number(block) === 899 ? `${MAGIC}${'0'.repeat(56)}` : revert(),
      },
    }
    const wire = await wireOf(tx, [ada])
    const signature = concat([pad(nested), word(65), '0x00', word(2), '0x1234'])
    const confirmations = [
      ...wire.detailedExecutionInfo.confirmations,
      { signer: { value: nested }, signature, submittedAt: 1 },
    ]
    const executed = {
      ...wire,
      txStatus: 'SUCCESS',
      txHash: txHash(1),
      detailedExecutionInfo: { ...wire.detailedExecutionInfo, confirmations },
    }
    const report = await reportOn(hash, executed, chain)
    expect(differences(report)).toEqual([])
    expect(report.signers.map(({ proof }) => proof)).toEqual(['proven', 'proven'])
    expect(report.status).toEqual({ kind: 'paid', hash: txHash(1) })
    // Nodes without the state of that block leave it unknown.
    const pruned = {
      ...chain,
      contracts: {
        [nested.toLowerCase()]: () => {
          throw new RpcError(-32000, 'missing trie node')
        },
      },
    }
    expect((await reportOn(hash, executed, pruned)).signers.at(1)?.proof).toBe('unknown')
    expect(await differencesOf(hash, executed, pruned)).toEqual([])
  })

  test('behavior: is the signature of the owner who executed it, which the Safe stores nowhere', async () => {
    const executing = executionOfSafe(txHash(1), tx)
    const chain: FakeSafe = {
      ...exampleSafe,
      nonce: 13n,
      receipts: { [txHash(1)]: executionReceipt(txHash(1), hash, { logs: [paidLog], block: 900 }) },
      transactions: { [txHash(1)]: { ...executing, from: ben.address } },
    }
    const wire = await wireOf(tx, [ada])
    const signedBy = (signer: string) => {
      const signature = concat([pad(signer as typeof SAFE), word(0), '0x01'])
      const all = [
        ...wire.detailedExecutionInfo.confirmations,
        { signer: { value: signer }, signature, submittedAt: 1 },
      ]
      return {
        ...wire,
        txStatus: 'SUCCESS',
        txHash: txHash(1),
        detailedExecutionInfo: { ...wire.detailedExecutionInfo, confirmations: all },
      }
    }
    const report = await reportOn(hash, signedBy(ben.address), chain)
    expect(report.signers.map(({ proof }) => proof)).toEqual(['proven', 'proven'])
    expect(report.checks.every(({ result }) => result === 'same')).toBe(true)
    // Another owner did not sign by it.
    const other = await reportOn(hash, signedBy(cleo.address), chain)
    expect(other.signers.map(({ proof }) => proof)).toEqual(['proven', 'unknown'])
    // Nor did the account that a contract called for.
    const relayed = {
      ...chain,
      transactions: { [txHash(1)]: { ...executing, from: ben.address, to: PAYEE } },
    }
    expect((await reportOn(hash, signedBy(ben.address), relayed)).signers.at(1)?.proof).toBe('unknown')
  })

  test('error: a signature that its owner did not make is a contradiction in signed data', async () => {
    const wire = await wireOf(tx, [ada])
    const [first] = wire.detailedExecutionInfo.confirmations
    const forged = { ...first, signer: { value: OWNERS[1] } }
    const info = { ...wire.detailedExecutionInfo, confirmations: [forged] }
    expect(await differencesOf(hash, { ...wire, detailedExecutionInfo: info })).toEqual([
      `The signature shown for ${OWNERS[1]} isn’t from that owner.`,
    ])
  })
})

describe('the chain’s data on a proposal', () => {
  test('behavior: is read in one group, and unreadable values are null', async () => {
    const modules = Array.from({ length: 11 }, (_, index) => someAddress(index + 2))
    expect(await readProposalFacts(safeRpc({ ...exampleSafe, modules }), SAFE, tx)).toEqual({
      state: { owners: exampleSafe.owners, threshold: 2, nonce: 12n, version: '1.4.1' },
      isDeployed: true,
      singleton: exampleSafe.singleton,
      guard: exampleSafe.guard,
      contractHash: hash,
      modules,
    })
    const nothing = { state: null, contractHash: null, modules: null, singleton: null, guard: null }
    expect(await readProposalFacts(dead, SAFE, tx)).toEqual({ ...nothing, isDeployed: null })
    const elsewhere = await readProposalFacts(safeRpc(), PAYEE, tx)
    expect(elsewhere).toMatchObject({ state: null, contractHash: null, modules: null, isDeployed: false })
  })

  test('error: name the account itself as the code it runs if it is not a proxy of Safe’s', async () => {
    const foreign = { ...exampleSafe, code: '0x6001600155' } as const
    expect(await readProposalFacts(safeRpc(foreign), SAFE, tx)).toMatchObject({ singleton: SAFE })
    const { flags } = await reportOn(hash, await wireOf(tx, [ada]), foreign)
    expect(flags.at(0)).toEqual({
      level: 'danger',
      words: `The Safe runs the code of ${SAFE}, which Safe has not published. It can do anything.`,
    })
  })
})
