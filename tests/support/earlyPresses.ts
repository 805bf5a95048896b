import type { CDPSession, Page } from 'playwright/test'

/** The elements that a person can press before any code is there, and how to check that the press worked. */
export const pressed = {
  connect: { role: 'button', name: 'Connect Wallet' },
  'Get paid': { role: 'link', name: 'Get paid' },
  Pay: { role: 'link', name: 'Pay' },
  People: { role: 'link', name: 'People' },
} as const

export type Target = keyof typeof pressed
export const targets = Object.keys(pressed) as readonly Target[]
export const means = ['mouse', 'touch', 'Enter', 'Space'] as const

/** One press: when it begins, in ms after the first paint, and how long it lasts. */
export type Press = {
  readonly target: Target
  readonly by: (typeof means)[number]
  readonly after: number
  readonly lasts: number
}

/** Numbers in [0, 1) from a printed seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A press at any moment of loading, which takes up to `loading` ms. A link has no answer to Space. */
export function anyPress(random: () => number, loading: number): Press {
  const one = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  const target = random() < 0.5 ? 'connect' : one(targets)
  const by = one(means.filter((way) => way !== 'Space' || target === 'connect'))
  return { target, by, after: random() * loading, lasts: random() * 400 }
}

/** Waits for the first paint, then presses as a device would, whatever the page is doing. */
export async function pressEarly(page: Page, devtools: CDPSession, press: Press): Promise<void> {
  const { role, name } = pressed[press.target]
  const element = page.getByRole('banner').getByRole(role, { name, exact: true })
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  const box = await element.boundingBox()
  if (!box) throw new Error(`${name} is not shown`)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await pause(press.after)
  switch (press.by) {
    case 'mouse':
      await page.mouse.move(x, y)
      await page.mouse.down()
      await pause(press.lasts)
      return page.mouse.up()
    case 'touch': {
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
      await pause(press.lasts)
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      return
    }
    default:
      await element.focus()
      await page.keyboard.down(press.by)
      await pause(press.lasts)
      return page.keyboard.up(press.by)
  }
}

/** The length of a press is the thing under test, so it is waited out. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
