import { fileURLToPath } from 'node:url'
import { bundleInMemory } from '../host/bundleInMemory.ts'

/** The wallet's script without its configuration. */
export async function bundleSandboxWallet(): Promise<string> {
  const [chunk] = await bundleInMemory({
    root: fileURLToPath(new URL('.', import.meta.url)),
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
