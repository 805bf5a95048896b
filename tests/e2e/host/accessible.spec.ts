import { createRequire } from 'node:module'
import { openHost } from '#tests/support/hostLink.ts'
import { expect, test } from '#tests/support/rigFixture.ts'
import { ask } from '#tests/support/sdkCalls.ts'
import { influencers } from '../../../safe-app/accounts.ts'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

for (const theme of ['dark', 'light'] as const) {
  test(`behavior: the host’s panels and dialog have no accessibility violations in the ${theme} theme`, async ({
    page,
    rig,
    host,
  }) => {
    await openHost(page, rig, { theme })
    await page.addScriptTag({ path: axe })
    const violations = () =>
      page.evaluate(async () => {
        const { axe: engine } = window as unknown as {
          axe: {
            run(
              context: object,
              options: object,
            ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
          }
        }
        const result = await engine.run({ exclude: [['iframe']] }, { iframes: false })
        return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
      })
    for (const panel of ['Queue', 'Batch', 'History', 'Messages', 'App', 'Faults', 'Traffic'] as const) {
      const opened = await host.openPanel(panel)
      await expect(opened.getByRole('status')).toHaveCount(0)
      expect(await violations(), panel).toEqual([])
    }
    const batch = await host.openPanel('Batch')
    await batch.getByLabel('Recipient').fill(influencers[0].address)
    await batch.getByLabel('Amount in BNB').fill('1')
    await batch.getByRole('button', { name: 'Add transfer' }).click()
    await expect(batch.getByRole('listitem')).toHaveCount(1)
    expect(await violations(), 'a batch').toEqual([])
    const sending = ask(
      await host.appFrame(),
      ({ sdk }, to) => sdk.txs.send({ txs: [{ to, value: '1', data: '0x' }] }),
      influencers[0].address,
    )
    await expect(host.dialog('Send a transaction')).toContainText('Recommended.')
    expect(await violations(), 'dialog').toEqual([])
    await host.discard()
    expect(await sending).toEqual({ error: 'Transaction was rejected' })
  })
}
