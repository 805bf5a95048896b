import {
  concat,
  encodeFunctionData,
  type Hex,
  hashMessage,
  hexToBytes,
  parseAbi,
  serializeErc6492Signature,
  slice,
  toHex,
} from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createRpc } from '#chain/rpc/createRpc.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { joinSignatures } from '#safe/signature/signatureQuorum.ts'
import { checkTextSignature } from '#safe/signature/textSignature.ts'
import * as SafeMessage from '#safe/tx/SafeMessage.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { borrowRig } from '#tests/integration/rig/borrowRig.ts'
import { executeOn, nonces } from '#tests/integration/rig/proposals.ts'
import { signMessageOf } from '#tests/support/signingSafe.ts'
import { legacy, type SeededSafe, setupOf, solo, treasury, undeployed } from '../../rig/seed/safes.ts'
import type { Rig } from '../../rig/startRig.ts'
import { influencers, owners } from '../../safe-app/accounts.ts'
import { creationCall } from '../../safe-app/chain/createSafe.ts'
import { signAs } from './accountHost.ts'
import { safeSubject } from './accountSubjects.ts'

const [ada, ben, cleo] = owners
const [dana] = influencers
const abi = parseAbi([
  'function getMessageHash(bytes message) view returns (bytes32)',
  'function removeOwner(address prevOwner, address owner, uint256 threshold)',
])

let rig: Rig
let rpc: Rpc
let snapshot: Hex
let count = 0

beforeAll(async () => {
  rig = await borrowRig()
  rpc = createRpc([rig.chain.rpcUrl])
})
afterAll(() => rig.stop())

beforeEach(async () => {
  snapshot = await rig.chain.client.snapshot()
})
afterEach(async () => {
  await rig.chain.client.revert({ id: snapshot })
})

const signal = () => new AbortController().signal
const freshText = () => `This account is ours, text ${++count}.`
const check = (safe: SeededSafe, text: string, signature: Hex) =>
  checkTextSignature(rpc, safe.address, text, signature)

/** A text signed by enough of the Safe's owners, with the signature. */
async function signedBy(safe: SeededSafe): Promise<{ readonly text: string; readonly signature: Hex }> {
  const text = freshText()
  const subject = safeSubject(rig, safe)
  await subject.account.signMessage(text)
  await subject.signAlong(text)
  const stands = await subject.account.messageSignature(text, signal())
  if (stands?.kind !== 'signed') throw new Error('Enough owners have signed')
  return { text, signature: stands.signature }
}

describe.each([
  ['1.4.1, 2 of 3', treasury],
  ['1.4.1, 1 of 1', solo],
  ['1.3.0, 2 of 2', legacy],
] as const)('a Safe %s', (_, safe) => {
  test('behavior: hashes a text like the portal does', async () => {
    for (const text of ['', 'Influencer Portal', 'Grüße 😀\n', 'x'.repeat(5_000)]) {
      const args = [hashMessage(text)] as const
      const hash = await rig.chain.client.readContract({
        address: safe.address,
        abi,
        functionName: 'getMessageHash',
        args,
      })
      expect(SafeMessage.hash(safe.address, text, safe.version)).toBe(hash)
    }
  })

  test('error: accepts no signature with a changed byte', async () => {
    const { text, signature } = await signedBy(safe)
    const bytes = hexToBytes(signature)
    const verdicts = await Promise.all(
      [...bytes.keys()].map((at) => {
        const altered = Uint8Array.from(bytes)
        altered[at] = (bytes[at] ?? 0) ^ (1 << (at % 8))
        return check(safe, text, toHex(altered))
      }),
    )
    expect(verdicts.filter(({ kind }) => kind !== 'wrong')).toEqual([])
  })

  test('error: accepts its signature for no other text or Safe', async () => {
    const { text, signature } = await signedBy(safe)
    const other = safe === solo ? treasury : solo
    expect(await check(safe, text, signature)).toMatchObject({ kind: 'valid', by: 'contract' })
    expect((await check(safe, `${text} `, signature)).kind).toBe('wrong')
    expect((await check(other, text, signature)).kind).toBe('wrong')
    expect((await check(safe, text, '0x')).kind).toBe('wrong')
  })
})

describe('a signature of two owners', () => {
  test('error: is wrong once one of them is no longer an owner', async () => {
    const { text, signature } = await signedBy(treasury)
    const before = await check(treasury, text, signature)
    expect(before).toEqual({ kind: 'valid', by: 'contract', block: await rig.chain.client.getBlockNumber() })
    const args = [ada.address, ben.address, 2n] as const
    const data = encodeFunctionData({ abi, functionName: 'removeOwner', args })
    const { current } = await nonces(rig)
    await executeOn(rig, SafeTx.fromCall({ to: treasury.address, value: 0n, data }, current), [ada, ben])
    expect((await check(treasury, text, signature)).kind).toBe('wrong')
    const { account } = safeSubject(rig, treasury)
    expect(await account.messageSignature(text, signal())).toMatchObject({
      kind: 'collecting',
      have: 1,
      need: 2,
    })
    await signAs(rig, treasury, cleo, text)
    expect(await account.messageSignature(text, signal())).toMatchObject({ kind: 'signed' })
  })

  test('error: is wrong if one owner is missing or signs twice', async () => {
    const text = freshText()
    const half = await signMessageOf(ada, text, treasury.address)
    expect((await check(treasury, text, half)).kind).toBe('wrong')
    expect((await check(treasury, text, concat([half, half]))).kind).toBe('wrong')
    const other = await signMessageOf(ben, text, treasury.address)
    expect((await check(treasury, text, concat([half, other]))).kind).toBe('wrong')
    expect((await check(treasury, text, concat([other, half]))).kind).toBe('valid')
  })
})

test('error: is wrong at an address where no Safe is deployed yet', async () => {
  const { text, signature } = await signedBy(treasury)
  expect((await check(undeployed, text, signature)).kind).toBe('wrong')
})

describe('a Safe that is not deployed yet (ERC-6492)', () => {
  const { to: factory, data: making } = creationCall(setupOf(undeployed))
  const wrap = (signature: Hex, data = making, address = factory) =>
    serializeErc6492Signature({ address, data, signature })
  const signedByTwo = async (text: string) =>
    joinSignatures(
      await Promise.all(
        [ada, ben].map(async (one) => ({
          owner: one.address,
          signature: await signMessageOf(one, text, undeployed.address),
        })),
      ),
    )

  test('behavior: is checked as the Safe that its creation call would deploy, and viem agrees', async () => {
    const text = freshText()
    const signature = wrap(await signedByTwo(text))
    const proof = { address: undeployed.address, message: text, signature }
    expect(await rig.chain.client.verifyMessage(proof)).toBe(true)
    expect(await check(undeployed, text, signature)).toMatchObject({ kind: 'valid', by: 'future-contract' })
    expect((await check(undeployed, `${text}!`, signature)).kind).toBe('wrong')
    expect((await check(treasury, text, signature)).kind).toBe('wrong')
    expect(await rig.chain.client.getCode({ address: undeployed.address })).toBeUndefined()
  })

  test('behavior: has a valid signature after its deployment too', async () => {
    const text = freshText()
    const own = await signedByTwo(text)
    await rig.chain.client.sendTransaction({ account: ada.account, to: factory, data: making })
    expect(await check(undeployed, text, wrap(own))).toMatchObject({ kind: 'valid', by: 'contract' })
    expect(await check(undeployed, text, own)).toMatchObject({ kind: 'valid', by: 'contract' })
  })

  test('error: is wrong with too few owners, with a call that creates another Safe or none, or with malformed bytes', async () => {
    const text = freshText()
    const own = await signedByTwo(text)
    const half = await signMessageOf(ada, text, undeployed.address)
    const other = creationCall({ ...setupOf(undeployed), saltNonce: 9n }).data
    const wrapped = wrap(own)
    const wrongs: Hex[] = [
      wrap(half),
      wrap('0x'),
      wrap(own, other),
      wrap(own, '0x'),
      wrap(own, making, ada.address),
      concat(['0x1234', slice(wrapped, -32)]),
      slice(wrapped, 1),
      slice(wrapped, -32),
      slice(wrapped, 0, -1),
    ]
    for (const wrong of wrongs) expect((await check(undeployed, text, wrong)).kind).toBe('wrong')
  })

  test('error: a wrapped call is never made for a Safe that is deployed', async () => {
    const { text, signature } = await signedBy(treasury)
    expect(await check(treasury, text, wrap(signature))).toMatchObject({ kind: 'valid', by: 'contract' })
    const half = await signMessageOf(ada, text, treasury.address)
    expect((await check(treasury, text, wrap(half))).kind).toBe('wrong')
    expect((await check(treasury, text, wrap('0x'))).kind).toBe('wrong')
  })
})

test('behavior: an account delegated to a contract (EIP-7702) is still checked by its key', async () => {
  const text = freshText()
  const signature = await dana.account.signMessage({ message: text })
  const lent = `0xef0100${treasury.address.slice(2)}` as const
  await rig.chain.client.setCode({ address: dana.address, bytecode: lent })
  expect(await checkTextSignature(rpc, dana.address, text, signature)).toMatchObject({
    kind: 'valid',
    by: 'key',
  })
  const other = await ada.account.signMessage({ message: text })
  expect((await checkTextSignature(rpc, dana.address, text, other)).kind).toBe('wrong')
})
