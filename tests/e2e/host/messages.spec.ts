import { createPublicClient, hashMessage, http, parseAbi } from 'viem'
import {
  actAs,
  answerDiscard,
  appFrame,
  closeDialog,
  dialog,
  done,
  openHost,
  openPanel,
  sign,
} from '#tests/support/hostPage.ts'
import { expect, test } from '#tests/support/rigFixture.ts'
import { ask, granted, stateOf } from '#tests/support/sdkCalls.ts'
import { owners, TREASURY } from '../../../safe-app/accounts.ts'

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
  await openHost(page, rig.hostUrl, { appUrl: rig.appUrl, safe: TREASURY, owner: 0 })
})

test('behavior: an off-chain message waits for the threshold, and the contract then accepts its signature', async ({
  page,
  rig,
}) => {
  const frame = await appFrame(page)
  const text = `Verify this account ${Date.now()}`
  const signing = ask(frame, ({ sdk }, message) => sdk.txs.signMessage(message), text)
  const open = dialog(page, 'Sign a message')
  await expect(open).toContainText(text)
  await sign(page)
  await expect(open).toContainText('1 of 2 owners signed')
  expect(await stateOf(signing)).toBe('pending')
  await actAs(page, ben.name)
  await sign(page)
  const reply = granted(await signing)
  expect(Object.keys(reply).sort()).toEqual(['messageHash', 'signature'])
  const { signature, messageHash } = reply as unknown as Record<'signature' | 'messageHash', `0x${string}`>
  expect(await isValid(rig.rpcUrl, hashMessage(text), signature)).toBe('0x1626ba7e')
  await done(page)

  const asked = await ask(frame, ({ sdk }, hash) => sdk.safe.getOffChainSignature(hash), messageHash)
  expect(asked).toEqual({ value: signature })
})

test('behavior: typed data can be signed off chain too', async ({ page, rig }) => {
  const frame = await appFrame(page)
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
  await expect(dialog(page, 'Sign a message')).toContainText(typed.message.text)
  await sign(page)
  await expect(dialog(page, 'Sign a message')).toContainText('1 of 2 owners signed')
  await actAs(page, ben.name)
  await sign(page)
  const { signature } = granted(await signing) as unknown as { signature: `0x${string}` }
  const hash = granted(
    await ask(frame, async ({ sdk }, data) => sdk.safe.calculateTypedMessageHash(data), typed),
  )
  expect(await isValid(rig.rpcUrl, hash as `0x${string}`, signature)).toBe('0x1626ba7e')
})

test('error: closing before the threshold reports "rejected" although the message exists, and another owner can complete it', async ({
  page,
}) => {
  const frame = await appFrame(page)
  const text = `Half signed ${Date.now()}`
  const signing = ask(frame, ({ sdk }, message) => sdk.txs.signMessage(message), text)
  await sign(page)
  await expect(dialog(page, 'Sign a message')).toContainText('1 of 2 owners signed')
  const hash =
    (await page.getByRole('dialog').locator('dt:text("Safe message hash") + dd').textContent()) ?? ''
  await closeDialog(page)
  expect(await signing).toEqual({ error: 'Transaction was rejected' })

  // Until the threshold is reached, the host does not answer.
  const waiting = ask(frame, ({ sdk }, h) => sdk.safe.getOffChainSignature(h), hash)
  await ask(frame, ({ sdk }) => sdk.safe.getEnvironmentInfo())
  expect(await stateOf(waiting)).toBe('pending')

  await actAs(page, ben.name)
  const panel = await openPanel(page, 'Messages')
  const row = panel.getByRole('listitem', { name: text })
  await expect(row).toContainText(ada.name)
  await row.getByRole('button', { name: 'Sign' }).click()
  await expect(row).toContainText('2 of 2 signed')
  const signature = granted(await ask(frame, ({ sdk }, h) => sdk.safe.getOffChainSignature(h), hash))
  expect(signature).toMatch(/^0x[0-9a-f]{260}$/)
})

test('error: an on-chain signature returns a safeTxHash, and closing its dialog is never answered', async ({
  page,
}) => {
  const frame = await appFrame(page)
  await ask(frame, ({ sdk }) => sdk.eth.setSafeSettings([{ offChainSigning: false }]))
  const closed = ask(frame, ({ sdk }) => sdk.txs.signMessage('Never answered'))
  await expect(dialog(page, 'Sign a message on chain')).toContainText(
    '0xd53cd0aB83D845Ac265BE939c57F53AD838012c9',
  )
  await page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click()
  await answerDiscard(page, 'Discard')
  await ask(frame, ({ sdk }) => sdk.safe.getInfo())
  expect(await stateOf(closed)).toBe('pending')

  const signing = ask(frame, ({ sdk }) => sdk.txs.signMessage('Signed on chain'))
  await sign(page)
  const reply = granted(await signing) as { safeTxHash: string }
  const details = granted(await ask(frame, ({ sdk }, h) => sdk.txs.getBySafeTxHash(h), reply.safeTxHash))
  expect(details.txData).toMatchObject({ operation: 1 })
})

test('behavior: the host’s own setting selects on-chain signing', async ({ page }) => {
  const panel = await openPanel(page, 'App')
  await panel.getByLabel('Sign messages on chain').check()
  const frame = await appFrame(page)
  const signing = ask(frame, ({ sdk }) => sdk.txs.signMessage('By setting'))
  await expect(dialog(page, 'Sign a message on chain')).toBeVisible()
  await sign(page)
  expect(granted(await signing)).toHaveProperty('safeTxHash')
})
