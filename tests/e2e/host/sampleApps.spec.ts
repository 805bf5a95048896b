import { expect, type FrameLocator } from 'playwright/test'
import { type Hex, parseEther } from 'viem'
import { type SampleApp, serveSampleApps } from '#tests/fixtures/sample-apps/serveSampleApps.ts'
import { typedText } from '#tests/fixtures/sample-apps/showApp.ts'
import { chainReader } from '#tests/support/sending.ts'
import { withApps } from '#tests/support/withApps.ts'
import { influencers } from '../../../safe-app/accounts.ts'
import type { LocalSafe } from '../../../safe-app/local/LocalSafe.ts'
import { type HostPage, withLocalSafe } from '../../../safe-app/local/playwright.ts'

const [dana] = influencers

/** A sample app's URL; its node is not the host's. */
const urlOf = (apps: string, kind: SampleApp, { rpc }: LocalSafe) =>
  `${apps}/${kind}/?node=${encodeURIComponent(rpc)}`

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
  const test = withLocalSafe(withApps(serveSampleApps), { chain })

  for (const kind of kinds) {
    test(`behavior: the ${kind} app on chain ${chain} connects, sends, and reads its transaction by both hashes`, async ({
      page,
      safe,
      apps,
      host,
    }) => {
      const app = await safe.openApp(page, urlOf(apps, kind, safe))
      const [team] = safe.safes
      await expect(result(app)).toHaveText('connected')
      await expect(app.getByLabel('Address')).toHaveText(team?.address ?? '')
      await expect(app.getByLabel('Chain')).toHaveText(`${chain}`)
      await expect(app.getByLabel('Balance')).toHaveText(`${parseEther('100')}`)

      await fillPayment(app)
      await press(app, 'Send')
      await host.sign()
      await host.done()
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
      apps,
      host,
    }) => {
      const app = await safe.openApp(page, urlOf(apps, kind, safe))
      await expect(result(app)).toHaveText('connected')
      const address = safe.safes[0]?.address ?? '0x'
      const text = 'Prove that this is us'
      const chainOf = chainReader(safe.rpc)

      await press(app, 'Sign the text')
      const signature = await signedByTwo(host, safe, app)
      expect(await chainOf.verifyMessage({ address, message: text, signature })).toBe(true)

      await press(app, 'Sign it as typed data')
      const typed = await signedByTwo(host, safe, app)
      expect(await chainOf.verifyTypedData({ address, ...typedText(text, chain), signature: typed })).toBe(
        true,
      )
    })

    test(`error: the ${kind} app on chain ${chain} hears of every rejection${errors[kind].otherChain === null ? '' : ', and that its Safe has one chain'}`, async ({
      page,
      safe,
      apps,
      host,
    }) => {
      const app = await safe.openApp(page, urlOf(apps, kind, safe))
      await expect(result(app)).toHaveText('connected')
      const alert = app.getByRole('alert')
      await fillPayment(app)
      const { rejected, closed, otherChain } = errors[kind]
      for (const name of ['Send', 'Sign the text', 'Sign it as typed data']) {
        await press(app, name)
        await host.discard()
        await expect(alert).toHaveText(rejected)
      }
      await press(app, 'Ask for the address book')
      await host.answerPermissions('Reject')
      await expect(alert).toHaveText(closed)
      if (otherChain !== null) {
        await press(app, 'Ask another chain')
        await expect(alert).toHaveText(otherChain)
      }
    })
  }
}

/** Both owners sign the open message in the host; returns the signature that the app shows. */
async function signedByTwo(host: HostPage, safe: LocalSafe, app: FrameLocator): Promise<Hex> {
  await safe.actingAs('Ada')
  await host.sign()
  await expect(host.dialog()).toContainText('1 of 2 owners signed')
  await safe.actingAs('Ben')
  await host.sign()
  await host.done()
  await expect(result(app)).toHaveText(/^0x[0-9a-f]{260}$/)
  return (await result(app).textContent()) as Hex
}
