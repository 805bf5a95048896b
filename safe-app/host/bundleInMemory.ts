import { build, type InlineConfig, type Rolldown } from 'vite'

/**
 * Bundles a page or script of the local Safe into memory, always for production. Vite depends on `NODE_ENV` and sets
 * it for the whole process if it is missing, so it is set here and restored: a dev server may run in the same
 * process.
 */
export async function bundleInMemory(config: InlineConfig): Promise<Rolldown.RolldownOutput['output']> {
  const isSet = process.env.NODE_ENV !== undefined
  try {
    const output = await build({
      configFile: false,
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"' },
      oxc: { jsx: { development: false } },
      ...config,
      build: { write: false, minify: true, target: 'es2022', modulePreload: false, ...config.build },
    })
    const [result] = Array.isArray(output) ? output : [output]
    if (!result || !('output' in result)) throw new Error('Nothing was bundled.')
    return result.output
  } finally {
    if (!isSet) delete process.env.NODE_ENV
  }
}
