import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { createServer } from 'vite'

/** A development server for the catalogue of components. A port of 0 takes any free one. */
export async function serveCatalogue(port = 0): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server = await createServer({
    configFile: false,
    root: fileURLToPath(new URL('../..', import.meta.url)),
    cacheDir: 'node_modules/.vite-catalogue',
    logLevel: 'error',
    plugins: [react({ jsxImportSource: '#jsx' })],
    server: { host: '127.0.0.1', port },
    optimizeDeps: { entries: ['tests/catalogue/index.html'] },
  })
  await server.listen()
  const address = server.httpServer?.address()
  const bound = typeof address === 'object' && address ? address.port : port
  return { url: `http://127.0.0.1:${bound}/tests/catalogue/index.html`, stop: () => server.close() }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url } = await serveCatalogue(5180)
  console.log(`Every component, in both themes:\n\n  ${url}\n  ${url}?theme=light`)
}
