import { createPublicClient, hashMessage, http, parseAbi } from 'viem'
import { openHost } from '#tests/support/hostLink.ts'
import { expect, test } from '#tests/support/rigFixture.ts'
import { ask, granted, stateOf } from '#tests/support/sdkCalls.ts'
import { TREASURY } from '../../../rig/seed/safes.ts'
import { owners } from '../../../safe-app/accounts.ts'

const [ada, ben] = owners
const abi = parseAbi(['function isValidSignature(bytes32, bytes) view returns (bytes4)'])

function isValid(rpcUrl: string, hash: `0x${string}`, signature: `0x${string}`): Promise<string> {
  return createPublicClient({ transport: http(rpcUrl) }).readContract({
    address: TREASURY,
    abi,
    functionName: 'isValidSignature',
    args: [hash, signature],
  })
}

test.beforeEach(async ({ page, rig }) => {
  await openHost(page, rig)
})

test('behavior: an off-chain message waits for the threshold, and the contract then accepts its signature', async ({
  rig,
  host,
}) => {
  const frame = await host.appFrame()
  const text = `Verify this account ${Date.now()}`
  const signing = ask(frame, ({ sdk }, message) => sdk.txs.signMessage(message), text)
  const open = host.dialog('Sign a message')
  await expect(open).toContainText(text)
  await host.sign()
  await expect(open).toContainText('1 of 2 owners signed')
  expect(await stateOf(signing)).toBe('pending')
  await host.actAs(ben.name)
  await host.sign()
  const reply = granted(await signing)
  expect(Object.keys(reply).sort()).toEqual(['messageHash', 'signature'])
  const { signature, messageHash } = reply as unknown as Record<'signature' | 'messageHash', `0x${string}`>
  expect(await isValid(rig.rpcUrl, hashMessage(text), signature)).toBe('0x1626ba7e')
  await host.done()

  const asked = await ask(frame, ({ sdk }, hash) => sdk.safe.getOffChainSignature(hash), messageHash)
  expect(asked).toEqual({ value: signature })
})

test('behavior: typed data can be signed off chain too', async ({ rig, host }) => {
  const frame = await host.appFrame()
  const typed = {
    domain: { name: 'Portal', chainId: 56, verifyingContract: TREASURY },
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      Note: [{ name: 'text', type: 'string' }],
    },
    primaryType: 'Note',
    message: { text: `Typed ${Date.now()}` },
  }
  const signing = ask(frame, ({ sdk }, data) => sdk.txs.signTypedMessage(data), typed)
  await expect(host.dialog('Sign a message')).toContainText(typed.message.text)
  await host.sign()
  await expect(host.dialog('Sign a message')).toContainText('1 of 2 owners signed')
  await host.actAs(ben.name)
  await host.sign()
  const { signature } = granted(await signing) as unknown as { signature: `0x${string}` }
  const hash = granted(
    await ask(frame, async ({ sdk }, data) => sdk.safe.calculateTypedMessageHash(data), typed),
  )
  expect(await isValid(rig.rpcUrl, hash as `0x${string}`, signature)).toBe('0x1626ba7e')
})

test('error: closing before the threshold reports "rejected" although the message exists, and another owner can complete it', async ({
  host,
}) => {
  const frame = await host.appFrame()
  const text = `Half signed ${Date.now()}`
  const signing = ask(frame, ({ sdk }, message) => sdk.txs.signMessage(message), text)
  await host.sign()
  await expect(host.dialog('Sign a message')).toContainText('1 of 2 owners signed')
  const hash = (await host.dialog().locator('dt:text("Safe message hash") + dd').textContent()) ?? ''
  await host.discard()
  expect(await signing).toEqual({ error: 'Transaction was rejected' })

  // Until the threshold is reached, the host does not answer.
  const waiting = ask(frame, ({ sdk }, h) => sdk.safe.getOffChainSignature(h), hash)
  await ask(frame, ({ sdk }) => sdk.safe.getEnvironmentInfo())
  expect(await stateOf(waiting)).toBe('pending')

  await host.actAs(ben.name)
  const panel = await host.openPanel('Messages')
  const row = panel.getByRole('listitem', { name: text })
  await expect(row).toContainText(ada.name)
  await row.getByRole('button', { name: 'Sign' }).click()
  await expect(row).toContainText('2 of 2 signed')
  const signature = granted(await ask(frame, ({ sdk }, h) => sdk.safe.getOffChainSignature(h), hash))
  expect(signature).toMatch(/^0x[0-9a-f]{260}$/)
})

test('error: an on-chain signature returns a safeTxHash, and closing its dialog is never answered', async ({
  host,
}) => {
  const frame = await host.appFrame()
  await ask(frame, ({ sdk }) => sdk.eth.setSafeSettings([{ offChainSigning: false }]))
  const closed = ask(frame, ({ sdk }) => sdk.txs.signMessage('Never answered'))
  await expect(host.dialog('Sign a message on chain')).toContainText(
    '0xd53cd0aB83D845Ac265BE939c57F53AD838012c9',
  )
  await host.discard()
  await ask(frame, ({ sdk }) => sdk.safe.getInfo())
  expect(await stateOf(closed)).toBe('pending')

  const signing = ask(frame, ({ sdk }) => sdk.txs.signMessage('Signed on chain'))
  await host.sign()
  const reply = granted(await signing) as { safeTxHash: string }
  const details = granted(await ask(frame, ({ sdk }, h) => sdk.txs.getBySafeTxHash(h), reply.safeTxHash))
  expect(details.txData).toMatchObject({ operation: 1 })
})

test('behavior: the host’s own setting selects on-chain signing', async ({ host }) => {
  const panel = await host.openPanel('App')
  await panel.getByLabel('Sign messages on chain').check()
  const frame = await host.appFrame()
  const signing = ask(frame, ({ sdk }) => sdk.txs.signMessage('By setting'))
  await expect(host.dialog('Sign a message on chain')).toBeVisible()
  await host.sign()
  expect(granted(await signing)).toHaveProperty('safeTxHash')
})
