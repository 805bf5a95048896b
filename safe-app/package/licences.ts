import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

/** The folders of npm packages that went into a bundle. */
export type Packages = Set<string>

const IN_PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/

/** Notes the package of each module that remains in a bundle. */
export function notePackages(packages: Packages): Plugin {
  return {
    name: 'note-packages',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        for (const id of chunk.moduleIds) {
          const [folder] = IN_PACKAGE.exec(id.replace(/^\0/, '')) ?? []
          if (folder !== undefined) packages.add(folder)
        }
      }
    },
  }
}

/** The licences of packages, one after another: name, version, licence and its text. */
export function licenceTexts(packages: Iterable<string>): string {
  return [...packages]
    .filter((folder) => existsSync(path.join(folder, 'package.json')))
    .map(licenceOf)
    .toSorted()
    .join('\n\n')
}

function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  ) as Readonly<Record<'name' | 'version' | 'license', string>>
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  const text = file === undefined ? '' : `\n\n${readFileSync(path.join(folder, file), 'utf8').trim()}`
  return `## ${name} ${version} (${license})${text}`
}
