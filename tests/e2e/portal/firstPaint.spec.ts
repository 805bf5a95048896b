import type { Page } from 'playwright/test'
import { chunkOf } from '#tests/support/chunks.ts'
import { DEEP, someOf } from '#tests/support/deep.ts'
import { anyPress, pressEarly, randomFrom } from '#tests/support/earlyPresses.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { chooseTheme } from '#tests/support/portalPage.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'

/** Holds back the portal's scripts, or those that are named, until the returned function is called. */
async function holdScripts(page: Page, portalUrl: string, which = 'assets/*.js'): Promise<() => void> {
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(`${portalUrl}${which}`, async (route) => {
    await held
    await route.continue()
  })
  return () => release()
}

const isAlive = (page: Page, name: string) =>
  expect(page.getByRole('navigation').getByRole('link', { name, exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
const connectButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' })
const walletList = (page: Page) => page.getByRole('dialog').getByText('Connect a Wallet')

test('behavior: what a person sees first is what stays', async ({ page, world }) => {
  const release = await holdScripts(page, world.portalUrl)
  await page.goto(world.portalUrl, { waitUntil: 'commit' })
  await expect(
    page.getByRole('heading', { level: 1, name: 'Get paid in crypto. Know when it’s final.' }),
  ).toBeVisible()
  const first = await page.evaluateHandle(() =>
    [...document.querySelectorAll('#root *')].filter((node) => node.checkVisibility()),
  )
  expect(await first.evaluate((nodes) => nodes.length)).toBeGreaterThan(30)
  release()
  await isAlive(page, 'Overview')
  await page.waitForLoadState('networkidle')
  const gone = await first.evaluate((nodes) =>
    nodes.filter((node) => !node.isConnected).map((node) => node.outerHTML),
  )
  expect(gone).toEqual([])
})

test.describe('before any script has run', () => {
  test('behavior: the first paint is set in Inter', async ({ page, world }) => {
    await holdScripts(page, world.portalUrl)
    await page.goto(world.portalUrl, { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true })).toHaveCount(1)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('DOM.enable')
    await devtools.send('CSS.enable')
    const { root } = await devtools.send('DOM.getDocument')
    const { nodeIds } = await devtools.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: 'h1' })
    // The titles of other pages are there, too, and hidden: they use no font.
    const used = nodeIds.map((nodeId) => devtools.send('CSS.getPlatformFontsForNode', { nodeId }))
    const fonts = (await Promise.all(used)).flatMap((one) => one.fonts)
    expect(fonts.map(({ familyName, isCustomFont }) => ({ familyName, isCustomFont }))).toEqual([
      { familyName: 'Inter Variable', isCustomFont: true },
    ])
  })

  test('behavior: every page shows its own skeleton at once, never the landing page', async ({
    page,
    world,
  }) => {
    await holdScripts(page, world.portalUrl)
    const landing = page.getByRole('heading', { name: 'Get paid in crypto. Know when it’s final.' })
    const pages = [
      ['#/activity', 'Activity'],
      ['#/get-paid', 'Get paid'],
      ['#/pay/list', 'Pay'],
      ['#/people', 'People'],
      // Their old addresses.
      ['#/campaigns/spring', 'Activity'],
      ['#/pay/people', 'People'],
      ['#/verify', 'Check a proof'],
      ['#/r/anything', 'Payment request'],
      ['#/receipt', 'Receipt'],
      ['#/diagnostics', 'Settings'],
    ] as const
    for (const [hash, heading] of someOf(pages, 5)) {
      await page.goto('about:blank')
      await page.goto(world.portalUrl + hash, { waitUntil: 'commit' })
      await expect(page.getByRole('heading', { level: 1 })).toHaveText([heading])
      await expect(page.getByText('Loading the page').filter({ visible: true })).toHaveCount(1)
      await expect(landing).toBeHidden()
    }
    await test.step('behavior: the navigation works', async () => {
      await page.goto(world.portalUrl, { waitUntil: 'commit' })
      await expect(landing).toBeVisible()
      await page.getByRole('link', { name: 'People', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(['People'])
      await page.goBack({ waitUntil: 'commit' })
      await expect(landing).toBeVisible()
    })
  })

  test('behavior: a hash of another making shows neither the landing page nor an error', {
    tag: DEEP,
  }, async ({ page, world }) => {
    const release = await holdScripts(page, world.portalUrl)
    for (const hash of ['#/nowhere', '#/%', '#/"]', '#//', '#x']) {
      await page.goto('about:blank')
      await page.goto(world.portalUrl + hash, { waitUntil: 'commit' })
      await expect(page.getByRole('banner')).toBeVisible()
    }
    release()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  test('behavior: a person’s theme is there from the first paint on', async ({ page, world }) => {
    await page.goto(world.portalUrl)
    await chooseTheme(page, 'light')
    await holdScripts(page, world.portalUrl)
    await page.goto(world.portalUrl, { waitUntil: 'commit' })
    await expect(connectButton(page)).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  })

  test('behavior: until a person chooses, the theme is the system’s, from the first paint on', async ({
    page,
    world,
  }) => {
    const release = await holdScripts(page, world.portalUrl)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto('about:blank')
      await page.goto(world.portalUrl, { waitUntil: 'commit' })
      await expect(connectButton(page)).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    }
    release()
    await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible()
    await page.emulateMedia({ colorScheme: 'light' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await chooseTheme(page, 'dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })

  test('behavior: a frame shows its shell, without Connect and without the landing page', async ({
    page,
    world,
    host,
  }) => {
    const release = await holdScripts(page, world.portalUrl)
    await page.goto(world.safe.link(world.portalUrl), { waitUntil: 'commit' })
    await expect(host.app.getByRole('heading', { level: 1 })).toHaveText(['Overview'])
    await expect(host.app.getByRole('navigation').getByRole('link')).toHaveCount(5)
    await expect(host.app.getByRole('button', { name: 'Connect Wallet' })).toHaveCount(0)
    release()
    await expect(host.app.getByText('2 of 3 owners must sign')).toBeVisible()
  })
})

test.describe('a press that comes before the code', () => {
  for (const times of someOf([2, 1], 1)) {
    test(`behavior: ${times === 1 ? 'one press' : 'a double press'} on Connect is kept, says so, and opens the wallets`, async ({
      wallet,
      world,
    }) => {
      const release = await holdScripts(wallet, world.portalUrl)
      await wallet.goto(world.portalUrl, { waitUntil: 'commit' })
      await connectButton(wallet).click({ clickCount: times })
      await expect(wallet.getByText('Getting the wallets ready…')).toBeVisible()
      release()
      await expect(walletList(wallet)).toBeVisible()
      await expect(wallet.getByText('Getting the wallets ready…')).toBeHidden()
    })
  }

  test('behavior: a link far down opens its page at the top with focus on its heading', async ({
    page,
    world,
  }) => {
    const top = () => page.evaluate(() => window.scrollY)
    await page.setViewportSize({ width: 390, height: 300 })
    const release = await holdScripts(page, world.portalUrl)
    await page.goto(world.portalUrl, { waitUntil: 'commit' })
    const link = page.getByRole('main').getByRole('link', { name: 'Check a proof' })
    await link.hover()
    expect(await top()).toBeGreaterThan(0)
    await link.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(['Check a proof'])
    release()
    await expect(page.getByRole('heading', { level: 1, name: 'Check a proof' })).toBeFocused()
    expect(await top()).toBe(0)
  })

  test('behavior: while the wallets are on their way, every link can be pressed, also on a phone', async ({
    wallet,
    world,
  }) => {
    await wallet.setViewportSize({ width: 360, height: 740 })
    const release = await holdScripts(wallet, world.portalUrl)
    await wallet.goto(world.portalUrl, { waitUntil: 'commit' })
    await connectButton(wallet).click()
    await expect(wallet.getByText('Getting the wallets ready…')).toBeVisible()
    for (const name of ['Activity', 'Get paid', 'Pay', 'People', 'Overview']) {
      await wallet.getByRole('link', { name, exact: true }).click()
    }
    release()
    await expect(walletList(wallet)).toBeVisible()
  })

  test('behavior: a page that arrives after the wallets leaves the focus to their dialog', {
    tag: DEEP,
  }, async ({ wallet, world }) => {
    const release = await holdScripts(wallet, world.portalUrl)
    const releasePage = await holdScripts(wallet, world.portalUrl, chunkOf('src/pages/people/PeoplePage.tsx'))
    await wallet.goto(world.portalUrl, { waitUntil: 'commit' })
    await connectButton(wallet).click()
    await expect(wallet.getByText('Getting the wallets ready…')).toBeVisible()
    await wallet.getByRole('link', { name: 'People', exact: true }).click()
    release()
    await expect(walletList(wallet)).toBeVisible()
    await expect(wallet.getByText('Loading the page').filter({ visible: true })).toHaveCount(1)
    releasePage()
    await expect(wallet.getByText('Loading the page').filter({ visible: true })).toHaveCount(0)
    await expect(wallet.getByRole('dialog').locator(':focus')).toHaveCount(1)
  })

  test('behavior: a press that straddles the arrival of the code works, by mouse and by key', async ({
    wallet,
    world,
  }) => {
    const release = await holdScripts(wallet, world.portalUrl)
    const code = () => isAlive(wallet, 'Overview')
    await wallet.goto(world.portalUrl, { waitUntil: 'commit' })
    await connectButton(wallet).hover()
    await wallet.mouse.down()
    release()
    await code()
    await wallet.mouse.up()
    await expect(walletList(wallet)).toBeVisible()
    await wallet.unrouteAll({ behavior: 'wait' })
    for (const key of someOf(['Space', 'Enter'], 1)) {
      const releaseAgain = await holdScripts(wallet, world.portalUrl)
      await wallet.goto(`${world.portalUrl}?${key}`, { waitUntil: 'commit' })
      await connectButton(wallet).focus()
      await wallet.keyboard.down(key)
      releaseAgain()
      await code()
      await wallet.keyboard.up(key)
      await expect(walletList(wallet), key).toBeVisible()
      await wallet.unrouteAll({ behavior: 'wait' })
    }
    const releaseLast = await holdScripts(wallet, world.portalUrl)
    await wallet.goto(`${world.portalUrl}?link`, { waitUntil: 'commit' })
    await wallet.getByRole('link', { name: 'People', exact: true }).hover()
    await wallet.mouse.down()
    releaseLast()
    await code()
    await wallet.mouse.up()
    await isAlive(wallet, 'People')
  })

  // A slow processor keeps a core busy for two seconds a press, so there are few; the deep run has eighty times as many.
  for (const [slower, presses] of someOf<readonly [slower: number, presses: number]>(
    [
      [4, 2],
      [1, 3],
      [6, 1],
    ],
    1,
  )) {
    const { numRuns } = propertyRuns(presses, 80 * presses)
    test(`behavior: no press at a random moment is lost, at 1/${slower} of the processor’s speed`, async ({
      wallet,
      world,
    }) => {
      test.setTimeout(numRuns * 15_000)
      const seed = Date.now() % 2 ** 31
      console.log(`presses at 1/${slower}: seed ${seed}`)
      const random = randomFrom(seed)
      const devtools = await wallet.context().newCDPSession(wallet)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
      await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
      for (let run = 0; run < numRuns; run++) {
        const press = anyPress(random, 300 * slower)
        // Another query is another page, even with the same hash.
        await wallet.goto(`${world.portalUrl}?${run}`, { waitUntil: 'commit' })
        await pressEarly(wallet, devtools, press)
        const what = `run ${run}: ${JSON.stringify(press)}`
        if (press.target === 'connect') await expect(walletList(wallet), what).toBeVisible()
        else await isAlive(wallet, press.target)
      }
    })
  }
})
