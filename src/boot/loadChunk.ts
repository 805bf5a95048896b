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
  await renewCopies()
}

/**
 * The same for the copy that is kept for visits without a network. What is not damaged stays: a server that fails is
 * what the copy is for.
 */
async function renewCopies(): Promise<void> {
  for (const key of (await window.caches?.keys().catch(() => [])) ?? []) {
    const cache = await caches.open(key)
    for (const request of await cache.keys()) {
      const integrity = integrityOf(request.url.slice(request.url.lastIndexOf('/') + 1))
      const kept = integrity && (await cache.match(request))
      if (!kept || (await hashOf(kept)) === integrity) continue
      const renewed = await fetch(request.url, { integrity, cache: 'reload' }).catch(() => null)
      await (renewed?.ok ? cache.put(request, renewed) : cache.delete(request))
    }
  }
}

async function hashOf(file: Response): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
  return `sha256-${btoa(String.fromCharCode(...hash))}`
}

/** From the page's import map (`hosting/seal.ts`); a development server has none. */
function integrityOf(name: string): string {
  const map = document.querySelector('script[type=importmap]')?.textContent
  return map ? (JSON.parse(map).integrity[`./assets/${name}`] ?? '') : ''
}
