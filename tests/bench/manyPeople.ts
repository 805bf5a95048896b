import { chromium } from 'playwright'
import { keptPeople } from '#domain/people/Person.ts'
import buildOnce from '#tests/support/buildOnce.ts'
import { findChromium } from '#tests/support/findChromium.ts'
import { personAt } from '#tests/support/personAt.ts'
import { servePortal } from '#tests/support/servePortal.ts'
import { median, print } from './figures.ts'

const none = 'http://localhost:9'
const PEOPLE = 10_000

/** Opens People with as many as it keeps, and searches them letter by letter: each key until its frame is drawn. */
export async function manyPeople(): Promise<void> {
  await buildOnce()
  const portal = await servePortal({ rpc: none, service: none, sameSiteHost: none, crossSiteHost: none })
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage({ bypassCSP: true })
    // The program that runs this file wraps functions in a helper, which the page needs too.
    await page.addInitScript('globalThis.__name = (value) => value')
    const people = Array.from({ length: PEOPLE }, (_, index) =>
      personAt(index, { note: `Met in ${index % 12}`, tags: [`campaign ${index % 40}`] }),
    )
    await page.goto(portal.url)
    await page.evaluate(([key, text]) => localStorage.setItem(key, text), [
      keptPeople.key,
      keptPeople.format(people),
    ] as const)
    await page.reload()
    await page.waitForLoadState('networkidle')
    const shown = await page.evaluate(async () => {
      const from = performance.now()
      location.hash = '#/people'
      while (!document.querySelector('[aria-label="People"] li')) {
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      }
      return performance.now() - from
    })
    const keys = await page.evaluate(async () => {
      const input = document.querySelector<HTMLInputElement>('input[type=search]')
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
      const times: number[] = []
      for (const text of ['person 9', '0x', 'campaign 7', 'nobody']) {
        for (let length = 1; length <= text.length; length++) {
          const from = performance.now()
          set?.call(input, text.slice(0, length))
          input?.dispatchEvent(new Event('input', { bubbles: true }))
          await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
          times.push(performance.now() - from)
        }
      }
      return times
    })
    print(`${PEOPLE} people, until they are shown`, shown, 'ms', '')
    print('  a letter typed in the search, to its frame, median', median(keys), 'ms', 'under 50')
    print('  the slowest letter', Math.max(...keys), 'ms', 'under 50')
  } finally {
    await browser.close()
    await portal.stop()
  }
}
