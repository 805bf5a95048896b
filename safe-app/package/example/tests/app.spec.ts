import { test as base, expect, type FrameLocator } from '@playwright/test'
import { withLocalSafe } from 'local-safe/playwright'

const test = withLocalSafe(base, { chain: 1 })
const url = 'http://localhost:3000'

async function send(app: FrameLocator) {
  await app.getByLabel('Recipient').fill('0x90F79bf6EB2c4f870365E785982E1f101E93b906')
  await app.getByLabel('ETH').fill('1.5')
  await app.getByRole('button', { name: 'Send' }).click()
}

test('a transaction waits for the second owner, and is executed', async ({ page, safe, host }) => {
  const app = await safe.openApp(page, url)
  await send(app)
  await expect(host.dialog('Send')).toContainText('1.50 ETH')
  await host.sign()
  await host.done()
  await expect(app.getByLabel('Transaction')).toHaveText('pending')
  await safe.sign(0, { as: 'Ben' })
  await safe.execute(0)
  await expect(app.getByLabel('Transaction')).toHaveText('success')
})

test('a rejected transaction is an error', async ({ page, safe, host }) => {
  const app = await safe.openApp(page, url)
  await send(app)
  await host.discard()
  await expect(app.getByLabel('Transaction')).toContainText('Transaction was rejected')
})

test('two owners sign a message', async ({ page, safe, host }) => {
  const app = await safe.openApp(page, url)
  await app.getByLabel('Message').fill('This is us')
  await app.getByRole('button', { name: 'Sign' }).click()
  await expect(host.message).toHaveText('This is us')
  await host.sign()
  await safe.actingAs('Ben')
  await host.sign()
  await host.done()
  await expect(app.getByLabel('Signature')).toHaveText(/^0x[0-9a-f]{260}$/)
})

test('while the gateway is down, the status is unknown', async ({ page, safe, host }) => {
  const app = await safe.openApp(page, url)
  await send(app)
  await host.sign()
  await expect(app.getByLabel('Transaction')).toHaveText('pending')
  await safe.faults.service.set({ down: true })
  await expect(app.getByLabel('Transaction')).toHaveText('unknown')
  await safe.faults.service.reset()
  await expect(app.getByLabel('Transaction')).toHaveText('pending')
})
