import { ReleaseRefused } from './ReleaseRefused.ts'

/** A package whose code or material is in the build. `folder` is below the project, such as `node_modules/viem`. */
export type BundledPackage = {
  readonly name: string
  readonly version: string
  readonly licence: string
  readonly folder: string
}

/** A package in `package-lock.json`; `name` only where the folder has another name. */
type Locked = { readonly name?: string; readonly version?: string; readonly license?: string }

/** Fonts and icons were made from them (`npm run fonts`, `npm run icons`): the bundler sees only the files. */
const madeFrom = ['inter-ui', '@fontsource-variable/geist-mono', 'lucide-static'].map(
  (name) => `node_modules/${name}`,
)

/** Packages under terms of their own, which somebody has read. Their text is in `PACKAGES.md`. */
const ownTerms: Readonly<Record<string, string>> = {
  'node_modules/@metamask/sdk':
    'ConsenSys’s own: a notice with each copy; non-commercial, or up to 10,000 users a month',
}

const IN_PACKAGE = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/

/**
 * The packages in a build, by name: from the modules that the bundler took and the versions of the lockfile.
 * @param modules the modules in each file of the build (`dist-hosting/modules.json`)
 * @param lock the content of `package-lock.json`
 * @throws {ReleaseRefused} for a package without a version or a licence
 */
export function bundledPackages(
  modules: Readonly<Record<string, readonly string[]>>,
  lock: { readonly packages: Readonly<Record<string, Locked>> },
): readonly BundledPackage[] {
  const taken = Object.values(modules).flatMap((paths) =>
    paths.flatMap((path) => IN_PACKAGE.exec(path) ?? []),
  )
  return [...new Set([...taken, ...madeFrom])]
    .map((folder) => {
      const { name, version, license = ownTerms[folder] } = lock.packages[folder] ?? {}
      if (!version || !license)
        throw new ReleaseRefused(
          `${folder} is in the build, and the lockfile has no version or no licence of it.`,
        )
      return { name: name ?? folder.replace(/^.*node_modules\//, ''), version, licence: license, folder }
    })
    .toSorted((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1))
}

/** The packages as a table in Markdown. */
export function packageTable(packages: readonly BundledPackage[]): string {
  const rows = packages.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |\n`)
  return `| package | version | licence |\n|---|---|---|\n${[...new Set(rows)].join('')}`
}
