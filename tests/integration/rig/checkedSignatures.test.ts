import { concatHex, encodeFunctionData, type Hex, pad, parseAbi, toHex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readProposal } from '#safe/proposal/checkProposal.ts'
import { differences } from '#safe/proposal/ProposalReport.ts'
import type { SafeSource } from '#safe/service/SafeSource.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { localRpc } from '#tests/support/localRpc.ts'
import { sign } from '../../../rig/seed/SafeActs.ts'
import { legacy, type SeededSafe, solo, treasury } from '../../../rig/seed/safes.ts'
import type { Rig } from '../../../rig/startRig.ts'
import { influencers, owners, type Persona, stranger } from '../../../safe-app/accounts.ts'
import { ask } from './ask.ts'
import { borrowRig } from './borrowRig.ts'
import { executeOn, nonces, payout, proposeTo } from './proposals.ts'
import { report, sameReport, sourcesOf } from './reports.ts'

const [ada, ben] = owners
const [dana] = influencers

let rig: Rig
let gate: SafeSource
let kit: SafeSource
let snapshot: Hex

beforeAll(async () => {
  rig = await borrowRig()
  const sources = sourcesOf(rig)
  gate = sources.gate
  kit = sources.kit
})

beforeEach(async () => {
  snapshot = await rig.chain.client.snapshot()
})

afterEach(async () => {
  rig.service.faults.reset()
  await rig.chain.client.revert({ id: snapshot })
})

afterAll(() => rig.stop())

const read = (sources: readonly SafeSource[], tx: SafeTx.SafeTx) => report(rig, sources, tx)
const readBoth = (tx: SafeTx.SafeTx) => sameReport(rig, tx)
const signal = () => new AbortController().signal

const abi = parseAbi([
  'function addOwnerWithThreshold(address owner, uint256 threshold)',
  'function approveHash(bytes32 hash)',
])

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

  test('behavior: a hash approved on the chain counts as a valid signature', async () => {
    const { tx, hash } = await proposed('21')
    const data = encodeFunctionData({ abi, functionName: 'approveHash', args: [hash] })
    await rig.chain.client.sendTransactionSync({ account: ben.account, to: treasury.address, data })
    expect(await proofs(tx)).toContain(`${ben.address} proven`)
  })

  test('behavior: an eth_sign signature is valid', async () => {
    const { tx, hash, url } = await proposed('22')
    const plain = await ben.account.signMessage({ message: { raw: hash } })
    const v = Number.parseInt(plain.slice(-2), 16) + 4
    await ask(rig.service.url, url, { body: { signature: `${plain.slice(0, -2)}${v.toString(16)}` } })
    expect(await proofs(tx)).toContain(`${ben.address} proven`)
  })

  test('behavior: the signature of an owner that is itself a Safe is valid', async () => {
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

describe('a service that lies or is down', () => {
  const waiting = async () => {
    const tx = payout((await nonces(rig)).free, '31')
    await proposeTo(rig, tx, ada)
    return tx
  }

  test('error: another recipient or amount is named, even if the description matches it', async () => {
    const tx = await waiting()
    for (const tamper of [{ to: stranger.address }, { value: '1' }]) {
      rig.service.faults.set({ tamper })
      const found = differences(await read([gate], tx))
      expect(found).toContainEqual(expect.stringMatching(/^The payment that Safe shows is not /))
      expect(found).toContainEqual(expect.stringMatching(/^The Safe’s own contract reads another payment/))
    }
  })

  test('error: addresses swapped in every answer are named for both sources', async () => {
    const tx = await waiting()
    const swaps: [string, string, RegExp][] = [
      [dana.address, stranger.address, /^The service describes a payment to/],
      [ada.address, stranger.address, /^The signature shown for/],
      [treasury.address, legacy.address, /^It belongs to the Safe/],
      [`${await sign(treasury, tx, ada)}`, `${await sign(treasury, tx, ben)}`, /^The signature shown for/],
    ]
    for (const [text, instead, difference] of swaps) {
      rig.service.faults.set({ rewrite: [[text, instead]] })
      expect(differences(await read([gate], tx))).toContainEqual(expect.stringMatching(difference))
      // The service returns no description, so that cannot be wrong.
      if (/signature|belongs/.test(difference.source)) {
        expect(differences(await read([kit], tx))).toContainEqual(expect.stringMatching(difference))
      }
    }
  })

  test('behavior: a gateway that names other owners is behind, which is no difference', async () => {
    const tx = await waiting()
    rig.service.faults.set({ rewrite: [[ben.address, stranger.address]] })
    const report = await read([gate], tx)
    expect(differences(report)).toEqual([])
    expect(report.checks).toContainEqual({
      result: 'unknown',
      words: 'The service is behind: it names other owners than the network.',
    })
  })

  test('behavior: while the gateway is down, the transaction service answers under its own name', async () => {
    const tx = await waiting()
    for (const fault of [{ down: true }, { status: 503 }, { html: true }, { malformed: true }]) {
      rig.service.faults.set({ ...fault, match: '/v1/chains/' })
      const report = await read([gate, kit], tx)
      expect([report.source, differences(report)]).toEqual(['Safe transaction service', []])
      rig.service.faults.reset()
    }
    expect((await read([gate, kit], tx)).source).toBe('Safe gateway')
  })

  test('error: with both down it reports an error, and an unknown proposal is null', async () => {
    const tx = await waiting()
    rig.service.faults.set({ status: 503 })
    await expect(read([gate, kit], tx)).rejects.toMatchObject({ name: 'PortalError', kind: 'unreachable' })
    rig.service.faults.reset()
    const parts = { address: treasury.address, sources: [gate, kit], rpc: localRpc(rig.chain.rpcUrl) }
    expect(await readProposal(parts, SafeTx.hash(treasury.address, payout(99n, '99')), signal())).toBeNull()
  })
})

/** The owner of a 1-of-1 Safe 1.4.1 signs some bytes for the Safe. */
function vouch(safe: SeededSafe, { account }: Persona, message: Hex): Promise<Hex> {
  return account.signTypedData({
    domain: SafeTx.domain(safe.address),
    types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
    primaryType: 'SafeMessage',
    message: { message },
  })
}
