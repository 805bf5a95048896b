/**
 * Runs before the first paint, inline in the head: tells the stylesheet what only the browser knows, so that the
 * prerendered HTML shows the right page in the right theme at once, and starts the files that this page is going
 * to need, all at the same time. A classic script, hence the block.
 */
{
  const root = document.documentElement
  const { entry, font, icons, lists: listed } = document.currentScript?.dataset ?? {}
  const isFramed = window.parent !== window

  if (isFramed) {
    root.dataset.framed = ''
    // A Safe host hides the frame until its load event. That event waits for the icons, and Chromium puts an icon
    // of another file into a hidden page only at the next layout, which nothing else would ask for.
    const layout = setInterval(() => root.getBoundingClientRect(), 50)
    addEventListener('load', () => clearInterval(layout))
  }
  try {
    const theme = isFramed ? null : localStorage.getItem('portal.theme')
    const isLight =
      theme === 'light' || (theme === 'system' && matchMedia('(prefers-color-scheme: light)').matches)
    if (isLight) root.dataset.theme = 'light'
  } catch {
    // Storage is blocked: dark, as on a first visit.
  }

  // A font that comes after the first paint waits for the next visit (`font-display: optional`). Where the page itself
  // took longer to get here than a browser waits for a font, it would only take bandwidth from the scripts, so this
  // visit goes without it. A page with a service worker has its own copy, and a frame is hidden until the font is there.
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const took = visit ? performance.now() - visit.requestStart : 0
  if (took > 150 && !isFramed && !navigator.serviceWorker?.controller) {
    root.dataset.far = ''
  } else if (font) {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'preload', as: 'font', crossOrigin: '', href: font })
    document.head.append(link)
  }

  // Lists of files for the modes and pages: the n-th bit is the n-th file of the import map
  // (`hosting/startLists.ts`). The development server has neither.
  const map = document.querySelector('script[type=importmap]')?.textContent
  const integrity: Readonly<Record<string, string>> = map ? JSON.parse(map).integrity : {}
  const files = Object.keys(integrity)
  const lists = `;${listed}`
  let started = 0n
  /**
   * Starts the files of a list that have not been started yet, or only the largest one. `arrived` hears of each that
   * has come, and how many are still to come. Returns whether there were any.
   */
  const start = (
    name: string,
    priority: 'auto' | 'low' = 'auto',
    arrived = (_left: number) => {},
    onlyLargest = false,
  ) => {
    const list = lists.split(`;${name} `)[1]?.split(';')[0]
    let wanted = BigInt(`0x${list ?? 0}`) & ~started
    // The map begins with the largest files.
    if (onlyLargest) wanted &= -wanted
    started |= wanted
    const hrefs = files.filter((_, index) => (wanted >> BigInt(index)) & 1n)
    let left = hrefs.length
    const done = () => arrived(--left)
    for (const href of hrefs) {
      const link = document.createElement('link')
      link.rel = href.endsWith('.css') ? 'stylesheet' : 'modulepreload'
      link.crossOrigin = ''
      link.href = href
      link.integrity = integrity[href] ?? ''
      link.fetchPriority = priority
      link.onload = done
      link.onerror = () => {
        // `loadChunk` asks again when it is needed.
        if (link.rel === 'stylesheet') link.remove()
        done()
      }
      document.head.append(link)
    }
    return left > 0
  }

  const pageOf = (hash: string) => /^#\/?([^/?]*)/.exec(hash)?.[1] ?? ''
  const showPage = () => {
    root.dataset.page = pageOf(location.hash)
    start(`/${root.dataset.page}`)
  }
  /** A link or Connect under the pointer or with the focus is about to be pressed. */
  const expectPress = ({ target }: Event) => {
    const pressed = target instanceof Element && target.closest('a[href^="#/"], [popovertarget]')
    if (!pressed) return
    const hash = pressed.getAttribute('href')
    start(hash === null ? 'wallets' : `/${pageOf(hash)}`)
  }

  const pages = [...lists.matchAll(/(\/[^ ]+) /g)].map(([, page = '']) => page)
  const startNextFile = () => {
    const [page] = pages
    if (!page || (navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return
    const go = () => {
      // One at a time: to start a whole page's files takes a slow phone 75 ms.
      if (!start(page, 'low', undefined, true)) pages.shift()
      setTimeout(startNextFile, 50)
    }
    if ('requestIdleCallback' in window) requestIdleCallback(go)
    else go()
  }

  // The wallets come after the first screen: beside it, they would take its bandwidth. Its last file leaves room for
  // the first round trip of one of theirs.
  if (isFramed) {
    const loaded = new Promise((resolve) => addEventListener('load', resolve))
    const startSafe = () =>
      start('safe', 'auto', async (left) => {
        if (left > 0) return
        // Its styles would hold up the load event.
        await loaded
        start('overview', 'low')
      })
    // The icons' own request comes after those for the scripts, and would wait for them. A browser asks a host for
    // six files at a time, so most of them wait for the icons instead.
    if (icons) fetch(icons).then(startSafe, startSafe)
    start('frame')
  } else {
    start('tab', 'auto', (left) => {
      if (left < 2) start('wallets', 'low', undefined, left === 1)
    })
  }
  showPage()
  addEventListener('hashchange', () => {
    // A link pressed before the code is there, as well as after: the page it opens is an arrival.
    root.dataset.moved = ''
    showPage()
  })
  addEventListener('pointerover', expectPress, { passive: true })
  addEventListener('focusin', expectPress)

  // Not a script element: the page's load event would wait for it, and a Safe host shows the frame only then.
  if (entry) {
    addEventListener('DOMContentLoaded', () => {
      import(entry).catch(() => {
        const line = document.getElementById('boot-line')
        // The copy that the browser keeps may be what is damaged. While the server fails, it is all there is.
        fetch(entry, { cache: 'no-store' })
          .then(async ({ ok }) => ok && (await caches.keys()).map((name) => caches.delete(name)))
          .catch(() => {})
        if (line)
          line.textContent = 'This page didn’t load. Nothing was sent. Check your connection, then reload.'
      })
    })
    // The other pages, once there is nothing better to do.
    addEventListener('load', () => setTimeout(startNextFile, 5_000))
  }
}
