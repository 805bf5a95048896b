import { type ESTree, parseSync, Visitor, type VisitorObject } from 'vite'

/** A parsed module. `file` is its path in the project. */
export type Source = ReturnType<typeof parseSource>

/** A file with its text. */
export type TextFile = { readonly file: string; readonly text: string }

/** The files of the project, as the rules read them. */
export type Project = {
  readonly sources: readonly Source[]
  readonly documents: readonly TextFile[]
  /** Styles and settings, which have names that documents mention. */
  readonly texts: readonly TextFile[]
  /** The path of every file. */
  readonly files: readonly string[]
}

/** A place that breaks a rule. */
export type Finding = {
  /** Its line in the list of exceptions. It names no line of code, so that other changes do not touch the list. */
  readonly where: string
  /** The same place with its line of code. */
  readonly detail: string
}

/** @throws Error if the text is no TypeScript */
export function parseSource(file: string, text: string) {
  const { program, module, comments, errors } = parseSync(file, text)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  return { file, text, program, module, comments }
}

/** @throws Error if a module is no TypeScript */
export function toProject(files: readonly TextFile[]): Project {
  const ending = (pattern: RegExp) => files.filter(({ file }) => pattern.test(file))
  return {
    files: files.map(({ file }) => file),
    sources: ending(/\.(tsx?|mjs)$/).map(({ file, text }) => parseSource(file, text)),
    documents: ending(/\.md$/),
    texts: ending(/\.(css|html|json)$/),
  }
}

/** Whether a module only tests. */
export function isTest(file: string): boolean {
  return file.startsWith('tests/') || /\.test\.tsx?$/.test(file)
}

/** Whether a module is part of the portal itself. */
export function isPortal(file: string): boolean {
  return file.startsWith('src/') && !isTest(file)
}

/** The modules of the portal itself. */
export function portalSources({ sources }: Project): readonly Source[] {
  return sources.filter(({ file }) => isPortal(file))
}

/** Visits every node of a module. */
export function visit({ program }: Source, visitor: VisitorObject): void {
  new Visitor(visitor).visit(program)
}

/** Makes a function of an object run once for each, since several rules ask for the same. */
export function once<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, Value>()
  return (key) => {
    const value = made.get(key) ?? make(key)
    made.set(key, value)
    return value
  }
}

/** The names in a module. Comments have none. */
export const namesOf = once((source: Source) => {
  const names = new Set<string>()
  /** The words in its strings. */
  const words = new Set<string>()
  /** By a name, those that follow it, as in `Token.parse`. */
  const members = new Map<string, Set<string>>()
  const addMember = (of: Named, member: Named) => {
    if (typeof of.name !== 'string' || typeof member.name !== 'string') return
    members.set(of.name, (members.get(of.name) ?? new Set()).add(member.name))
  }
  const addWords = (text: string) => {
    for (const word of text.match(/[\w$]+/g) ?? []) words.add(word)
  }
  visit(source, {
    Identifier: ({ name }) => void names.add(name),
    JSXIdentifier: ({ name }) => void names.add(name),
    MemberExpression: ({ object, property }) => addMember(object, property),
    TSQualifiedName: ({ left, right }) => addMember(left, right),
    JSXMemberExpression: ({ object, property }) => addMember(object, property),
    Literal: ({ value }) => {
      if (typeof value === 'string') addWords(value)
    },
    TemplateElement: ({ value }) => addWords(value.raw),
  })
  return { names, words, members }
})

type Named = { readonly type: string; readonly name?: unknown }

/** The number of the line at an offset, from 1. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

/** Collects findings in one module, at most one per line. */
export function findIn(source: Source, look: (report: (node: ESTree.Span) => void) => VisitorObject) {
  const found = new Map<number, Finding>()
  const { file, text } = source
  visit(
    source,
    look(({ start }) => {
      const line = lineAt(text, start)
      const words = text.split('\n')[line - 1]?.trim()
      found.set(line, { where: file, detail: `${file}:${line}: ${words}` })
    }),
  )
  return [...found.values()]
}
