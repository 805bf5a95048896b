import SafeApiKit from '@safe-global/api-kit'
import { createWalletClient, hashMessage, hashTypedData, http, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { TREASURY } from '../../../rig/seed/safes.ts'
import type { Rig } from '../../../rig/startRig.ts'
import { influencers, owners, type Persona, stranger } from '../../../safe-app/accounts.ts'
import { borrowRig } from './borrowRig.ts'
import { payout, proposeWith } from './proposals.ts'

const [ada, ben] = owners
const [dana] = influencers

let rig: Rig
let kit: SafeApiKit

beforeAll(async () => {
  rig = await borrowRig()
  kit = new SafeApiKit({ chainId: 56n, txServiceUrl: rig.service.txServiceUrl })
})

afterAll(() => rig.stop())

const propose = (tx: SafeTx.SafeTx, sender: Persona) => proposeWith(kit, tx, sender)

function wallet({ account }: Persona) {
  return createWalletClient({ account, chain: rig.chain.client.chain, transport: http(rig.chain.rpcUrl) })
}

describe('delegates', () => {
  test('behavior: an owner adds a delegate, who proposes without confirming, and removes them again', async () => {
    await kit.addSafeDelegate({
      safeAddress: TREASURY,
      delegateAddress: stranger.address,
      delegatorAddress: ada.address,
      label: 'Bookkeeper',
      signer: wallet(ada),
    })
    const { results } = await kit.getSafeDelegates({ safeAddress: TREASURY })
    expect(results).toMatchObject([
      { delegate: stranger.address, delegator: ada.address, label: 'Bookkeeper' },
    ])

    const hash = await propose(payout(30n), stranger)
    expect(await kit.getTransaction(hash)).toMatchObject({
      proposer: ada.address,
      proposedByDelegate: stranger.address,
      confirmations: [],
      trusted: true,
    })

    const removal = { delegateAddress: stranger.address, delegatorAddress: ada.address }
    await expect(kit.removeSafeDelegate({ ...removal, signer: wallet(ben) })).rejects.toThrow()
    await kit.removeSafeDelegate({ ...removal, signer: wallet(stranger) })
    expect((await kit.getSafeDelegates({ safeAddress: TREASURY })).results).toEqual([])
    await expect(propose(payout(31n), stranger)).rejects.toThrow(/is not an owner or delegate/)
  })

  test('error: an account that is not an owner cannot add a delegate', async () => {
    const delegate = {
      safeAddress: TREASURY,
      delegateAddress: dana.address,
      delegatorAddress: stranger.address,
      label: 'Nobody',
      signer: wallet(stranger),
    }
    await expect(kit.addSafeDelegate(delegate)).rejects.toThrow(/is not an owner of Safe/)
  })
})

describe('messages', () => {
  const text = 'Influencer Portal: verify 0x1'
  const validatorAbi = parseAbi([
    'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
  ])
  const safeMessage = (data: `0x${string}`) => ({
    domain: SafeTx.domain(TREASURY),
    types: { SafeMessage: [{ name: 'message', type: 'bytes' }] } as const,
    primaryType: 'SafeMessage' as const,
    message: { message: data },
  })

  test('behavior: two owners sign a text, and the Safe accepts the signature that the service joins', async () => {
    const typed = safeMessage(hashMessage(text))
    const messageHash = hashTypedData(typed)
    expect(messageHash).toBe('0xa9751e581013cf350057ab6e92a8c924440f6ba382a01d988b6b803051a6efad')

    await kit.addMessage(TREASURY, { message: text, signature: await ben.account.signTypedData(typed) })
    await kit.addMessageSignature(messageHash, await ada.account.signTypedData(typed))
    const message = await kit.getMessage(messageHash)
    expect(message.confirmations.map(({ owner }) => owner)).toEqual([ben.address, ada.address])
    expect((await kit.getMessages(TREASURY)).count).toBe(1)

    const magic = await rig.chain.client.readContract({
      address: TREASURY,
      abi: validatorAbi,
      functionName: 'isValidSignature',
      args: [hashMessage(text), message.preparedSignature as `0x${string}`],
    })
    expect(magic).toBe('0x1626ba7e')
  })

  test('error: refuses a non-owner, a second signature, and a signature of another text', async () => {
    const other = safeMessage(hashMessage('another text'))
    const sent = (signature: string) => kit.addMessage(TREASURY, { message: 'another text', signature })
    await expect(sent(await stranger.account.signTypedData(other))).rejects.toThrow(
      /is not an owner of the Safe/,
    )
    await sent(await ada.account.signTypedData(other))
    await expect(sent(await ada.account.signTypedData(other))).rejects.toThrow(/already exists/)
    const again = kit.addMessageSignature(hashTypedData(other), await ada.account.signTypedData(other))
    await expect(again).rejects.toThrow(/already exists/)
  })
})
