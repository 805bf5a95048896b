import path from 'node:path'
import { type Finding, namesOf, once, type Project, type TextFile } from './source.ts'

/** All that a pattern's first group finds in a document. */
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

const inDocument = ({ file }: TextFile, name: string): Finding => ({
  where: `${file}: ${name}`,
  detail: `${file}: ${name}`,
})

const PATH = /^((src|safe-app|rig|release|tests|docs)\/[\w./-]+|[\w./-]+\.(tsx?|css))$/
const SYMBOL = /^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*(\([^)]*\))?$/

/** Paths and symbols in the code spans of documents that do not exist. */
export function missingInDocuments(project: Project): readonly Finding[] {
  const { documents, files } = project
  const paths = pathsOf(project)
  const words = wordsOf(project)
  const exists = (span: string) => {
    if (PATH.test(span)) {
      const wanted = span.replace(/\/$/, '')
      return paths.has(wanted) || files.some((file) => file.endsWith(`/${wanted}`))
    }
    return (
      !SYMBOL.test(span) || matches(span.replace(/\(.*/, ''), /([\w$]+)/g).every((word) => words.has(word))
    )
  }
  return documents.flatMap((document) => {
    const prose = document.text.replaceAll(/^```.*?^```/gms, '')
    return matches(prose, /`([^`\n]+)`/g).flatMap((span) =>
      exists(span) ? [] : [inDocument(document, span)],
    )
  })
}

/** Links from a document to a file that does not exist. */
export function brokenLinks(project: Project): readonly Finding[] {
  const paths = pathsOf(project)
  return project.documents.flatMap((document) =>
    matches(document.text, /\]\((?!\w+:|#)([^)#\s]+)/g).flatMap((link) => {
      const target = path.posix.join(path.posix.dirname(document.file), link).replace(/\/$/, '')
      return paths.has(target) ? [] : [inDocument(document, link)]
    }),
  )
}

/** Characters of a line of an AGENTS.md, and lines of one in a folder: whoever reads it wants to begin. */
const [WIDE, LONG] = [140, 25]

/** Lines of an AGENTS.md that have become paragraphs, and those of a folder's that have become pages. */
export function longGuides({ documents }: Project): readonly Finding[] {
  return documents
    .filter(({ file }) => path.posix.basename(file) === 'AGENTS.md')
    .flatMap(({ file, text }) => {
      const lines = text.trimEnd().split('\n')
      const isLong = file.includes('/') && lines.length > LONG
      const wide = lines.flatMap((line, at) => (line.length > WIDE ? [at + 1] : []))
      return [
        ...wide.map((at) => ({ where: file, detail: `${file}:${at} is wider than ${WIDE} characters` })),
        ...(isLong ? [{ where: file, detail: `${file} has ${lines.length} lines` }] : []),
      ]
    })
}

/** Names of packages that documents mention to say why the portal does without them. */
const ofPackages = ['showBalance', 'usePublicClient', 'useBalance']

/** Every file and folder. */
const pathsOf = once(
  ({ files }: Project) =>
    new Set(files.flatMap((file) => file.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/')))),
)

/** Every name in the code, also in its strings, and every word of its other files. */
function wordsOf({ sources, texts, files }: Project): ReadonlySet<string> {
  const words = new Set(ofPackages)
  for (const text of [...files, ...texts.map((file) => file.text)])
    for (const word of text.match(/[\w$]+/g) ?? []) words.add(word)
  for (const source of sources) {
    const found = namesOf(source)
    for (const word of [...found.names, ...found.words]) words.add(word)
  }
  return words
}
