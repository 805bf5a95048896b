/**
 * Runs before the first paint, inline in the head: tells the stylesheet what only the browser knows, so that the
 * prerendered HTML shows the right page in the right theme at once, and starts the files that this page is going
 * to need, all at the same time. A classic script, hence the block.
 */
{
  const root = document.documentElement
  const { entry, lists: listed } = document.currentScript?.dataset ?? {}
  const isFramed = window.parent !== window

  if (isFramed) root.dataset.framed = ''
  try {
    if (localStorage.getItem('portal.theme') === 'light') root.dataset.theme = 'light'
  } catch {
    // Storage is blocked: dark, as on a first visit.
  }

  // Lists of files for the modes and pages: the n-th bit is the n-th file of the import map
  // (`hosting/startLists.ts`). The development server has neither.
  const map = document.querySelector('script[type=importmap]')?.textContent
  const integrity: Readonly<Record<string, string>> = map ? JSON.parse(map).integrity : {}
  const files = Object.keys(integrity)
  const lists = `;${listed}`
  let started = 0n
  const start = (name: string, priority: 'auto' | 'low') => {
    const list = lists.split(`;${name} `)[1]?.split(';')[0]
    const wanted = BigInt(`0x${list ?? 0}`) & ~started
    started |= wanted
    for (const [index, href] of files.entries()) {
      if (!((wanted >> BigInt(index)) & 1n)) continue
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.href = href
      link.integrity = integrity[href] ?? ''
      link.fetchPriority = priority
      document.head.append(link)
    }
  }

  const pageOf = (hash: string) => /^#\/?([^/?]*)/.exec(hash)?.[1] ?? ''
  const showPage = () => {
    root.dataset.page = pageOf(location.hash)
    start(`/${root.dataset.page}`, 'auto')
  }
  /** A link under the pointer or with the focus is about to be pressed. */
  const expectPage = ({ target }: Event) => {
    const link = target instanceof Element && target.closest('a[href^="#/"]')
    if (link) start(`/${pageOf(link.getAttribute('href') ?? '')}`, 'auto')
  }

  const pages = [...lists.matchAll(/(\/[^ ]+) /g)].map(([, page = '']) => page)
  const startNextPage = () => {
    const page = pages.shift()
    if (!page || (navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return
    const go = () => {
      start(page, 'low')
      setTimeout(startNextPage, 500)
    }
    if ('requestIdleCallback' in window) requestIdleCallback(go)
    else go()
  }

  start(isFramed ? 'frame' : 'tab', 'auto')
  showPage()
  if (!isFramed) start('wallets', 'low')
  addEventListener('hashchange', showPage)
  addEventListener('pointerover', expectPage, { passive: true })
  addEventListener('focusin', expectPage)

  // Not a script element: the page's load event would wait for it, and a Safe host shows the frame only then.
  if (entry) {
    addEventListener('DOMContentLoaded', () => {
      import(entry).catch(() => {
        const line = document.getElementById('boot-line')
        // The copy that the browser keeps may be what is damaged.
        window.caches?.keys().then((names) => names.map((name) => caches.delete(name)))
        if (line)
          line.textContent = 'The portal did not load. Nothing was sent. Check your connection, then reload.'
      })
    })
    // The other pages, once there is nothing better to do.
    addEventListener('load', () => setTimeout(startNextPage, 5_000))
  }
}
