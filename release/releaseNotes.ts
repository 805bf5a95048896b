import { ReleaseRefused } from './ReleaseRefused.ts'

/**
 * The section of a version in `CHANGELOG.md` (Keep a Changelog), without its heading.
 * @throws {ReleaseRefused} if there is none, or it has no date or no text
 */
export function releaseNotes(changelog: string, version: string): string {
  const sections = changelog.split(/^(?=## )/m)
  const section = sections.find((text) => text.startsWith(`## [${version}]`))
  if (section === undefined) throw new ReleaseRefused(`CHANGELOG.md has no section “## [${version}] - date”.`)
  const [heading = '', ...lines] = section.split('\n')
  if (!/ - \d{4}-\d{2}-\d{2}$/.test(heading))
    throw new ReleaseRefused(
      `The section of ${version} in CHANGELOG.md has no date: “## [${version}] - 2026-11-29”.`,
    )
  const text = lines.join('\n').trim()
  if (text === '') throw new ReleaseRefused(`The section of ${version} in CHANGELOG.md is empty.`)
  return `${text}\n`
}
