import { createHash } from 'node:crypto'
import type { Rolldown } from 'vite'
import { ENTRY } from './startFiles.ts'

/**
 * Code that needs a network anyway is not kept: the wallets' own libraries, and Safe mode, which only exists in a
 * frame.
 */
const ONLINE = /\/src\/modes\/(wallet\/WalletLayer|safe\/mode)\.tsx$|\/src\/safe\/service\/txService/

/**
 * Pictures and fonts that every screen needs. Letters beyond ASCII come from fonts of the system if there is no
 * network.
 */
const KEPT = ['src/ui/icons/icons.svg', 'src/ui/fonts/hex.woff2']

/**
 * The files that a tab can need without a network: the scripts and styles that the entry leads to, icons and fonts.
 */
export function offlineFiles(bundle: Rolldown.OutputBundle): string[] {
  const files = new Set<string>()
  const visit = (name: string) => {
    const chunk = bundle[name]
    if (files.has(name) || chunk?.type !== 'chunk') return
    if (chunk.moduleIds.some((module) => ONLINE.test(module))) return
    files.add(name)
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
    for (const other of [...chunk.imports, ...chunk.dynamicImports]) visit(other)
  }
  for (const file of Object.values(bundle)) {
    if (file.type === 'chunk' && file.moduleIds.some((module) => module.endsWith(`/${ENTRY}`)))
      visit(file.fileName)
    if (file.type === 'asset' && file.originalFileNames.some((name) => KEPT.includes(name))) {
      files.add(file.fileName)
    }
  }
  return [...files].filter((name) => name in bundle).sort()
}

/**
 * The service worker, with the list of the files to keep in its first line. The page has the same name in every
 * release, so it is listed by its content; every other file has a name of its own.
 */
export function listFiles(worker: string, names: readonly string[], page: string): string {
  const revision = createHash('sha256').update(page).digest('hex')
  const entries = [{ url: 'index.html', revision }, ...names.map((url) => ({ url, revision: null }))]
  return `${MARK}${JSON.stringify(entries)};\n${worker}`
}

const MARK = 'self.__WB_MANIFEST='
