import type { Rolldown } from 'vite'

/** The module that boots the portal. */
export const ENTRY = 'src/main.ts'

/** Modules below the project's folder, by the kind of visit or the path of a page that opens with them. */
export type Starts = Readonly<Record<string, readonly string[]>>

/**
 * The module that a function loads, below the project's folder: in the development server, which runs the code for
 * the build, `import()` is a call with the path of its module.
 */
export function moduleOf(load: () => Promise<unknown>): string {
  const [, module] = /import__\("\/([^"]+)"\)/.exec(String(load)) ?? []
  if (!module) throw new Error(`This loads no module by itself: ${load}`)
  return module
}

/** The scripts and stylesheets of modules and of all their imports, each after its own dependencies. */
export function filesOf(bundle: Rolldown.OutputBundle, modules: readonly string[]): readonly string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const found = new Set<string>()
  const seen = new Set<Rolldown.OutputChunk>()
  const visit = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || seen.has(chunk)) return
    seen.add(chunk)
    for (const name of chunk.imports) visit(chunks.find(({ fileName }) => fileName === name))
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style)
    found.add(chunk.fileName)
  }
  for (const module of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${module}`)))
    if (!chunk) throw new Error(`The build has no chunk of ${module}.`)
    visit(chunk)
  }
  return [...found]
}

/**
 * The files that each kind of visit and each page loads at once (`boot/early.ts`), besides the page's inline styles.
 * Styles come first, each after those that it may override; then the scripts, the largest last.
 *
 * @param inlined the stylesheets that are inline in the page
 */
export function startFiles(
  bundle: Rolldown.OutputBundle,
  starts: Starts,
  inlined: readonly string[],
): Readonly<Record<string, readonly string[]>> {
  const lists = Object.entries(starts).map(([name, modules]) => {
    const files = filesOf(bundle, modules).filter((file) => !inlined.includes(file))
    const sorted = files.toSorted((one, other) => sizeOf(bundle, one) - sizeOf(bundle, other))
    return [name, sorted.map((file) => `./${file}`)] as const
  })
  return Object.fromEntries(lists)
}

/** The size of a script in characters; styles weigh nothing. */
function sizeOf(bundle: Rolldown.OutputBundle, name: string): number {
  const file = bundle[name]
  return file?.type === 'chunk' ? file.code.length : 0
}
