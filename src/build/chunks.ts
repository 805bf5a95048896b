import path from 'node:path'
import type { Rolldown } from 'vite'
import type { Starts } from './startFiles.ts'

/**
 * The starts, the most urgent first. The menu loads in every visit, so it must not run modules of other starts. `/r` is
 * the one page that people open who have never been here.
 */
const URGENT = ['boot', 'tab', 'wallets', 'frame', 'menu', '/r', 'safe', 'overview'] as const

/**
 * How the build cuts the code into files. Each module goes to the most urgent start that needs it: into one file if
 * only this start needs it, into another if others do, too. So a first screen loads few files and almost no code of
 * other screens. Modules that only pages need share a file with those of the same pages. Files never import each
 * other in a circle, because a start that needs a module also needs everything that the module imports. Packages are
 * left to the bundler: it knows which parts are used, and their index files import everything.
 *
 * @param starts asked once the bundler knows all modules
 */
export function chunkGroups(starts: () => Starts): Rolldown.CodeSplittingGroup[] {
  let needs: readonly (readonly [string, ReadonlySet<string>])[] | undefined
  const name = (module: string, context: Rolldown.ChunkingContext) => {
    needs ??= Object.entries(starts()).map(([name, modules]) => [name, reach(modules, context)] as const)
    const names = needs.filter(([, modules]) => modules.has(module)).map(([name]) => name)
    // The first paint imports no index file of a package.
    if (isForeign(module) && !names.includes('tab')) return null
    const label = names.map((name) => name.replace('/', '')).join('-')
    const owner = URGENT.find((name) => names.includes(name))
    if (!owner) return label || null
    if (owner === 'boot') return 'boot'
    if (owner === 'tab' && names.includes('frame')) return 'first'
    return names.length > 1 ? `${owner.replace('/', '')}-shared` : label
  }
  return [
    { debugName: 'starts and pages', name },
    { name: 'packages', test: isForeign, entriesAware: true },
  ]
}

/** Whether a module is a package's, in the place of one of a package, or the bundler's own. */
function isForeign(module: string): boolean {
  return /^\0|\/node_modules\/|\/shims\//.test(module)
}

/** Modules with all of their imports, except those loaded late. */
function reach(roots: readonly string[], context: Rolldown.ChunkingContext): ReadonlySet<string> {
  const seen = new Set<string>()
  const visit = (module: string) => {
    if (seen.has(module)) return
    seen.add(module)
    for (const imported of context.getModuleInfo(module)?.importedIds ?? []) visit(imported)
  }
  for (const root of roots) visit(path.resolve(root))
  return seen
}
