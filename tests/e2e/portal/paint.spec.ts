import type { Frame, Page } from 'playwright/test'
import { DEEP, someOf } from '#tests/support/deep.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { connect, goTo } from '#tests/support/portalPage.ts'
import { everyRoute } from '#tests/support/routes.ts'
import { CUT } from '#tests/support/servePortal.ts'

type Shift = { readonly value: number; readonly moved: readonly string[] }

/** Records every layout shift, on each page that opens from now on. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node: Node | null }[]
      })[]) {
        // A shift of less than a pixel of the smallest element is not visible.
        if (entry.hadRecentInput || entry.value < 1e-4) continue
        const moved = entry.sources.map(({ node }) => `${node?.nodeName} ${node?.textContent?.slice(0, 40)}`)
        shifts.push({ value: entry.value, moved })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

const shifts = (target: Page | Frame) =>
  target.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)

for (const width of someOf([360, 1280], 1)) {
  test(`behavior: nothing shifts while any page loads in a tab, ${width} px wide`, async ({
    page,
    world,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await watchShifts(page)
    for (const [route, title] of someOf(everyRoute, 4)) {
      await page.goto('about:blank')
      await page.goto(world.portalUrl + route)
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
      // By now the wallet layer has loaded too.
      await page.waitForLoadState('networkidle')
      expect(await shifts(page), route).toEqual([])
      await test.step('behavior: each page writes its title into the only title element', async () => {
        await expect(page).toHaveTitle(title)
        await expect(page.locator('title')).toHaveCount(1)
      })
    }
  })
}

for (const width of someOf([360, 1280], 1)) {
  test(`behavior: nothing shifts when the font comes after the first paint, ${width} px wide`, async ({
    page,
    world,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await watchShifts(page)
    let delay = 0
    await page.route('**/*.woff2', async (route) => {
      await new Promise((done) => setTimeout(done, delay))
      await route.continue()
    })
    for (delay of someOf([120, 40, 80, 160], 1)) {
      await page.goto('about:blank')
      await page.goto(`${world.portalUrl}#/activity`)
      await page.waitForLoadState('networkidle')
      expect(await shifts(page), `${delay} ms`).toEqual([])
    }
  })

  test(`behavior: nothing shifts when the page arrives in pieces, ${width} px wide`, async ({
    page,
    world,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await watchShifts(page)
    const html = await (await fetch(world.portalUrl)).text()
    const body = html.indexOf('<body')
    for (const piece of someOf(
      ['<main', '</nav>', 'Connect Wallet</button>', 'aria-label="Menu"', '<footer'],
      2,
    )) {
      const cut = html.indexOf(piece, body)
      expect(cut, piece).toBeGreaterThan(body)
      await page.goto(`${world.portalUrl}?${CUT}=${cut}#/get-paid`)
      await expect(page.getByRole('heading', { level: 1, name: 'Get paid' })).toBeVisible()
      expect(await shifts(page), piece).toEqual([])
    }
    for (const piece of someOf(['Prove it’s your address', 'Pay creators', 'Execute', 'No custody'], 1)) {
      const cut = html.indexOf(`>${piece}</`, body)
      expect(cut, piece).toBeGreaterThan(body)
      // The server counts bytes.
      await page.goto(`${world.portalUrl}?${CUT}=${Buffer.byteLength(html.slice(0, cut))}#/`)
      await expect(page.getByRole('heading', { name: 'Nothing connects by itself' })).toBeVisible()
      expect(await shifts(page), piece).toEqual([])
    }
  })
}

for (const width of someOf([360, 1280], 1)) {
  for (const font of someOf(['a fallback of other widths', 'Inter'], 1)) {
    test(`behavior: nothing shifts while a Safe opens and is read, ${width} px wide, in ${font}`, async ({
      page,
      world,
      host,
    }) => {
      await page.setViewportSize({ width: Math.max(width, 400), height: 800 })
      if (font !== 'Inter') await page.route(/\.woff2$/, (route) => route.abort())
      await watchShifts(page)
      const portal = await world.safe.openApp(page, world.portalUrl)
      await expect(portal.getByRole('listitem').filter({ hasText: 'Nonce' }).first()).toBeVisible()
      await expect(portal.getByRole('region', { name: 'Balances' })).toContainText('about $')
      await expect(portal.getByRole('region', { name: 'Latest' }).getByRole('listitem').first()).toBeVisible()
      expect(await shifts(await host.appFrame())).toEqual([])
    })
  }
}

test('behavior: the title follows the navigation, in a tab and in a Safe', { tag: DEEP }, async ({
  wallet,
  world,
  host,
}) => {
  await wallet.goto(world.portalUrl)
  await connect(wallet)
  for (const name of ['Pay', 'Activity'] as const) {
    await goTo(wallet, name)
    await expect(wallet).toHaveTitle(name)
  }
  await goTo(wallet, 'Overview')
  await expect(wallet).toHaveTitle('Influencer Portal')
  await expect(wallet.locator('title')).toHaveCount(1)

  const portal = await world.safe.openApp(wallet, world.portalUrl)
  await goTo(portal, 'Pay')
  const frame = await host.appFrame()
  await expect.poll(() => frame.title()).toBe('Pay')
  expect(await frame.locator('title').count()).toBe(1)
})
