import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { bundleInMemory } from './bundleInMemory.ts'

export type Asset = { readonly type: string; readonly body: string | Uint8Array }

/** The files of the host page by path. */
export type Assets = ReadonlyMap<string, Asset>

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
}

let built: Promise<Assets> | null = null

/**
 * Bundles the host page into memory once per process: one script loads several times faster than its modules.
 */
export function buildHost(): Promise<Assets> {
  built ??= bundleHost()
  return built
}

/** Bundles it anew; plugins may look at its modules. */
export async function bundleHost(plugins: Plugin[] = []): Promise<Assets> {
  const root = fileURLToPath(new URL('.', import.meta.url))
  const files = await bundleInMemory({
    root,
    plugins,
    build: {
      chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
      rolldownOptions: { input: [`${root}index.html`, `${root}relay.html`] },
    },
  })
  return new Map(
    files.map((file) => [
      `/${file.fileName}`,
      {
        type: types[file.fileName.split('.').pop() ?? ''] ?? 'application/octet-stream',
        body: file.type === 'chunk' ? file.code : file.source,
      },
    ]),
  )
}
