import { encodeFunctionData, type Hex, parseAbi, serializeErc6492Signature } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createRpc } from '#chain/rpc/createRpc.ts'
import { checkSignature } from '#domain/proof/checkSignature.ts'
import type { ProofSignature } from '#domain/proof/judgeProof.ts'
import { newProof, type Proof } from '#domain/proof/Proof.ts'
import { proofMessage } from '#domain/proof/proofMessage.ts'
import { gateway } from '#safe/service/sources.ts'
import { joinSignatures } from '#safe/signature/signatureQuorum.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { the } from '#tests/integration/rig/ask.ts'
import { borrowRig } from '#tests/integration/rig/borrowRig.ts'
import { executeOn, nonces } from '#tests/integration/rig/proposals.ts'
import { signMessageOf } from '#tests/support/signingSafe.ts'
import { legacy, type SeededSafe, setupOf, solo, treasury, undeployed } from '../../rig/seed/safes.ts'
import type { Rig } from '../../rig/startRig.ts'
import { influencers, owners, type Persona, stranger } from '../../safe-app/accounts.ts'
import { creationCall } from '../../safe-app/chain/createSafe.ts'
import { startRpcProxy } from '../../safe-app/chain/startRpcProxy.ts'
import { signAs } from './accountHost.ts'
import { safeSubject, walletSubject } from './accountSubjects.ts'

const [ada, ben, cleo] = owners
const [dana] = influencers
const abi = parseAbi([
  'function removeOwner(address prevOwner, address owner, uint256 threshold)',
  'function changeThreshold(uint256 threshold)',
])

let rig: Rig
let snapshot: Hex
let count = 0

beforeAll(async () => {
  rig = await borrowRig()
})
afterAll(() => rig.stop())

beforeEach(async () => {
  snapshot = await rig.chain.client.snapshot()
})
afterEach(async () => {
  rig.service.faults.reset()
  await rig.chain.client.revert({ id: snapshot })
})

const random = (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes)
/** A proof for an account, dated to the newest block of the chain. */
async function begun({ address }: Pick<Persona, 'address'>): Promise<Proof> {
  const { timestamp } = await rig.chain.client.getBlock()
  const handle = { platform: 'x', name: `ada_${++count}` } as const
  const wanted = { address, handle, post: null, uri: 'https://portal.example/', days: 90 }
  return newProof(wanted, Number(timestamp) * 1_000, random)
}
const parts = (rpcUrl = rig.chain.rpcUrl) => ({ rpc: createRpc([rpcUrl]), gateway: gateway(rig.service.url) })
const check = (proof: Proof, signature: Hex | null = null, rpcUrl?: string): Promise<ProofSignature> =>
  checkSignature(parts(rpcUrl), { proof, signature })
const sameText = (signers: readonly Persona[], { address }: Pick<SeededSafe, 'address'>, proof: Proof) =>
  Promise.all(
    signers.map(async (one) => ({
      owner: one.address,
      signature: await signMessageOf(one, proofMessage(proof), address),
    })),
  ).then(joinSignatures)
/** The owners make the treasury call itself. */
async function change(data: Hex, by: readonly Persona[] = [ada, ben]): Promise<void> {
  const { current } = await nonces(rig)
  await executeOn(rig, SafeTx.fromCall({ to: treasury.address, value: 0n, data }, current), by)
}
const removeBen = encodeFunctionData({
  abi,
  functionName: 'removeOwner',
  args: [ada.address, ben.address, 2n],
})

test('behavior: a wallet’s proof is checked without any request', async () => {
  const { account } = walletSubject(rig)
  const proof = await begun(account)
  const signed = await account.signMessage(proofMessage(proof))
  if (signed.kind !== 'signed') throw new Error('A key signs at once')
  const byKey = { kind: 'valid', by: 'key', block: null }
  expect(await check(proof, signed.signature)).toEqual(byKey)
  expect(await check(proof, signed.signature, 'http://127.0.0.1:1/')).toEqual(byKey)
})

test('error: a text signed by another key is wrong, and the result names that key’s account', async () => {
  const proof = await begun(dana)
  const signature = await stranger.account.signMessage({ message: proofMessage(proof) })
  const checked = await check(proof, signature)
  expect(checked).toMatchObject({ kind: 'wrong' })
  expect('words' in checked && checked.words).toContain(stranger.address)
})

test('error: an account with a key but without a signature has not signed', async () => {
  expect(await check(await begun(dana))).toEqual({ kind: 'none' })
  expect(await check(await begun(undeployed))).toEqual({ kind: 'none' })
})

describe.each([
  ['1.4.1, 2 of 3', treasury, 2],
  ['1.3.0, 2 of 2', legacy, 2],
] as const)('a Safe %s', (_, safe, need) => {
  test('behavior: is found by its message while its owners sign, and afterwards', async () => {
    const subject = safeSubject(rig, safe)
    const proof = await begun(safe)
    expect(await check(proof)).toEqual({ kind: 'collecting', have: 0, need })
    await subject.account.signMessage(proofMessage(proof))
    expect(await check(proof)).toEqual({ kind: 'collecting', have: 1, need })
    await subject.signAlong(proofMessage(proof))
    const block = await rig.chain.client.getBlockNumber()
    const byContract = { kind: 'valid', by: 'contract', block }
    const kept = await check(proof)
    expect(kept).toMatchObject(byContract)
    const stands = await subject.account.messageSignature(proofMessage(proof), new AbortController().signal)
    if (stands?.kind !== 'signed') throw new Error('All have signed')
    expect(kept).toMatchObject({ found: stands.signature })
    expect(await check(proof, stands.signature)).toEqual(byContract)
  })
})

test('behavior: a Safe with one owner has its proof at once', async () => {
  const { account } = safeSubject(rig, solo)
  const proof = await begun(solo)
  expect(await account.signMessage(proofMessage(proof))).toMatchObject({ kind: 'signed' })
  expect(await check(proof)).toMatchObject({ kind: 'valid', by: 'contract' })
})

test('behavior: an on-chain signature stays valid without the service and after the owners change', async () => {
  const { account, host } = safeSubject(rig, treasury)
  const proof = await begun(treasury)
  await account.signMessage(proofMessage(proof), { onChain: true })
  expect(await check(proof)).toEqual({ kind: 'collecting', have: 0, need: 2 })
  await executeOn(rig, the(host.proposed[0]), [ada, ben])
  rig.service.faults.set({ status: 503 })
  const block = await rig.chain.client.getBlockNumber()
  expect(await check(proof)).toEqual({ kind: 'valid', by: 'chain', block })
  rig.service.faults.reset()
  await change(removeBen)
  expect(await check(proof)).toMatchObject({ kind: 'valid', by: 'chain' })
})

describe('when the owners change afterwards', () => {
  test('error: names the block at which it was valid, and the removed owner', async () => {
    const proof = await begun(treasury)
    const signature = await sameText([ada, ben], treasury, proof)
    expect(await check(proof, signature)).toMatchObject({ kind: 'valid', by: 'contract' })
    await change(removeBen)
    const checked = await check(proof, signature)
    expect(checked).toMatchObject({ kind: 'owners-changed', gone: [ben.address] })
    expect('acceptedAt' in checked && checked.acceptedAt).toBeLessThan(
      await rig.chain.client.getBlockNumber(),
    )
  })

  test('error: is wrong if nodes lack the past state, and says what could not be read', async () => {
    const proof = await begun(treasury)
    const signature = await sameText([ada, ben], treasury, proof)
    await change(removeBen)
    await rig.chain.client.mine({ blocks: 200 })
    const proxy = await startRpcProxy({ target: rig.chain.rpcUrl, port: 0 })
    proxy.faults.set({ stateDepth: 128 })
    const checked = await check(proof, signature, proxy.url)
    await proxy.stop()
    expect(checked).toMatchObject({ kind: 'wrong' })
    expect('words' in checked && checked.words).toContain(`Not an owner: ${ben.address}`)
    expect('words' in checked && checked.words).toContain('We couldn’t read')
  })

  test('behavior: after its threshold rises, a Safe’s proof is incomplete until another owner signs', async () => {
    const proof = await begun(treasury)
    const signature = await sameText([ada, ben], treasury, proof)
    await change(encodeFunctionData({ abi, functionName: 'changeThreshold', args: [3n] }))
    expect(await check(proof, signature)).toEqual({ kind: 'collecting', have: 2, need: 3 })
    await signAs(rig, treasury, ada, proofMessage(proof))
    await signAs(rig, treasury, ben, proofMessage(proof))
    await signAs(rig, treasury, cleo, proofMessage(proof))
    expect(await check(proof)).toMatchObject({ kind: 'valid' })
  })
})

test('error: names a signer who is not an owner of this Safe', async () => {
  const proof = await begun(treasury)
  const signature = await sameText([ada, stranger], treasury, proof)
  const checked = await check(proof, signature)
  expect('words' in checked && checked.words).toContain(`Not an owner: ${stranger.address}`)
  expect('words' in checked && checked.words).toContain('when the proof was made')
  const elsewhere = await sameText([ada, ben], solo, proof)
  expect(await check(proof, elsewhere)).toMatchObject({ kind: 'wrong' })
})

test('behavior: a Safe that is not deployed yet has a proof by its creation data (ERC-6492)', async () => {
  const { to, data } = creationCall(setupOf(undeployed))
  const proof = await begun(undeployed)
  const own = await sameText([ada, ben], undeployed, proof)
  const wrapped = serializeErc6492Signature({ address: to, data, signature: own })
  expect(await check(proof, wrapped)).toMatchObject({ kind: 'valid', by: 'future-contract' })
  expect(await check(proof, own)).toMatchObject({ kind: 'wrong' })
})

describe('without an answer from nodes or services', () => {
  test('error: a Safe’s proof cannot be checked, and is not called wrong', async () => {
    const proof = await begun(treasury)
    const signature = await sameText([ada, ben], treasury, proof)
    expect((await check(proof, signature, 'http://127.0.0.1:1/')).kind).toBe('unknown')
    expect((await check(proof, null, 'http://127.0.0.1:1/')).kind).toBe('unknown')
    rig.service.faults.set({ status: 503 })
    expect((await check(proof)).kind).toBe('unknown')
    // A signature in the link needs no service.
    expect(await check(proof, signature)).toMatchObject({ kind: 'valid' })
  })
})
