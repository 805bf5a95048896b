import type { Plugin } from 'vite'

const MARK = '?own-copy'

/**
 * Gives a package that is loaded on a click its own copies of the small libraries that the first screen uses as well:
 * a shared file carries what either of them needs, and the first screen would grow with the package.
 */
export function ownCopies(importing: RegExp, libraries: RegExp): Plugin {
  return {
    name: 'own-copies',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (!importer) return null
      const ofACopy = importer.endsWith(MARK)
      if (!ofACopy && !(importing.test(importer) && libraries.test(source))) return null
      const resolved = await this.resolve(source, importer.replace(MARK, ''), { ...options, skipSelf: true })
      // Modules that a bundler makes up cannot be read twice.
      if (!resolved || resolved.external || resolved.id.startsWith('\0')) return resolved
      return { ...resolved, id: `${resolved.id}${MARK}` }
    },
  }
}

/** Puts `replacement` in the place of a package for the files that `importing` names, and for nobody else. */
export function replacedFor(importing: RegExp, name: string, replacement: string): Plugin {
  return {
    name: 'replaced-for',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source === name && importer && importing.test(importer) ? replacement : null,
  }
}
