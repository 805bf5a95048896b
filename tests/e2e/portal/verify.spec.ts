import type { Locator, Page } from 'playwright/test'
import { encodeFunctionData, type Hex, hashMessage, parseAbi, serializeErc6492Signature } from 'viem'
import type { Proof } from '#domain/proof/Proof.ts'
import { decodeProof, encodeProof } from '#domain/proof/proofLink.ts'
import { proofCode, proofMessage } from '#domain/proof/proofMessage.ts'
import { joinSignatures } from '#safe/signature/signatureQuorum.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { clearQueue, fresh } from '#tests/support/activityPage.ts'
import { DEEP } from '#tests/support/deep.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { connect, goTo, type Portal, unfold } from '#tests/support/portalPage.ts'
import { codeText } from '#tests/support/requestPage.ts'
import { begunProof, signedBy } from '#tests/support/signedProofs.ts'
import { signMessageOf } from '#tests/support/signingSafe.ts'
import { approve, refuse } from '#tests/support/walletPage.ts'
import { executionData, sign as signTx } from '../../../rig/seed/SafeActs.ts'
import { type SeededSafe, setupOf, solo, treasury, undeployed } from '../../../rig/seed/safes.ts'
import { owners, type Persona } from '../../../safe-app/accounts.ts'
import { creationCall, safeAddress } from '../../../safe-app/chain/createSafe.ts'

const [ada, ben, cleo] = owners

test.afterEach(({ world }) => clearQueue(world))

const status = (portal: Portal) => portal.getByRole('region', { name: 'Status' })
const signatureOf = (portal: Portal) => portal.getByRole('region', { name: 'Step 1: signature' })
const checkAgain = (portal: Portal) => portal.getByRole('button', { name: 'Check again' }).click()
const proofs = (portal: Portal) => portal.getByRole('list', { name: 'Your proofs' })
/** Opens the link of a proof without a connected account. */
async function open(page: Page, url: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(url)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}
async function paste(portal: Portal, text: string): Promise<void> {
  await goTo(portal, 'Get paid')
  await portal.getByRole('button', { name: 'Proofs' }).click()
  await portal.getByRole('link', { name: 'Check a proof' }).click()
  await portal.getByRole('textbox', { name: 'Paste a proof link or text' }).fill(text)
  await portal.getByRole('button', { name: 'Check proof' }).click()
}
/** The text to be signed is folded: the wallet shows it, too. */
async function textToSign(portal: Portal): Promise<Locator> {
  await portal.getByText('Text your wallet will show').click()
  return portal.getByRole('textbox', { name: 'Text to sign' })
}
/** Enters the name, and continues to the page that signs. */
async function begin(portal: Portal, name: string): Promise<void> {
  await goTo(portal, 'Get paid')
  await portal.getByRole('textbox', { name: 'Your handle' }).fill(name)
  await portal.getByRole('button', { name: 'Create proof' }).click()
}
const joined = async (signers: readonly Persona[], safe: Pick<SeededSafe, 'address'>, proof: Proof) =>
  joinSignatures(
    await Promise.all(
      signers.map(async (one) => ({
        owner: one.address,
        signature: await signMessageOf(one, proofMessage(proof), safe.address),
      })),
    ),
  )

test('behavior: a wallet makes a proof in three steps, and anyone can check it without a wallet or a chain', {
  tag: DEEP,
}, async ({ wallet, context, world }) => {
  await wallet.goto(`${world.portalUrl}#/get-paid/you`)
  await connect(wallet)
  await wallet.getByRole('textbox', { name: 'Your handle' }).fill('@Ada_Example')
  const code = proofCode(ada.address, { platform: 'x', name: 'ada_example' })
  await expect(wallet.getByText(code)).toBeVisible()
  await wallet.getByRole('button', { name: 'Sign proof' }).click()
  await refuse(wallet)
  await expect(wallet.getByText('The proof isn’t signed.')).toBeVisible()
  await wallet.getByRole('button', { name: 'Sign proof' }).click()
  await approve(wallet, 'belongs to @ada_example on X')
  await expect(wallet.getByText(/^Signed by this address\./)).toBeVisible()

  const link = await wallet.getByRole('textbox', { name: 'Proof link' }).inputValue()
  expect(await codeText(wallet, 'QR code of the proof')).toBe(link)
  await wallet.getByText('As text or picture').click()
  const document = await wallet.getByRole('textbox', { name: 'Proof text' }).inputValue()
  expect(document).toContain(`Code: ${code}`)
  await wallet.reload()
  await expect(wallet.getByText(/^Signed by this address\./)).toBeVisible()
  await unfold(wallet, 'Signed text (EIP-4361)')
  const text = wallet.getByRole('textbox', { name: 'Signed text' })
  await expect(text).toHaveValue(/belongs to @ada_example on X\. Signing this .* moves nothing\./)
  await expect(text).toHaveValue(/Chain ID: 56\nNonce: \w{16}\nIssued At: .*Z\nExpiration Time: .*Z\n/)
  await goTo(wallet, 'Get paid')
  await expect(proofs(wallet).getByText('Signed', { exact: true })).toBeVisible()

  const other = await context.newPage()
  const asked: string[] = []
  other.on('request', (request) => {
    if (world.rpcUrls.some((url) => request.url().startsWith(url))) asked.push(request.url())
  })
  await open(other, link)
  await expect(status(other)).toContainText(
    'Signed by this address. Not yet checked: does @ada_example on X agree?',
  )
  await expect(status(other)).toContainText('Anyone can sign a text with this handle')
  await expect(signatureOf(other)).toContainText(ada.address)
  const compare = other.getByRole('region', { name: 'Step 2: the code on the profile' })
  await expect(compare).toContainText(code)
  await expect(compare.getByRole('link', { name: 'Open profile' })).toHaveAttribute(
    'href',
    'https://x.com/ada_example',
  )
  await paste(other, document)
  await expect(status(other)).toContainText('Signed by this address.')
  expect(asked).toEqual([])
  await other.close()
})

test('behavior: half a proof is amber until its reader answers about the code; the answer is theirs alone, is kept, and can be taken back', {
  tag: DEEP,
}, async ({ page, browser, world }) => {
  const proof = begunProof(ada, { uri: world.portalUrl })
  const link = `${world.portalUrl}#/verify/${await signedBy(ada, proof)}`
  await open(page, link)
  await expect(status(page)).toContainText('1 of 2 checked')
  await page.getByRole('button', { name: 'I see the code' }).click()
  await expect(status(page)).toContainText('You confirmed it')
  await page.reload()
  await expect(status(page)).toContainText('You confirmed it')

  await test.step('behavior: the link shows a stranger half a proof, and no answer', async () => {
    await page.getByText('Share this proof').click()
    const shared = await page.getByRole('textbox', { name: 'Proof link' }).inputValue()
    expect(shared).toBe(link)
    const stranger = await browser.newPage()
    await open(stranger, shared)
    await expect(status(stranger)).toContainText('1 of 2 checked')
    await stranger.close()
  })

  await page.getByRole('button', { name: 'Undo my answer' }).click()
  await expect(status(page)).toContainText('1 of 2 checked')
  await page.getByRole('button', { name: 'It isn’t there' }).click()
  await expect(status(page).getByRole('alert')).toContainText('Code not found')
  await page.reload()
  await expect(status(page)).toContainText('Don’t rely on it.')
})

for (const way of ['a Safe', 'a tab'] as const) {
  test(`behavior: a Safe’s proof is checked on the chain, in ${way}, and is not called wrong while the chain is down`, {
    tag: DEEP,
  }, async ({ page, world, host }) => {
    const proof = begunProof(treasury, { uri: world.portalUrl })
    const link = `${world.portalUrl}#/verify/${encodeProof({ proof, signature: await joined([ada, ben], treasury, proof) })}`
    if (way === 'a Safe') {
      await world.safe.openApp(page, link, { safe: solo.name })
    } else await open(page, link)
    const portal = way === 'a Safe' ? host.app : page
    await expect(signatureOf(portal)).toContainText(/Its contract accepted the signature at block \d+/)
    await world.safe.faults.rpc.set({ down: true })
    await checkAgain(portal)
    await expect(status(portal)).toContainText('We can’t check it right now.')
    await expect(status(portal)).toContainText('We can’t say either way.')
    await world.safe.faults.rpc.set({ down: false })
    await checkAgain(portal)
    await expect(status(portal)).toContainText('Signed by this address.')
  })
}

// Real gateways cache.
for (const gateway of ['cached', 'honest'] as const) {
  test.describe(`with a gateway that is ${gateway}`, () => {
    test.use({ gateway })

    test('behavior: two owners of a Safe sign one after the other across a reload, and the service finds the proof again', {
      tag: DEEP,
    }, async ({ page, context, world, host }) => {
      const name = `agency${fresh()}`
      const portal = await world.safe.openApp(page, world.portalUrl)
      await goTo(portal, 'Get paid')
      await portal.getByRole('combobox', { name: 'Platform' }).selectOption({ label: 'Instagram' })
      await portal.getByRole('textbox', { name: 'Your handle' }).fill(name)
      await portal.getByRole('button', { name: 'Create proof' }).click()
      await portal.getByRole('button', { name: 'Sign proof' }).click()
      await expect(host.message).toContainText(`belongs to @${name} on Instagram`)
      const message = await host.message.innerText()
      await host.sign()
      await expect(host.dialog()).toContainText('1 of 2 owners signed')
      await host.discard()
      await expect(portal.getByText('1 of 2 owners signed.')).toBeVisible()

      // The list still links to it after the browser was closed.
      await page.reload()
      await goTo(portal, 'Get paid')
      const listed = proofs(portal).getByRole('listitem').filter({ hasText: name })
      await expect(listed).toContainText('Not complete yet')
      await listed.getByRole('link').click()
      await expect(portal.getByText('1 of 2 owners signed.')).toBeVisible()

      await world.safe.signMessage(message, { as: 'Ben' })
      await page.reload()
      await goTo(portal, 'Get paid')
      await listed.getByRole('link').click()
      const link = await portal.getByRole('textbox', { name: 'Proof link' }).inputValue()
      expect(link).toContain('~s-')
      const other = await context.newPage()
      await open(other, link)
      await expect(status(other)).toContainText(
        `Signed by this address. Not yet checked: does @${name} on Instagram agree?`,
      )
      // The same proof without the link's signature, which the Safe message service has.
      const decoded = decodeProof(link.slice(link.indexOf('1~56~')))
      if (!decoded.ok) throw new Error(decoded.fault)
      await open(other, `${world.portalUrl}#/verify/${encodeProof({ ...decoded.signed, signature: null })}`)
      await expect(status(other)).toContainText('Signed by this address.')
      await other.close()
    })
  })
}

test('behavior: a Safe’s proof that nobody has signed yet asks the service for nothing that is not there', {
  tag: DEEP,
}, async ({ page, world }) => {
  const missing: string[] = []
  page.on('response', (response) => {
    if (response.status() === 404) missing.push(response.url())
  })
  const portal = await world.safe.openApp(page, world.portalUrl)
  const asked = () => page.waitForResponse((response) => response.url().includes('/messages'))
  const first = asked()
  await begin(portal, `unsigned${fresh()}`)
  expect((await first).status()).toBe(200)
  // The page looks again while it is open.
  expect((await asked()).status()).toBe(200)
  await expect(portal.getByText('Not signed yet')).toBeVisible()
  expect(missing).toEqual([])
})

test('behavior: a Safe signs on the chain, and the link needs no signature', { tag: DEEP }, async ({
  page,
  context,
  world,
  host,
}) => {
  const portal = await world.safe.openApp(page, world.portalUrl, { safe: solo.name })
  await begin(portal, `solo${fresh()}`)
  await portal.getByRole('radio', { name: /^On-chain/ }).press('Space')
  await portal.getByRole('button', { name: 'Propose on-chain signing' }).click()
  await host.signAndExecute()
  await host.done()
  await expect(portal.getByText(/^Signed by this address\./)).toBeVisible()
  await expect(portal.getByText('Its owners signed with a transaction', { exact: false })).toBeVisible()
  const link = await portal.getByRole('textbox', { name: 'Proof link' }).inputValue()
  expect(link).not.toContain('~s-')
  const other = await context.newPage()
  await world.safe.faults.service.set({ status: 503 })
  await open(other, link)
  await expect(signatureOf(other)).toContainText('which the Safe records')
  await other.close()
})

test('behavior: a proposal to sign on the chain is found after a reload, and other owners see the text’s hash', {
  tag: DEEP,
}, async ({ page, world, host }) => {
  const portal = await world.safe.openApp(page, world.portalUrl)
  await begin(portal, `agency${fresh()}`)
  const text = await (await textToSign(portal)).inputValue()
  await portal.getByRole('radio', { name: /^On-chain/ }).press('Space')
  await portal.getByRole('button', { name: 'Propose on-chain signing' }).click()
  await host.sign()
  await host.done()
  await expect(portal.getByText('On-chain signing was proposed.')).toBeVisible()
  await expect(portal.getByText('We couldn’t read it back yet', { exact: false })).toBeHidden()
  await page.reload()
  await goTo(portal, 'Get paid')
  await proofs(portal).getByRole('link').first().click()
  await portal.getByRole('link', { name: 'this transaction' }).click()
  await expect(portal.getByRole('main')).toContainText(`Signs the text with the hash ${hashMessage(text)}`)
})

test('error: after its owners change, a Safe’s proof is no longer valid, and the page names who left', {
  tag: DEEP,
}, async ({ page, world }) => {
  const { client } = world.rig.chain
  const setup = { ...setupOf(treasury), saltNonce: BigInt(1_000 + fresh()) }
  const safe: SeededSafe = {
    ...treasury,
    ...setup,
    owners: [ada, ben, cleo],
    address: await safeAddress(client, setup),
  }
  const send = async (to: Hex, data: Hex) => {
    const hash = await client.sendTransaction({ account: ada.account, to, data })
    await client.waitForTransactionReceipt({ hash })
  }
  const making = creationCall(setup)
  await send(making.to, making.data)
  // The local chain's clock differs from this machine's.
  const now = Number((await client.getBlock()).timestamp + 1n) * 1_000
  // Two blocks after the proof was made, at any second.
  await client.mine({ blocks: 2, interval: 1 })
  await page.clock.setSystemTime(now)
  const proof = begunProof(safe, { uri: world.portalUrl, now })
  await open(
    page,
    `${world.portalUrl}#/verify/${encodeProof({ proof, signature: await joined([ada, ben], safe, proof) })}`,
  )
  await expect(status(page)).toContainText('Signed by this address.')

  const abi = parseAbi(['function removeOwner(address prevOwner, address owner, uint256 threshold)'])
  const data = encodeFunctionData({ abi, functionName: 'removeOwner', args: [ada.address, ben.address, 2n] })
  const tx = SafeTx.fromCall({ to: safe.address, value: 0n, data }, 0n)
  const signatures = await Promise.all(
    [ada, ben].map(async (one) => ({ owner: one.address, signature: await signTx(safe, tx, one) })),
  )
  await send(safe.address, executionData(tx, joinSignatures(signatures)))
  await checkAgain(page)
  await expect(status(page)).toContainText('No longer valid: the Safe’s owners changed.')
  await expect(status(page)).toContainText(`${ben.address} signed it and isn’t an owner now.`)
})

test('behavior: a Safe that is not deployed yet is verified by its creation data', { tag: DEEP }, async ({
  page,
  world,
}) => {
  const { to, data } = creationCall(setupOf(undeployed))
  const proof = begunProof(undeployed, { uri: world.portalUrl })
  const own = await joined([ada, ben], undeployed, proof)
  const signature = serializeErc6492Signature({ address: to, data, signature: own })
  await open(page, `${world.portalUrl}#/verify/${encodeProof({ proof, signature })}`)
  await expect(signatureOf(page)).toContainText('The contract at this address isn’t created yet.')
  await open(page, `${world.portalUrl}#/verify/${encodeProof({ proof, signature: own })}`)
  await expect(status(page)).toContainText('Not signed by this address.')
})

test('behavior: a proof beside a payment request shows the payer whose account it is', { tag: DEEP }, async ({
  wallet,
  context,
  world,
}) => {
  await wallet.goto(`${world.portalUrl}#/get-paid/you`)
  await connect(wallet)
  await wallet.getByRole('textbox', { name: 'Your handle' }).fill('ada_example')
  await wallet.getByRole('button', { name: 'Sign proof' }).click()
  await approve(wallet)
  await expect(wallet.getByText(/^Signed by this address\./)).toBeVisible()
  await goTo(wallet, 'Get paid')
  await wallet.getByLabel('Amount', { exact: true }).fill('12')
  await wallet.getByLabel('Amount', { exact: true }).press('Enter')
  await approve(wallet, 'payment request on BNB Smart Chain')
  // A proof made once is in every later request, and in its QR code.
  await expect(wallet.getByRole('button', { name: 'Remove from link' })).toBeVisible()
  const link = await wallet.getByRole('textbox', { name: 'Request link' }).inputValue()
  expect(await codeText(wallet, 'QR code: Request link')).toBe(link)

  const payer = await context.newPage()
  await open(payer, link)
  await expect(payer.getByRole('heading', { name: '@ada_example on X requests 12 USDT' })).toBeVisible()
  const before = payer.getByRole('region', { name: 'Before you pay' })
  await expect(before).toContainText('Signed by this address. Not yet checked: does @ada_example on X agree?')
  await expect(before).toContainText(proofCode(ada.address, { platform: 'x', name: 'ada_example' }))
  await before.getByRole('link', { name: 'See the full proof' }).click()
  await expect(status(payer)).toContainText('Signed by this address.')
  await payer.close()
})
