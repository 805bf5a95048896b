import { reloadIfOutdated } from './newRelease.ts'

/**
 * Loads a chunk after its styles. Takes the place of Vite's helper around every `import()`, which would load the
 * page's inline styles once more, and treats a failed stylesheet as loaded.
 *
 * @param files the stylesheets and modules that the chunk needs, relative to `importer`
 */
export async function loadChunk<T>(
  load: () => Promise<T>,
  files: readonly string[] = [],
  importer = document.baseURI,
): Promise<T> {
  try {
    // A module alone is started by its import.
    const isAlone = files.length === 1 && !files[0]?.endsWith('.css')
    if (!isAlone) await Promise.all(files.map((file) => start(new URL(file, importer).href)))
    return await load()
  } catch (error) {
    await reloadIfOutdated()
    throw error
  }
}

/** Starts a module, or waits for a stylesheet. */
async function start(url: string): Promise<void> {
  const name = url.slice(url.lastIndexOf('/') + 1)
  if (document.querySelector(`[data-files~="${name}"]`)) return
  const link = document.querySelector<HTMLLinkElement>(`link[href$="/${name}"]`) ?? add(url)
  if (link.rel !== 'stylesheet' || link.sheet) return
  await new Promise((resolve, reject) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', () => {
      // The next attempt asks again.
      link.remove()
      reject(new Error(`${name} did not load`))
    })
  })
}

function add(url: string): HTMLLinkElement {
  const rel = url.endsWith('.css') ? 'stylesheet' : 'modulepreload'
  const link = Object.assign(document.createElement('link'), { rel, crossOrigin: '', href: url })
  document.head.append(link)
  return link
}
