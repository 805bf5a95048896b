import path from 'node:path'
import type { Plugin } from 'vite'

/** A module of a package, the file below `src/modes` in its place, and a part of the path of the files that get it, if not all. */
type Replacement = readonly [module: string, by: string, importedBy?: string]

/**
 * Puts files of the portal in the place of modules of packages, which stay as published. A file that wraps the original
 * imports it under its own name.
 */
export function replaced(table: readonly Replacement[]): Plugin {
  const name = 'replaced-modules'
  const resolveId = (source: string, importer = '') => {
    if (importer.includes('/shims/')) return null
    const found = table.find(
      ([module, , importedBy = '']) => module === source && importer.includes(importedBy),
    )
    return found ? path.resolve('src/modes', found[1]) : null
  }
  return {
    name,
    enforce: 'pre',
    // The development server bundles packages beforehand, without the plugins.
    config: () => ({ optimizeDeps: { rolldownOptions: { plugins: [{ name, resolveId }] } } }),
    resolveId,
  }
}
