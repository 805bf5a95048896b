import { chromium } from 'playwright'
import { toHex } from 'viem'
import { transfer } from '#chain/money/Call.ts'
import { USDT } from '#chain/money/Token.ts'
import { ledger } from '#domain/ledger/ledger.ts'
import { anAttempt } from '#tests/support/attempts.ts'
import { memoryStorage } from '#tests/support/backupWorld.ts'
import buildOnce from '#tests/support/buildOnce.ts'
import { findChromium } from '#tests/support/findChromium.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { connect } from '#tests/support/portalPage.ts'
import { readRigBundles } from '#tests/support/rigBundles.ts'
import { servePortal } from '#tests/support/servePortal.ts'
import { startRig } from '../../rig/startRig.ts'
import { owners } from '../../safe-app/accounts.ts'
import { buildSandboxWallet } from '../../safe-app/wallet/buildSandboxWallet.ts'
import { print } from './figures.ts'
import { longestTask, press, SETTLE, watchTasks } from './longTasks.ts'

const none = 'http://localhost:9'
const ATTEMPTS = 5_000
const pages = ['Overview', 'Activity', 'Pay'] as const

/** Opens the pages of a wallet's account that has asked for 5,000 payments, and prints their longest tasks. */
export async function manyAttempts(): Promise<void> {
  await buildOnce()
  const rig = await startRig({ chainPort: 0, servicePort: 0 })
  const portal = await servePortal({
    rpc: rig.chain.rpcUrl,
    service: rig.service.url,
    sameSiteHost: none,
    crossSiteHost: none,
  })
  const wallet = await buildSandboxWallet({ rpcUrl: rig.chain.rpcUrl, bundle: readRigBundles().wallet })
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage()
    await watchTasks(page)
    await page.addInitScript(wallet)
    await page.goto(portal.url)
    await page.evaluate((entries) => {
      for (const [key, text] of entries) localStorage.setItem(key, text)
    }, stored())
    await page.reload()
    await connect(page)
    for (const name of pages) {
      await press(page, name)
      await page.waitForTimeout(SETTLE)
      print(
        `${name} of an account with ${ATTEMPTS} attempts, its longest task, 0 for none over 50`,
        await longestTask(page),
        'ms',
        'under 50',
      )
    }
  } finally {
    await browser.close()
    await portal.stop()
    await rig.stop()
  }
}

/** The stored texts of a ledger whose every attempt was answered and proven paid, the newest an hour ago. */
function stored(): readonly (readonly [key: string, text: string])[] {
  const { storage, kept } = memoryStorage()
  const [{ address: account }] = owners
  const newest = Date.now() - 3_600_000
  ledger(storage, account).append(
    Array.from({ length: ATTEMPTS }, (_, index) => {
      const at = newest - index * 3_600_000
      const call = transfer(payeeAt(index % 900), { token: USDT, value: BigInt(index + 1) })
      const hash = toHex(index + 1, { size: 32 })
      return anAttempt({
        id: toHex(index + 1, { size: 32 }),
        account,
        kind: 'eoa',
        calls: [call],
        at,
        facts: [
          {
            kind: 'answered',
            at,
            submission: {
              kind: 'sent',
              from: account,
              calls: [call],
              hash,
              nonce: BigInt(ATTEMPTS - index),
              since: null,
            },
          },
          { kind: 'paid', at, calls: [0] },
        ],
      })
    }),
  )
  return [...kept]
}
