import { targetOf } from '#tests/lint/layers.ts'
import {
  type Finding,
  isPortal,
  isTest,
  namesOf,
  once,
  type Project,
  portalSources,
  type Source,
  visit,
} from './source.ts'

type Export = { readonly file: string; readonly name: string; readonly key: string }

const keyOf = (file: string, name: string) => `${file}: ${name}`

/** The exports of the portal, without re-exports, and without modules that replace those of a package or of React. */
function exportsOf(project: Project): readonly Export[] {
  return portalSources(project)
    .filter(({ file }) => !file.includes('/shims/') && file !== 'src/ui/jsx.ts')
    .flatMap(({ file, module }) =>
      module.staticExports.flatMap(({ entries }) =>
        entries.flatMap(({ moduleRequest, exportName: { name } }) =>
          moduleRequest === null && name !== null ? [{ file, name, key: keyOf(file, name) }] : [],
        ),
      ),
    )
}

/** The modules that one loads on use. */
const lateImports = ({ text, module }: Source): readonly string[] =>
  module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1))

/** For each export, by its key, the other modules that use it, and whether one of them does through `import * as`. */
const usesIn = once(({ sources }: Project) => {
  const users = new Map<string, Set<string>>()
  const throughNamespace = new Set<string>()
  for (const source of sources) {
    const { file, module } = source
    const use = (from: string, used: Iterable<string>) => {
      const target = targetOf(file, from)
      if (target === null) return []
      const keys = [...used].map((name) => keyOf(target, name))
      for (const key of keys) users.set(key, (users.get(key) ?? new Set()).add(file))
      return keys
    }
    const { names, members } = namesOf(source)
    for (const { moduleRequest, entries } of module.staticImports)
      for (const { importName, localName } of entries)
        if (importName.kind === 'NamespaceObject') {
          const keys = use(moduleRequest.value, members.get(localName.value) ?? [])
          for (const key of keys) throughNamespace.add(key)
        } else use(moduleRequest.value, [importName.name ?? 'default'])
    for (const { entries } of module.staticExports)
      for (const { moduleRequest, importName } of entries)
        if (moduleRequest && importName.name !== null) use(moduleRequest.value, [importName.name])
    // A dynamic import does not say which exports it needs, so any that the file names counts as used.
    for (const from of lateImports(source)) use(from, names)
    visit(source, { TSImportType: ({ source: from }) => void use(from.value, names) })
  }
  return { users, throughNamespace }
})

/**
 * Names that two modules export. Exempt are a name used as `Token.parse`, which is qualified by its module, and a
 * component under whose name another module loads it on use.
 */
export function exportedTwice(project: Project): readonly Finding[] {
  const { throughNamespace } = usesIn(project)
  const files = new Map<string, string[]>()
  for (const { file, name, key } of exportsOf(project))
    if (!throughNamespace.has(key)) files.set(name, [...(files.get(name) ?? []), file])
  const late = new Map(
    project.sources.map((source) => [
      source.file,
      lateImports(source).map((from) => targetOf(source.file, from) ?? from),
    ]),
  )
  return [...files].flatMap(([name, all]) => {
    const own = [...new Set(all)].filter((file) => !late.get(file)?.some((target) => all.includes(target)))
    return own.slice(1).map(() => ({ where: name, detail: `${name}: exported by ${own.join(', ')}` }))
  })
}

/** Exports that no other module uses. */
export function unusedExports(project: Project): readonly Finding[] {
  const { users } = usesIn(project)
  return exportsOf(project).flatMap(({ key }) => (users.has(key) ? [] : [{ where: key, detail: key }]))
}

/**
 * Exports that only tests use. A part of a module may be exported for its unit test, but only if the module itself uses
 * it.
 */
export function exportsForTests(project: Project): readonly Finding[] {
  const { users } = usesIn(project)
  return exportsOf(project).flatMap(({ file, name, key }) => {
    const by = [...(users.get(key) ?? [])]
    const own = project.sources.find((source) => source.file === file)
    const isInUse = project.sources.some((source) =>
      // The build writes an import of one function as text.
      source === own ? timesNamed(own, name) > 1 : writesImport(source, file, name),
    )
    if (by.length === 0 || !by.every(isTest) || isInUse) return []
    return [{ where: key, detail: `${key}, used by ${by.join(', ')}` }]
  })
}

/** Whether a module of the portal writes an import of that name into another one. */
function writesImport({ file, text }: Source, from: string, name: string): boolean {
  return isPortal(file) && text.includes(`'${from}'`) && text.includes(`export { ${name} `)
}

/** How often the code of a module has a name, comments aside. */
function timesNamed({ text, comments }: Source, name: string): number {
  let code = ''
  let from = 0
  for (const { start, end } of comments) {
    code += text.slice(from, start)
    from = end
  }
  return (code + text.slice(from)).match(new RegExp(`\\b${name}\\b`, 'g'))?.length ?? 0
}
