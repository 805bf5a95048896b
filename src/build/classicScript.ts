import { build, type Rolldown } from 'vite'

/**
 * Builds a module, with all that it imports, as one classic script.
 * @param file its path in the project
 */
export async function buildClassicScript(
  file: string,
): Promise<Pick<Rolldown.OutputChunk, 'code' | 'moduleIds'>> {
  const output = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: file, output: { format: 'iife' } },
    },
  })
  const [chunk] = (output as Rolldown.RolldownOutput).output
  return chunk
}
