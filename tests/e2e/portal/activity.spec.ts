import type { Request } from 'playwright/test'
import { encodeFunctionData, parseAbi } from 'viem'
import * as Call from '#chain/money/Call.ts'
import * as MultiSend from '#safe/tx/MultiSend.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import {
  allChecks,
  clearQueue,
  fresh,
  openRow,
  payment,
  queue,
  queued,
  shownHashes,
  ways,
} from '#tests/support/activityPage.ts'
import { DEEP } from '#tests/support/deep.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { amountOf } from '../../../rig/seed/amountOf.ts'
import { LOOKALIKE } from '../../../rig/seed/poison.ts'
import { treasury } from '../../../rig/seed/safes.ts'
import { influencers, owners, stranger } from '../../../safe-app/accounts.ts'
import { safeContracts } from '../../../safe-app/chain/safeContracts.ts'

const [ada, ben, cleo] = owners
const [dana, eli, fay] = influencers
const STOP = 'Do not sign this proposal'

const contractAbi = parseAbi([
  'function getTransactionHash(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce) view returns (bytes32)',
  'function domainSeparator() view returns (bytes32)',
])
const ownerAbi = parseAbi(['function addOwnerWithThreshold(address owner, uint256 threshold)'])

test.afterEach(({ world }) => clearQueue(world))

// The content is the same both ways, so only tests of new parts run twice (`ActivityPage.test.tsx`).
for (const { way, open } of ways) {
  test.describe(way, () => {
    if (way === 'in a Safe') {
      test('behavior: the queue shows order, conflicts, red flags and signers, and one click shows every comparison', {
        tag: DEEP,
      }, async ({ page, world }) => {
        const n = fresh()
        const first = await queue(world, payment(dana.address, `${n}.01`, 'USDT'))
        await queue(world, (nonce) => SafeTx.rejection(treasury.address, nonce), {
          nonce: first.tx.nonce,
          by: ben,
        })
        const calls = [
          Call.transfer(dana.address, amountOf(`${n}.01`, 'USDT')),
          Call.transfer(eli.address, amountOf('0.02', 'BNB')),
          Call.transfer(fay.address, amountOf('7', 'USDT')),
        ]
        const data = MultiSend.encode(calls)
        const batch = { to: safeContracts.multiSendCallOnly.address, value: 0n, data }
        const { tx, hash } = await queue(world, (nonce) => SafeTx.fromCall(batch, nonce, 1))
        const taking = encodeFunctionData({
          abi: ownerAbi,
          functionName: 'addOwnerWithThreshold',
          args: [stranger.address, 1n],
        })
        const takeOver = await queue(world, (nonce) =>
          SafeTx.fromCall({ to: treasury.address, value: 0n, data: taking }, nonce),
        )
        const refund = await queue(world, (nonce) => ({
          ...payment(dana.address, `${n}.03`, 'USDT')(nonce),
          gasPrice: 1n,
          baseGas: 1_000_000n,
          refundReceiver: stranger.address,
        }))
        const planted = await queue(world, payment(LOOKALIKE, `${n}.04`, 'USDT'))
        const next = await queue(world, payment(eli.address, `${n}.02`, 'USDC'))
        const { portal, frame } = await open(page, world)

        await test.step('behavior: the queue is sorted by nonce, groups conflicts, and names who has signed and who has not', async () => {
          const conflict = portal.getByRole('region', { name: `Conflict at nonce ${first.tx.nonce}` })
          await expect(conflict.getByRole('listitem')).toHaveCount(2)
          const row = conflict.getByRole('listitem').filter({ hasText: `${n}.01 USDT` })
          await expect(row).toContainText('1 of 2 signed')
          await expect(row).toContainText('Verified')
          await expect(row).toContainText(
            new RegExp(`Signed by .*${ada.address}.*not by .*${ben.address}.*${cleo.address}`),
          )
          await expect(conflict).toContainText('(pays nothing)')
          const rows = portal.getByRole('region', { name: 'Queue' }).getByRole('listitem')
          await expect(rows.last()).toContainText(`${n}.02 USDC`)
          await world.safe.sign(next.hash, { as: 'Ben' })
          await expect(queued(portal, 'Adds the owner').first()).toContainText('1 red flag')
          await expect(queued(portal, `${n}.03 USDT`)).toContainText('1 red flag')
          await openRow(row)
          const link = portal.getByRole('link', { name: 'Sign in Safe{Wallet}' })
          await expect(link).toHaveAttribute(
            'href',
            new RegExp(
              `/transactions/tx\\?safe=bnb:${treasury.address}&id=multisig_${treasury.address}_${first.hash}$`,
            ),
          )
          await portal.getByRole('link', { name: 'Queue', exact: true }).click()
        })

        await test.step('behavior: one click shows what a payment does, its rows, its hashes and every comparison', async () => {
          const batch = queued(portal, 'Payout of 3').filter({ hasText: `${n + 7}.01 USDT` })
          await expect(batch).toContainText('0.02 BNB')
          await openRow(batch)
          await expect(portal.getByRole('heading', { level: 1, name: 'Payout of 3' })).toBeVisible()
          await expect.poll(() => frame.evaluate(() => document.title)).toBe('Payout of 3')
          await frame.evaluate(() => window.history.back())
          await expect.poll(() => frame.evaluate(() => document.title)).toMatch(/^(Activity|Safe 0x1dCaE2…)$/)
          await frame.evaluate(() => window.history.forward())
          const what = portal.getByRole('region', { name: 'What it does' })
          await expect(what).toContainText('3 recipients')
          await expect(what).toContainText(new RegExp(`${n + 7}\\.01 USDT\\s*0\\.02 BNB`))
          await expect(what.getByRole('listitem')).toHaveCount(3)
          await expect(what.getByRole('listitem').first()).toContainText(`${n}.01 USDT`)
          // A name is shown only if it resolves back to the address.
          await expect(what.getByRole('listitem').first()).toContainText(`dana.bnb${dana.address}`)
          const { client } = world.rig.chain
          const contract = { address: treasury.address, abi: contractAbi } as const
          const fields = [
            tx.to,
            tx.value,
            tx.data,
            tx.operation,
            0n,
            0n,
            0n,
            tx.gasToken,
            tx.refundReceiver,
            tx.nonce,
          ] as const
          const real = await client.readContract({
            ...contract,
            functionName: 'getTransactionHash',
            args: fields,
          })
          const domain = await client.readContract({ ...contract, functionName: 'domainSeparator' })
          const [domainHash, messageHash, safeTxHash] = await shownHashes(portal)
          expect([domainHash, safeTxHash]).toEqual([domain, real])
          expect([messageHash, hash]).toEqual([SafeTx.hashes(treasury.address, tx).messageHash, real])
          const signatures = portal.getByRole('region', { name: 'Signatures' })
          await expect(signatures).toContainText('1 of 2')
          await expect(signatures.getByRole('listitem').filter({ hasText: ada.address })).toContainText(
            'Signed, verified',
          )
          await expect(signatures.getByRole('listitem').filter({ hasText: ben.address })).toContainText(
            'Not signed',
          )
          const checks = await allChecks(portal)
          await expect(checks.getByText('The Safe’s own contract reads the same payment.')).toBeVisible()
          await expect(checks.getByRole('img', { name: 'Match', exact: true })).toHaveCount(9)
        })

        await test.step('error: a proposal that can cost everything starts with a warning in words', async () => {
          const show = (hash: string) =>
            frame.evaluate((path) => {
              window.location.hash = path
            }, `#/activity/safe/${treasury.address}/${hash}`)
          await show(takeOver.hash)
          await expect(portal.getByRole('alert')).toContainText(
            `Adds the owner ${stranger.address} and sets the required signatures to 1`,
          )
          await show(refund.hash)
          await expect(portal.getByRole('alert')).toContainText(`pays a gas refund to ${stranger.address}`)
          await show(planted.hash)
          await expect(portal.getByRole('alert')).toContainText(
            `${LOOKALIKE} begins and ends like ${dana.address}, which was paid before, and is another address.`,
          )
        })
      })
    }

    if (way === 'in a tab') {
      test('error: a service that swaps payee or amount is stopped in the list and on the page, with nothing to sign', {
        tag: DEEP,
      }, async ({ page, world }) => {
        const n = fresh()
        const { hash } = await queue(world, payment(fay.address, `${n}.01`, 'USDT'))
        await world.safe.faults.service.set({ tamper: { to: stranger.address } })
        const { portal, frame } = await open(page, world)
        const row = queued(portal, `${n}.01 USDT`)
        await expect(row).toContainText('Do not sign')
        await openRow(row)
        const stop = portal.getByRole('alertdialog', { name: STOP })
        await expect(stop).toContainText(/Its fields hash to 0x[0-9a-f]{64}, not to 0x/)
        await expect(stop).toContainText('It hashes the fields to 0x')
        await expect(stop).toContainText(hash)
        await expect(portal.getByRole('link', { name: /in Safe\{Wallet\}/ })).toHaveCount(0)
        expect(await frame.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('alertdialog')
        for (let press = 0; press < 3; press++) await page.keyboard.press('Escape')
        await expect(stop).toBeVisible()
        await world.safe.faults.service.set({ tamper: null })
        await stop.getByRole('button', { name: 'Check again' }).click()
        await expect(stop).toHaveCount(0)
        await expect(portal.getByRole('region', { name: 'What it does' })).toContainText(`${n}.01 USDT`)
      })
    }

    if (way === 'in a tab') {
      test('behavior: the history is complete, has filters, and collapses planted transfers into one counted line', {
        tag: DEEP,
      }, async ({ page, world }) => {
        // The service flags nothing, so the portal has to find suspicious transfers itself.
        await world.safe.faults.service.set({ unflagged: true })
        const { portal, frame } = await open(page, world)
        const history = portal.getByRole('region', { name: 'History' })
        await expect(history.getByRole('heading', { level: 2 }).nth(1)).toBeVisible()
        await expect(async () => {
          const more = history.getByRole('button', { name: 'Load older' })
          if (await more.isVisible()) await more.click()
          await expect(history.getByText('Safe created')).toBeVisible({ timeout: 1_000 })
        }).toPass()
        await test.step('error: planted transfers are one counted line, and their addresses cannot be copied', async () => {
          await history.getByText(/suspicious transfers hidden/).click()
          await expect(history.getByText('made to look like one that was paid before')).toBeVisible()
          await expect(history.getByText(/Something called/).first()).toBeVisible()
          const html = await frame.evaluate(() => document.documentElement.outerHTML)
          expect(html.toLowerCase()).not.toContain(LOOKALIKE.toLowerCase())
        })
        await test.step('behavior: the history is grouped by day, sums batches, marks failures as failed, and has filters', async () => {
          const row = (text: string | RegExp) => history.getByRole('listitem').filter({ hasText: text })
          const batch = row(/Payout of 5.*1,635\.50 USDT\s*90 USDC\s*0\.25 BNB/)
          await expect(batch).toContainText('Paid')
          await expect(row('900,000 USDC')).toContainText('Failed')
          await expect(row('+25 BNB')).toContainText('Received')
          await expect(row(/^To .*[^\d,.]250 USDT/)).toContainText('Paid')
          await history.getByRole('button', { name: 'Filter' }).click()
          await history.getByLabel('Direction').selectOption({ label: 'Sent' })
          await history.getByLabel('Token').selectOption({ label: 'BNB' })
          await history.getByLabel('Recipient or sender').fill(dana.address)
          await expect(row('0.50 BNB')).toBeVisible()
          await expect(row('+25 BNB')).toHaveCount(0)
          await expect(
            history.getByRole('status').filter({ hasText: 'loaded items match the filter' }),
          ).toBeVisible()
          await history.getByLabel('Recipient or sender').fill('0x1234567890')
          await expect(row(/BNB/)).toHaveCount(0)
        })
      })
    }

    const once = way === 'in a tab' ? {} : { tag: DEEP }
    test(
      'behavior: a new item appears within fifteen seconds, and a hidden tab sends no requests',
      once,
      async ({ page, world }) => {
        const n = fresh()
        // The page's clock jumps ahead, a gateway's does not.
        await world.safe.faults.service.reset()
        await page.clock.install()
        const requests = new Set<Request>()
        const inFlight = new Set<Request>()
        page.on('request', (request) => {
          requests.add(request)
          inFlight.add(request)
        })
        page.on('requestfinished', (request) => inFlight.delete(request))
        page.on('requestfailed', (request) => inFlight.delete(request))
        const { portal, frame } = await open(page, world)
        // The host around the frame keeps polling on its own.
        const own = 'mainFrame' in frame ? frame.mainFrame() : frame
        const ours = (all: ReadonlySet<Request>) =>
          [...all]
            .filter(
              (request) =>
                request.frame() === own && /\/transactions\/(queued|history)|:\d+\/$/.test(request.url()),
            )
            .map((request) => `${request.url()} ${request.postData()}`)
        await expect(
          portal.getByRole('region', { name: 'History' }).getByRole('listitem').first(),
        ).toBeVisible()
        await queue(world, payment(dana.address, `${n}.01`, 'USDC'))
        await page.clock.fastForward(15_000)
        await expect(queued(portal, `${n}.01 USDC`)).toContainText('Verified')
        const setHidden = (hidden: boolean) =>
          frame.evaluate(
            (state) => {
              Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
              Object.defineProperty(document, 'hidden', { value: state === 'hidden', configurable: true })
              document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
            },
            hidden ? 'hidden' : 'visible',
          )
        // Open requests may be answered and lead to more, on a slow machine after a while.
        const settle = async () => {
          let before = -1
          let looks = 0
          await expect
            .poll(
              () => {
                const isQuiet = ours(inFlight).length === 0 && ours(requests).length === before
                before = ours(requests).length
                looks = isQuiet ? looks + 1 : 0
                return looks
              },
              { intervals: [250] },
            )
            .toBe(3)
        }
        await setHidden(true)
        await settle()
        // The first jump ends what waited for the clock: a page that polls sends at every jump.
        await page.clock.fastForward(120_000)
        await settle()
        requests.clear()
        await page.clock.fastForward(120_000)
        await settle()
        expect(ours(requests)).toEqual([])
        await queue(world, payment(dana.address, `${n}.02`, 'USDC'))
        await setHidden(false)
        await expect(queued(portal, `${n}.02 USDC`)).toBeVisible()
      },
    )
  })
}

test('error: stops when a host lies about the payee of a queued proposal', { tag: DEEP }, async ({
  page,
  world,
}) => {
  const n = fresh()
  await queue(world, payment(fay.address, `${n}.01`, 'USDC'))
  await world.safe.faults.host.set({ lieTx: 'to' })
  const portal = await world.safe.openApp(page, world.portalUrl)
  await portal.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Activity' }).click()
  const row = queued(portal, `${n}.01 USDC`).or(queued(portal, 'Do not sign').last()).first()
  await expect(row).toContainText('Do not sign')
  await openRow(row)
  const stop = portal.getByRole('alertdialog', { name: STOP })
  await expect(stop).toContainText('The data from the Safe host contradicts itself.')
})
