import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'playwright/test'
import { formatEther, parseEther } from 'viem'
import { serveSdkApp } from '#tests/fixtures/sdk-app/serveSdkApp.ts'
import { freePorts } from '#tests/support/freePorts.ts'
import {
  type InstalledPackage,
  installPackage,
  runCommand,
} from '#tests/support/localSafe/installedPackage.ts'
import { ask, granted } from '#tests/support/sdkCalls.ts'
import { chainReader } from '#tests/support/sending.ts'
import { withApps } from '#tests/support/withApps.ts'
import { influencers, owners } from '../../../safe-app/accounts.ts'
import { type HostPage, hostPageOf } from '../../../safe-app/local/playwright.ts'

const [, ben] = owners
const [dana] = influencers

const test = withApps(serveSdkApp).extend<object, { installed: InstalledPackage }>({
  installed: [
    async ({ playwright: _ }, use) => {
      const installed = await installPackage()
      await use(installed)
      installed.remove()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

const coins = parseEther('1.5')

/** Asks the host, with the published SDK, to send coins to Dana, and signs as the owner who acts. */
async function proposeFromApp(host: HostPage) {
  const frame = await host.appFrame()
  const txs = [{ to: dana.address, value: `${coins}`, data: '0x' }]
  const sending = ask(frame, ({ sdk }, given) => sdk.txs.send({ txs: given }), txs)
  await host.sign()
  const { safeTxHash } = granted(await sending)
  await expect(host.dialog('Proposed')).toContainText(safeTxHash)
  await host.done()
  return { frame, safeTxHash }
}

for (const chain of [1, 56]) {
  test(`behavior: packs the tarball, installs it, starts it on chain ${chain}; an app proposes, a second owner signs, it is executed`, async ({
    page,
    installed,
    apps,
  }) => {
    const { startLocalSafe } = await installed.load()
    const before = performance.now()
    const world = await startLocalSafe({ chain })
    const startSeconds = (performance.now() - before) / 1_000
    try {
      console.log(
        `chain ${chain}: installed in ${installed.installSeconds.toFixed(1)} s (${installed.packages.join(', ')}), started in ${startSeconds.toFixed(1)} s`,
      )
      expect(startSeconds).toBeLessThan(6)
      expect(installed.packages.filter((name) => !name.startsWith('@foundry-rs/'))).toEqual(['local-safe'])

      await world.openApp(page, `${apps}/`)
      const { frame, safeTxHash } = await proposeFromApp(hostPageOf(page))
      const info = granted(await ask(frame, ({ sdk }) => sdk.safe.getInfo()))
      expect([info.chainId, info.safeAddress]).toEqual([chain, world.safes[0]?.address])

      const balance = () => chainReader(world.rpc).getBalance({ address: dana.address })
      const had = await balance()
      await world.actingAs('Ben')
      await world.sign(0)
      await world.execute(0)
      await expect
        .poll(async () => granted(await ask(frame, ({ sdk }, h) => sdk.txs.getBySafeTxHash(h), safeTxHash)))
        .toMatchObject({ txStatus: 'SUCCESS' })
      expect(formatEther((await balance()) - had)).toBe('1.5')
    } finally {
      await world.stop()
    }
  })
}

test('behavior: the installed command opens a foreign app on Ethereum, and people do the same in the host', async ({
  page,
  installed,
  apps,
}) => {
  const host = hostPageOf(page)
  const [port = 0] = await freePorts(1)
  const run = await runCommand(installed, [
    '--chain',
    '1',
    '--app',
    `${apps}/`,
    '--port',
    `${port}`,
    '--headless',
  ])
  try {
    console.log(`the command was ready after ${run.seconds.toFixed(1)} s`)
    expect(run.seconds + installed.installSeconds).toBeLessThan(20)
    expect(run.printed).toContain(`Host              http://localhost:${port}/`)
    await page.goto(`http://localhost:${port}/`)
    await expect(host.iframe).toBeVisible()
    await expect(page.getByRole('banner')).toContainText('eth:0x')
    const { frame, safeTxHash } = await proposeFromApp(host)
    await host.actAs(ben.name)
    const row = await host.queueRow('Send 1.50 ETH to Dana')
    await row.getByRole('button', { name: 'Confirm' }).click()
    await expect(row).toContainText('2 of 2')
    await row.getByRole('button', { name: 'Execute' }).click()
    await expect
      .poll(async () => granted(await ask(frame, ({ sdk }, h) => sdk.txs.getBySafeTxHash(h), safeTxHash)))
      .toMatchObject({ txStatus: 'SUCCESS' })
  } finally {
    await run.stop()
  }
})

test('behavior: a configuration in TypeScript has the package’s types, and is loaded where Node can', async ({
  installed,
}) => {
  const [port = 0] = await freePorts(1)
  installed.write(
    'local-safe.config.ts',
    `import { defineConfig } from 'local-safe'
export default defineConfig({ chain: 100, port: ${port}, headless: true, safes: [{ name: 'Mine', owners: ['Ben'] }] })
`,
  )
  expect(installed.checkTypes('local-safe.config.ts')).toBe('')
  installed.write('wrong.ts', `import { defineConfig } from 'local-safe'\ndefineConfig({ chian: 100 })\n`)
  expect(installed.checkTypes('wrong.ts')).toContain("'chian' does not exist in type 'LocalSafeConfig'")
  if (Object.entries(process.features).some(([name, value]) => name === 'typescript' && Boolean(value))) {
    const run = await runCommand(installed, [])
    expect(run.printed).toContain('A local Safe on Gnosis Chain (100)')
    await run.stop()
  } else {
    await expect(runCommand(installed, [])).rejects.toThrow(
      `Node ${process.versions.node} can't load local-safe.config.ts: use Node 22.18 or newer, or a .js or .json file.`,
    )
  }
  installed.write('local-safe.config.ts', null)
})

test('error: a configuration in a package that npm init made is refused with the name that works', async ({
  installed,
}) => {
  mkdirSync(path.join(installed.folder, 'common'), { recursive: true })
  installed.write('common/package.json', '{ "type": "commonjs" }')
  installed.write('common/local-safe.config.js', 'export default { chain: 100 }')
  await expect(runCommand(installed, ['--config', 'common/local-safe.config.js'])).rejects.toThrow(
    'local-safe.config.js is an ES module in a CommonJS package: call it local-safe.config.mjs, or write "type": "module" into package.json.',
  )
})

test('error: the installed command ends with one sentence about a mistake', async ({ installed }) => {
  const mistakes = [
    [['--chain', '0'], 'The options: chain must be a whole number from 1 to 9007199254740991.'],
    [
      ['--app', 'localhost:3000'],
      'The options: app must be a URL that starts with http:// or https://, not "localhost:3000".',
    ],
    [['--safes', 'nowhere.json'], /^There is no file .*nowhere\.json\.$/],
  ] as const
  for (const [args, sentence] of mistakes) await expect(runCommand(installed, args)).rejects.toThrow(sentence)
})
