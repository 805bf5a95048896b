import { test as base, expect, type FrameLocator, type Page } from 'playwright/test'
import { type Hex, parseEther } from 'viem'
import { type SampleApp, serveSampleApps } from '#tests/fixtures/sample-apps/serveSampleApps.ts'
import { typedText } from '#tests/fixtures/sample-apps/showApp.ts'
import { closeDialog, done, sign } from '#tests/support/hostPage.ts'
import { chainReader } from '#tests/support/sending.ts'
import { influencers } from '../../../safe-app/accounts.ts'
import type { LocalSafe } from '../../../safe-app/local/LocalSafe.ts'
import { withLocalSafe } from '../../../safe-app/local/playwright.ts'

const [dana] = influencers

const withApps = base.extend<object, { appUrl: (kind: SampleApp, node: string) => string }>({
  appUrl: [
    async ({ playwright: _ }, use) => {
      const apps = await serveSampleApps()
      await use((kind, node) => `http://localhost:${apps.port}/${kind}/?node=${encodeURIComponent(node)}`)
      await apps.stop()
    },
    { scope: 'worker' },
  ],
})

/** How each library names the states of a transaction. Ethers gives its estimate of the gas, which becomes safeTxGas. */
const words = {
  plain: { waiting: 'AWAITING_CONFIRMATIONS', executed: 'SUCCESS', onChain: 'on the chain', safeTxGas: '0' },
  wagmi: { waiting: 'pending', executed: 'success', onChain: 'success', safeTxGas: '0' },
  ethers: { waiting: 'no receipt', executed: 'status 1', onChain: 'status 1', safeTxGas: '21000' },
} as const

/** An app's own errors. Safe's protocol has no code for a rejected transaction, and the published SDK has one for permissions. */
const errors = {
  plain: {
    rejected: /^no code: Transaction was rejected$/,
    closed: /^4001: Permissions rejected$/,
    otherChain: null,
  },
  wagmi: {
    rejected: /^(no code|-1): An unknown RPC error occurred\..*Details: Transaction was rejected/s,
    closed: /^4001: User rejected the request\./,
    otherChain: /^no code: "Safe" does not support programmatic chain switching\./,
  },
  ethers: {
    rejected: /^UNKNOWN_ERROR: could not coalesce error \(error=\{ "message": "Transaction was rejected" \}/,
    closed: /^ACTION_REJECTED: user rejected action .*"code": 4001/,
    otherChain: /^NETWORK_ERROR: network changed: \d+ => \d+/,
  },
} as const

const kinds: readonly SampleApp[] = ['plain', 'wagmi', 'ethers']

function press(app: FrameLocator, name: string): Promise<void> {
  return app.getByRole('button', { name }).click()
}

function result(app: FrameLocator) {
  return app.getByLabel('Result')
}

/** The standing of a transaction as the app shows it. */
async function standing(app: FrameLocator, hash: string): Promise<unknown> {
  await app.getByLabel('Hash').fill(hash)
  await press(app, 'Read the transaction')
  await expect(result(app).or(app.getByRole('alert')).filter({ hasText: /./ })).toBeVisible()
  const text = await result(app).textContent()
  return text === null || text === '' ? await app.getByRole('alert').textContent() : JSON.parse(text)
}

/** The gateway's details of a transaction. */
async function detailsOf({ service, chainId }: LocalSafe, safeTxHash: string): Promise<unknown> {
  const response = await fetch(`${service}/v1/chains/${chainId}/transactions/${safeTxHash}`)
  return response.json()
}

async function fillPayment(app: FrameLocator): Promise<void> {
  await app.getByLabel('Recipient').fill(dana.address)
  await app.getByLabel('Amount in wei').fill(`${parseEther('1.5')}`)
}

for (const chain of [56, 137]) {
  const test = withLocalSafe(withApps, { chain })

  for (const kind of kinds) {
    test(`behavior: the ${kind} app on chain ${chain} connects, sends, and reads its transaction by both hashes`, async ({
      page,
      safe,
      appUrl,
    }) => {
      const app = await safe.openApp(page, appUrl(kind, safe.rpc))
      const [team] = safe.safes
      await expect(result(app)).toHaveText('connected')
      await expect(app.getByLabel('Address')).toHaveText(team?.address ?? '')
      await expect(app.getByLabel('Chain')).toHaveText(`${chain}`)
      await expect(app.getByLabel('Balance')).toHaveText(`${parseEther('100')}`)

      await fillPayment(app)
      await press(app, 'Send')
      await sign(page)
      await done(page)
      await expect(result(app)).toHaveText(/^0x[0-9a-f]{64}$/)
      const safeTxHash = (await result(app).textContent()) ?? ''
      expect(await standing(app, safeTxHash)).toEqual({ state: words[kind].waiting, txHash: null })
      expect(await detailsOf(safe, safeTxHash)).toMatchObject({
        detailedExecutionInfo: { safeTxGas: words[kind].safeTxGas },
      })

      await safe.sign(0, { as: 'Ben' })
      const txHash = await safe.execute(0, { as: 'Cleo' })
      expect(txHash).not.toBe(safeTxHash)
      await expect.poll(() => standing(app, safeTxHash)).toEqual({ state: words[kind].executed, txHash })
      expect(await standing(app, txHash)).toEqual({ state: words[kind].onChain, txHash })
    })

    test(`behavior: two owners sign a text and typed data for the ${kind} app on chain ${chain}`, async ({
      page,
      safe,
      appUrl,
    }) => {
      const app = await safe.openApp(page, appUrl(kind, safe.rpc))
      await expect(result(app)).toHaveText('connected')
      const address = safe.safes[0]?.address ?? '0x'
      const text = 'Prove that this is us'
      const chainOf = chainReader(safe.rpc)

      await press(app, 'Sign the text')
      const signature = await signedByTwo(page, safe, app)
      expect(await chainOf.verifyMessage({ address, message: text, signature })).toBe(true)

      await press(app, 'Sign it as typed data')
      const typed = await signedByTwo(page, safe, app)
      expect(await chainOf.verifyTypedData({ address, ...typedText(text, chain), signature: typed })).toBe(
        true,
      )
    })

    test(`error: the ${kind} app on chain ${chain} hears of every rejection${errors[kind].otherChain === null ? '' : ', and that its Safe has one chain'}`, async ({
      page,
      safe,
      appUrl,
    }) => {
      const app = await safe.openApp(page, appUrl(kind, safe.rpc))
      await expect(result(app)).toHaveText('connected')
      const alert = app.getByRole('alert')
      await fillPayment(app)
      const { rejected, closed, otherChain } = errors[kind]
      for (const name of ['Send', 'Sign the text', 'Sign it as typed data']) {
        await press(app, name)
        await closeDialog(page)
        await expect(alert).toHaveText(rejected)
      }
      await press(app, 'Ask for the address book')
      await page
        .getByRole('dialog', { name: 'Permissions request' })
        .getByRole('button', { name: 'Reject' })
        .click()
      await expect(alert).toHaveText(closed)
      if (otherChain !== null) {
        await press(app, 'Ask another chain')
        await expect(alert).toHaveText(otherChain)
      }
    })
  }
}

/** Both owners sign the open message in the host; returns the signature that the app shows. */
async function signedByTwo(page: Page, safe: LocalSafe, app: FrameLocator): Promise<Hex> {
  await safe.actingAs('Ada')
  await sign(page)
  await expect(page.getByRole('dialog')).toContainText('1 of 2 owners signed')
  await safe.actingAs('Ben')
  await sign(page)
  await done(page)
  await expect(result(app)).toHaveText(/^0x[0-9a-f]{260}$/)
  return (await result(app).textContent()) as Hex
}
