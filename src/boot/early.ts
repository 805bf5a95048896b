// Inline in the head, before the first paint, as a classic script (`build/firstPaint.ts`).

import { savesData } from '#modes/wallet/dataSaver.ts'
import { browserKey } from '#storage/keys.ts'
import inter from '#ui/fonts/inter.woff2?inline'
import { movedPage } from './movedPage.ts'

// Some apps write `%23` for the `#` of a link, and then the path has what belongs behind it.
const { origin, pathname, search } = location
const coded = pathname.indexOf('/%23/')
if (coded >= 0)
  location.replace(`${origin}${pathname.slice(0, coded)}/#${pathname.slice(coded + 4)}${search}`)
const root = document.documentElement
const isFramed = window.parent !== window
type Files = { entry?: string; icons?: string; starts?: Record<string, string[]> } // None in development.
const { entry, icons, starts }: Files = JSON.parse(document.getElementById('files')?.textContent ?? '{}')
let theme: string | null = null
try {
  theme = localStorage.getItem(browserKey('theme'))
} catch {
  // Storage is blocked: the system's theme, as on a first visit.
}
const isLight = theme === 'light' || (theme !== 'dark' && matchMedia('(prefers-color-scheme: light)').matches)
if (!isFramed && isLight) root.dataset.theme = 'light'
// A font in a stylesheet, even as a `data:` URL, comes after the first paint, and then letters change their width.
// A loop, because a function for each byte takes a tenth of the first paint on a slow phone.
const letters = atob(inter.slice(inter.indexOf(',') + 1))
const font = new Uint8Array(letters.length)
for (let at = 0; at < font.length; at++) font[at] = letters.charCodeAt(at)
document.fonts.add(new FontFace('Inter', font, { weight: '400 650' }))
if (isFramed) {
  root.dataset.framed = ''
  // A Safe host hides the frame until its load event, which waits for icons: Chromium draws those at a layout only.
  if (icons) fetch(icons).catch(() => {})
  const layout = setInterval(() => root.getBoundingClientRect(), 50)
  addEventListener('load', () => clearInterval(layout))
}
const start = (href: string) =>
  new Promise<unknown>((onload) => {
    if (document.querySelector(`link[href="${href}"]`)) return onload(null)
    const rel = href.endsWith('.css') ? 'stylesheet' : 'modulepreload'
    const link = Object.assign(document.createElement('link'), { rel, crossOrigin: '', href, onload })
    link.onerror = () => onload(link.remove())
    document.head.append(link)
  })
const filesOf = (...names: string[]) => names.flatMap((name) => starts?.[name] ?? [])
const pageOf = (hash: string) => /^#\/?([^/?]*)/.exec(hash)?.[1] ?? ''
const startPage = (hash: string) => filesOf(`/${pageOf(hash)}`).map(start)
const showPage = () => {
  const moved = movedPage(location.hash)
  if (moved !== location.hash) history.replaceState(history.state, '', moved)
  root.dataset.page = pageOf(location.hash)
  startPage(location.hash)
}
const first = filesOf(isFramed ? 'frame' : 'tab')
const [, ...small] = [...first.splice(-1), ...first].map(start)
showPage()
// Then only the largest file of the first screen is still loading, and the next files follow in the order of need.
const next = isFramed ? ['safe', 'overview', 'menu'] : ['wallets', 'menu']
const load = (name: string) => Promise.all(filesOf(name).map(start))
if (isFramed || !savesData())
  next.reduce<Promise<unknown>>((done, one) => done.then(() => load(one)), Promise.all(small))
// A link can be pressed before or after the code has loaded. Either way, the page it opens is an arrival.
addEventListener('hashchange', () => Object.assign(root.dataset, { moved: '' }) && showPage())
// A link under the pointer or with the focus is about to be pressed.
const expectPress = ({ target }: Event) =>
  target instanceof Element && startPage(target.closest('a[href^="#/"]')?.getAttribute('href') ?? 'none')
for (const event of ['pointerover', 'focusin']) addEventListener(event, expectPress, { passive: true })
const showLine = (text: string) => document.getElementById('boot-line')?.replaceChildren(text)
// Before any code can have something else to say there.
document.addEventListener('readystatechange', () => showLine('Still loading…'), { once: true })
// Not a script element: the load event would wait for it, and a Safe host shows the frame only then.
if (entry) addEventListener('DOMContentLoaded', () => import(entry).catch(fail))
async function fail() {
  showLine('This page didn’t load. Nothing was sent. Check your connection, then reload.')
  // The browser's cached copy may be the damaged one. While the server fails, it is the only one.
  const answer = await fetch(entry ?? '', { cache: 'no-store' }).catch(() => null)
  if (answer?.ok) for (const name of await caches.keys()) void caches.delete(name)
}
