import { reloadIfOutdated } from './newRelease.ts'

/**
 * Loads a chunk after its styles. Takes the place of Vite's helper around every `import()`, which knows nothing of
 * integrity: the import map guards modules, but a stylesheet needs its own spelt out. The modules that the chunk
 * imports have mostly been started by the page (`early.ts`).
 *
 * @param styles the stylesheets, relative to `importer`
 */
export async function loadChunk<T>(
  load: () => Promise<T>,
  styles: readonly string[] = [],
  importer = document.baseURI,
): Promise<T> {
  try {
    await Promise.all(styles.map((style) => apply(new URL(style, importer).href)))
    return await load()
  } catch (error) {
    await reloadIfOutdated()
    await renewFiles()
    throw error
  }
}

async function apply(url: string): Promise<void> {
  const name = url.slice(url.lastIndexOf('/') + 1)
  if (document.querySelector(`[data-files~="${name}"]`)) return
  const link = document.querySelector<HTMLLinkElement>(`link[href$="/${name}"]`) ?? add(url, name)
  if (link.sheet) return
  await new Promise((resolve, reject) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', () => {
      // The next attempt asks again.
      link.remove()
      reject(new Error(`${name} did not load`))
    })
  })
}

function add(url: string, name: string): HTMLLinkElement {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.crossOrigin = ''
  link.href = url
  link.integrity = integrityOf(name)
  document.head.append(link)
  return link
}

/**
 * Reads every module of this page from the server that is not what the build made, so that the next attempt can
 * succeed: a damaged file stays in the browser's cache for a year, even when the page is reloaded.
 */
async function renewFiles(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')
  const renew = ({ href, integrity }: HTMLLinkElement) =>
    fetch(href, { integrity, cache: 'force-cache' }).catch(() => fetch(href, { cache: 'reload' }))
  await Promise.allSettled([...links].map(renew))
  // The copy for visits without a network may be the damaged one, and is only needed while there is none.
  if (!navigator.onLine) return
  for (const name of (await window.caches?.keys().catch(() => [])) ?? []) await caches.delete(name)
}

/** From the page's import map (`hosting/seal.ts`); a development server has none. */
function integrityOf(name: string): string {
  const map = document.querySelector('script[type=importmap]')?.textContent
  return map ? (JSON.parse(map).integrity[`./assets/${name}`] ?? '') : ''
}
