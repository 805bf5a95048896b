import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { bundleInMemory } from '../host/bundleInMemory.ts'

/** The wallet's script without its configuration; plugins may look at its modules. */
export async function bundleSandboxWallet(plugins: Plugin[] = []): Promise<string> {
  const [chunk] = await bundleInMemory({
    root: fileURLToPath(new URL('.', import.meta.url)),
    plugins,
    build: {
      lib: {
        entry: fileURLToPath(new URL('sandboxWallet.ts', import.meta.url)),
        name: 'SandboxWallet',
        formats: ['iife'],
      },
    },
  })
  return chunk.code
}
