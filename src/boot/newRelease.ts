import { browserKey } from '#storage/keys.ts'

const KEY = browserKey('reloaded-from')

/** The file of the running boot entry: it leads to all others, so its name differs in every release. */
const { entry: running } = JSON.parse(document.getElementById('files')?.textContent ?? '{}') as {
  entry?: string
}

/** The page on which something was typed last: its steps, and the pages beside it, share the typed text. */
let typedOn: string | null | undefined
addEventListener('input', () => {
  typedOn = currentPage()
})

/** The page that the navigation marks, or else the one of the URL. */
function currentPage(): string | null | undefined {
  const marked = document.querySelector('.shell-nav [aria-current]')
  return marked ? marked.getAttribute('href') : document.documentElement.dataset.page
}

/**
 * Called after a file failed to load. If a new release has taken the place of this one, reloads the page, once
 * for each release. A page on which something was typed, or that waits for the answer to a request, is left as it is:
 * its message offers the reload.
 */
export async function reloadIfOutdated(): Promise<void> {
  try {
    if (!running || sessionStorage.getItem(KEY) === running || typedOn === currentPage()) return
    const page = await fetch(document.baseURI, { cache: 'no-store' })
    if (!page.ok || (await page.text()).includes(`"${running}"`)) return
    // The answer of a wallet or a Safe would be lost, and with it the proof of what it did. See `account/exclusive.ts`.
    if (document.documentElement.hasAttribute('data-asking')) return
    // Without storage the page could reload for ever.
    sessionStorage.setItem(KEY, running)
    location.reload()
  } catch {
    // Offline, or no storage: the failure is reported as it is.
  }
}

/** True in the first page after such a reload. */
export function wasReloaded(): boolean {
  try {
    const from = sessionStorage.getItem(KEY)
    if (from === null || from === running) return false
    sessionStorage.removeItem(KEY)
    return true
  } catch {
    return false
  }
}
