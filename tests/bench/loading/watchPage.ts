/** Moments of a page, in ms after its own navigation began. */
export type Moment =
  /** Connect Wallet is in the page and has a box. */
  | 'painted'
  /** The portal's code answers: the navigation knows its page. */
  | 'alive'
  /** RainbowKit is there and can open its dialogs. */
  | 'wallets'
  | 'dialog'
  /** The portal names the Safe in a frame, while its pages still load. */
  | 'named'
  /** The portal shows the Safe's first screen in a frame. */
  | 'safe'
  /** CSV Airdrop shows its form in a frame. */
  | 'airdrop'
  /** The first press that reached the page. */
  | 'pressed'

/** One file or request. `size` is in bytes as transferred, 0 if the browser does not report it. */
export type Fetched = {
  readonly name: string
  readonly by: string
  readonly from: number
  /** When the request left the browser's queue; 0 for another origin. */
  readonly sent: number
  readonly to: number
  readonly size: number
}

/** A page's measurements of its own loading. */
export type Readings = {
  readonly moments: Partial<Record<Moment, number>>
  readonly firstPaint: number
  /** Start and duration of each task over 50 ms. */
  readonly tasks: readonly (readonly [number, number])[]
  /** Start and value of each layout shift without input, and the moved elements. */
  readonly shifts: readonly (readonly [number, number, string])[]
  readonly fetched: readonly Fetched[]
}

/**
 * The name of the function with which a page reports a moment to the bench, with the button's middle for `painted`.
 */
export const TELL = 'benchTell'
export type Told = { readonly moment: Moment; readonly x: number; readonly y: number }

/**
 * Runs in every frame before its own scripts. Looks only in a frame after something has changed: looking in
 * every frame would keep the page from ever being idle, which the portal waits for.
 */
export function watchPage(tell: string): void {
  const moments: Partial<Record<Moment, number>> = {}
  const tasks: [number, number][] = []
  const shifts: [number, number, string][] = []
  const isShown = (element: Element | null | undefined) =>
    element?.checkVisibility({ visibilityProperty: true }) === true && element.getClientRects().length > 0
  const button = () =>
    [...document.querySelectorAll('button')].find((one) => one.textContent === 'Connect Wallet')
  const says = (selector: string, text: string) => () =>
    [...document.querySelectorAll(selector)].some((one) => one.textContent?.includes(text) && isShown(one))
  const waited = new Map<Moment, () => boolean>([
    ['painted', () => isShown(button())],
    ['alive', () => document.querySelector('nav a[aria-current="page"]') !== null],
    ['dialog', says('[role=dialog]', 'Connect a Wallet')],
    ['named', says('#boot-line', '(2 of 3)…')],
    ['safe', says('section', '2 of 3 owners must sign')],
    ['airdrop', says('button', 'Submit')],
  ])

  const reach = (moment: Moment, at: number) => {
    if (moments[moment] !== undefined) return
    moments[moment] = at
    const box = moment === 'painted' ? button()?.getBoundingClientRect() : undefined
    const told: Told = {
      moment,
      x: box ? box.x + box.width / 2 : 0,
      y: box ? box.y + box.height / 2 : 0,
    }
    const outside = (globalThis as unknown as Record<string, ((told: Told) => void) | undefined>)[tell]
    outside?.(told)
  }
  let isDue = false
  const look = () => {
    isDue = false
    for (const [moment, isReached] of waited) {
      if (!isReached()) continue
      waited.delete(moment)
      reach(moment, performance.now())
    }
  }
  new MutationObserver(() => {
    if (isDue || waited.size === 0) return
    isDue = true
    requestAnimationFrame(look)
  }).observe(document, {
    childList: true,
    subtree: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['aria-current', 'data-rk', 'class', 'hidden', 'open'],
  })
  addEventListener('pointerdown', ({ timeStamp }) => reach('pressed', timeStamp), true)

  // The effects of RainbowKit's provider note its version; from then on its dialogs open at once. Its elements show
  // less, because the portal has none before the first dialog.
  const setItem = Storage.prototype.setItem
  Storage.prototype.setItem = function (key, value) {
    if (key === 'rk-version') reach('wallets', performance.now())
    setItem.call(this, key, value)
  }

  const observe = (type: string, each: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) each(entry)
    }).observe({ type, buffered: true })
  observe('longtask', ({ startTime, duration }) => tasks.push([startTime, duration]))
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: readonly { node: Node | null }[]
    }
    if (hadRecentInput) return
    const moved = sources.map(({ node }) => `${node?.nodeName} ${node?.textContent?.slice(0, 40)}`)
    shifts.push([entry.startTime, value, moved.join('; ')])
  })
  // As many as any of these pages asks for.
  performance.setResourceTimingBufferSize(2_000)

  const read = (): Readings => ({
    moments,
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    tasks,
    shifts,
    fetched: [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map(
      (entry) => {
        const timing = entry as PerformanceResourceTiming
        return {
          name: timing.name,
          by: timing.initiatorType,
          from: timing.startTime,
          sent: timing.requestStart,
          to: timing.responseEnd,
          size: timing.transferSize,
        }
      },
    ),
  })
  Object.assign(globalThis, { benchRead: read })
}
