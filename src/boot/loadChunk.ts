import { reloadIfOutdated } from './newRelease.ts'

/** What this page has asked for, by URL: stylesheets that load, modules that are on their way. */
const started = new Map<string, Promise<unknown>>()

/**
 * Loads a chunk. The chunks it imports start with it instead of one after another, and its styles arrive before
 * it runs. Takes the place of Vite's helper around every `import()`, which knows nothing of integrity: the import
 * map guards modules, but a stylesheet needs its own spelt out.
 *
 * @param files the chunk, its imports and its stylesheets, relative to `importer`
 */
export async function loadChunk<T>(
  load: () => Promise<T>,
  files: readonly string[] = [],
  importer = document.baseURI,
): Promise<T> {
  try {
    await Promise.all(files.map((file) => start(new URL(file, importer).href)))
    return await load()
  } catch (error) {
    await reloadIfOutdated()
    await renewFiles()
    throw error
  }
}

async function start(url: string): Promise<unknown> {
  const name = url.slice(url.lastIndexOf('/') + 1)
  const isStyle = name.endsWith('.css')
  if (document.querySelector(`[data-files~="${name}"]`)) return
  const known = started.get(url)
  if (known) return known
  const link = document.createElement('link')
  link.rel = isStyle ? 'stylesheet' : 'modulepreload'
  link.crossOrigin = ''
  link.href = url
  let arrival: Promise<unknown> = Promise.resolve()
  if (isStyle) {
    link.integrity = integrityOf(name)
    arrival = new Promise((resolve, reject) => {
      link.onload = resolve
      link.onerror = () => {
        // The next attempt asks again.
        started.delete(url)
        link.remove()
        reject(new Error(`${name} did not load`))
      }
    })
  }
  started.set(url, arrival)
  document.head.append(link)
  return arrival
}

/**
 * Reads every file of this page from the server that is not what the build made, so that the next attempt can
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
