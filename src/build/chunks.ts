import path from 'node:path'
import type { Rolldown } from 'vite'
import type { Starts } from './startFiles.ts'

/**
 * The starts, the most urgent first. The menu loads in every visit, so it must not run modules of other starts. `r` is
 * the one page that people open who have never been here.
 */
const URGENT = ['boot', 'tab', 'wallets', 'frame', 'menu', 'r', 'safe', 'request', 'overview']

/** All parts that are loaded later than a page, together. */
const LATE = 'late'

/**
 * How the build cuts the code into files. Each module goes to the most urgent start that needs it: into one file if
 * only this start needs it, and otherwise into one with the next start that does, which then loads nothing that only the
 * first needs. So a first screen loads few files and almost no code of other screens. Modules that only pages need are
 * in one file if more than two pages share them, and otherwise with those of the same pages, apart from what late parts
 * need, which other pages may load. Files never import each other in a circle, because a start that needs a module also
 * needs everything that the module imports. Packages are left to the bundler: it knows which parts are used, and their
 * index files import everything.
 *
 * @param starts asked once the bundler knows all modules
 */
export function chunkGroups(starts: () => Starts): Rolldown.CodeSplittingGroup[] {
  let needs: ReadonlyMap<string, ReadonlySet<string>> | undefined
  const name = (module: string, context: Rolldown.ChunkingContext) => {
    needs ??= findNeeds(starts(), context)
    const names = [...needs].filter(([, modules]) => modules.has(module)).map(([one]) => one.replace('/', ''))
    const [owner, next = 'shared'] = URGENT.filter((one) => names.includes(one))
    // The first paint imports no index file of a package.
    if (isForeign(module) && !names.includes('tab')) return null
    if (owner === 'boot') return 'boot'
    if (owner === 'tab' && names.includes('frame')) return 'first'
    const known = names.filter((one) => one !== LATE)
    if (owner) return known.length > 1 ? `${owner}-${next}` : owner
    if (known.length > 2) return 'pages'
    return known.length > 0 ? names.join('-') : null
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

/** The modules that each start and page opens with, and those that late parts need. */
function findNeeds(starts: Starts, context: Rolldown.ChunkingContext): Map<string, ReadonlySet<string>> {
  const roots = Object.entries(starts).map(
    ([name, modules]) => [name, modules.map((module) => path.resolve(module))] as const,
  )
  const needs = new Map(roots.map(([name, modules]) => [name, reach(modules, context)]))
  const opened = new Set(roots.flatMap(([, modules]) => modules))
  const reached = new Set([...needs.values()].flatMap((modules) => [...modules]))
  const late = new Set<string>()
  // Late parts load others, so this grows while it is read.
  for (const module of reached) {
    const parts = context.getModuleInfo(module)?.dynamicallyImportedIds ?? []
    const own = parts.filter((part) => !isForeign(part) && !opened.has(part))
    for (const needed of reach(own, context)) {
      reached.add(needed)
      late.add(needed)
    }
  }
  return needs.set(LATE, late)
}

/** Modules with all of their imports, except those loaded late. */
function reach(roots: readonly string[], context: Rolldown.ChunkingContext): Set<string> {
  const reached = new Set(roots)
  for (const module of reached) {
    for (const imported of context.getModuleInfo(module)?.importedIds ?? []) reached.add(imported)
  }
  return reached
}
