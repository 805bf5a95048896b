import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { type Rule, rules } from '#tests/lint/house/rules.ts'
import { type Finding, type Project, toProject } from '#tests/lint/house/source.ts'

/** For each rule by its name, the places that break it, with how often each does. */
export type Exceptions = Readonly<
  Record<string, { readonly count: number; readonly places: Readonly<Record<string, number>> }>
>

const LIST = 'tests/lint/house.exceptions.json'

/** Reads and parses the whole project. */
export function readProject(): Project {
  const below = ['src', 'safe-app', 'rig', 'tests', 'release', 'docs', 'public'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  )
  const files = [...readdirSync('.'), ...below]
    .map((file) => file.replaceAll('\\', '/'))
    // The example in safe-app/package may have packages of its own.
    .filter((file) => !file.includes('/node_modules/') && statSync(file).isFile())
    .toSorted()
  const isText = (file: string) =>
    /\.(tsx?|mjs|md|css|html|json)$/.test(file) && ![LIST, 'package-lock.json'].includes(file)
  return toProject(files.map((file) => ({ file, text: isText(file) ? readFileSync(file, 'utf8') : '' })))
}

/** Counts the findings of a rule by their place, sorted. */
export function toPlaces(findings: readonly Finding[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>()
  for (const { where } of findings) counts.set(where, (counts.get(where) ?? 0) + 1)
  return Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** The exceptions that the list names. */
export function listedExceptions(): Exceptions {
  return existsSync(LIST) ? (JSON.parse(readFileSync(LIST, 'utf8')) as Exceptions) : {}
}

/** Compares the findings of a rule with its list, in words for the person who broke it or fixed a place. */
export function compare(rule: Rule, findings: readonly Finding[], listed: Exceptions) {
  const known = listed[rule.name]?.places ?? {}
  const now = toPlaces(findings)
  const isNew = ({ where }: Finding) => (now[where] ?? 0) > (known[where] ?? 0)
  return {
    broken: findings.filter(isNew).map(({ detail }) => `${detail}. ${rule.instead}`),
    gone: Object.keys(known)
      .filter((where) => (now[where] ?? 0) < (known[where] ?? 0))
      .map(
        (where) =>
          `${where} is no exception any more. Run \`npm run house\`, which removes it from the list.`,
      ),
  }
}

/**
 * The new list.
 * @throws Error if a rule would have more exceptions than before
 */
export function renew(
  found: readonly (readonly [Rule, readonly Finding[]])[],
  before: Exceptions,
): Exceptions {
  const grown = found.filter(([{ name }, findings]) => findings.length > (before[name]?.count ?? 0))
  if (grown.length > 0)
    throw new Error(
      grown
        .map(
          ([rule, findings]) =>
            `${rule.name}: ${findings.length} exceptions instead of ${before[rule.name]?.count ?? 0}.\n` +
            compare(rule, findings, before).broken.join('\n'),
        )
        .join('\n\n'),
    )
  return toExceptions(found)
}

function toExceptions(found: readonly (readonly [Rule, readonly Finding[]])[]): Exceptions {
  return Object.fromEntries(
    found.map(([{ name }, findings]) => [name, { count: findings.length, places: toPlaces(findings) }]),
  )
}

/** Makes the list anew. `--longer` lets it grow. */
function main() {
  const project = readProject()
  const found = rules.map((rule) => [rule, rule.find(project)] as const)
  const list = process.argv.includes('--longer') ? toExceptions(found) : renew(found, listedExceptions())
  writeFileSync(LIST, `${JSON.stringify(list, null, 2)}\n`)
  for (const [name, { count }] of Object.entries(list)) console.log(`${count} ${name}`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main()
