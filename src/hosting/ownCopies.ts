import type { Plugin } from 'vite'

const MARK = '?own-copy'

/**
 * Gives a package that is loaded on a click its own copies of small libraries that the first screen also
 * uses. A shared chunk contains what either of them needs, so the first screen would grow with the package.
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
      // Virtual modules of a bundler cannot be read twice.
      if (!resolved || resolved.external || resolved.id.startsWith('\0')) return resolved
      return { ...resolved, id: `${resolved.id}${MARK}` }
    },
  }
}

/** Replaces a package with `replacement`, only for the files that match `importing`. */
export function replacedFor(importing: RegExp, name: string, replacement: string): Plugin {
  return {
    name: 'replaced-for',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source === name && importer && importing.test(importer) ? replacement : null,
  }
}

/** Replaces what the files that match `importing` load by `import()` under one of these names. */
export function replacedWhenLoaded(importing: RegExp, names: RegExp, replacement: string): Plugin {
  return {
    name: 'replaced-when-loaded',
    apply: 'build',
    resolveDynamicImport: (source, importer) =>
      typeof source === 'string' && importer && importing.test(importer) && names.test(source)
        ? replacement
        : null,
  }
}
