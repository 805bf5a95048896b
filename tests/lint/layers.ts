import path from 'node:path'
import { parseSync } from 'vite'

/** The other folders of `src` that a folder may import, and why. */
type Layer = {
  /** Folders; `domain/*` stands for every folder below. */
  readonly may: readonly string[]
  /** Packages that it must not import, besides those that belong to one folder only. */
  readonly without?: RegExp
  readonly why: string
}

const react = /^(react|react-dom|wouter)(\/|$)/
const below = ['account', 'storage', 'safe', 'chain']
/** Formats of numbers, times and plurals. It imports nothing and knows no product, so layers below may use it. */
const formats = 'domain/shared/format'

const page: Layer = {
  may: ['components', 'queries', 'domain/*', ...below, 'ui', 'env'],
  why: 'A page imports no other page and no mode. What two pages show goes to components.',
}
const mode: Layer = {
  may: [...below, 'ui', 'env'],
  why: 'A mode knows accounts, not pages. Only boot uses both modes.',
}
const domain = (others: readonly string[] = [], reason = ''): Layer => ({
  may: ['domain/shared', ...others.map((other) => `domain/${other}`), ...below, 'env'],
  without: react,
  why: `The domain is plain TypeScript, without components and modes. ${reason}`.trim(),
})
const configuration: Layer = {
  may: ['env', 'parseEnv', 'build'],
  without: react,
  why: 'The configuration stands below everything else; the build reads it as well.',
}

/** Imports go down only: app, pages, components, queries, domain, account, safe, chain. The first folder that a file is in counts. */
export const layers: Readonly<Record<string, Layer>> = {
  app: {
    may: ['pages/*', 'components', 'queries', 'domain/*', ...below, 'ui', 'env'],
    why: 'The app puts pages together; modes come from boot.',
  },
  components: {
    may: ['queries', 'domain/*', ...below, 'ui', 'env'],
    why: 'What several pages show knows none of them.',
  },
  'pages/*': page,
  queries: {
    may: ['domain/*', ...below, 'env'],
    why: 'A query asks a node or a service; components show what it answers.',
  },
  'domain/ledger': domain([], 'It is what payouts, lists and backups are views of.'),
  'domain/payout': domain(
    ['ledger', 'payee', 'request'],
    'A payout is a plan with its attempts; its rows are checked as payees and may come from requests.',
  ),
  'domain/request': domain(
    ['payee', 'proof', 'activity'],
    'A request names a payee, may carry a proof, and is seen paid in the activity.',
  ),
  'domain/accounting': domain(['activity'], 'An accounting file holds a history.'),
  'domain/draft': domain(
    ['ledger', 'payee', 'payout', 'request'],
    'A draft becomes a payout; its rows are checked as payees and may come from requests.',
  ),
  'domain/campaigns': domain(['ledger', 'payout'], 'A campaign adds up payouts.'),
  'domain/reminders': domain(['campaigns', 'draft', 'payout'], 'A reminder makes a draft of a payout.'),
  'domain/people': domain(
    ['draft', 'payee'],
    'Someone’s address is checked as a payee, and a list of people is read as one of payments.',
  ),
  'domain/backup': domain(
    [
      'activity',
      'campaigns',
      'draft',
      'ledger',
      'payout',
      'people',
      'proof',
      'receipt',
      'request',
      'reminders',
    ],
    'A backup holds everything that this browser keeps.',
  ),
  'domain/*': domain(),
  'modes/wallet': mode,
  'modes/safe': mode,
  account: {
    may: ['storage', 'safe', 'chain', 'env'],
    why: 'The port: what modes implement and pages use.',
  },
  storage: { may: ['chain'], without: react, why: 'What this browser keeps, whatever it is about.' },
  safe: { may: ['chain', 'env', formats], without: react, why: 'What is true of any Safe.' },
  chain: { may: ['env'], without: react, why: 'What is true of BNB Smart Chain.' },
  ui: {
    may: [formats, 'domain/shared/StatusText', 'storage/store'],
    why: 'The design system has no product knowledge. A status is a tone with words, a store a value with listeners.',
  },
  boot: {
    may: ['app', 'modes/*', 'ui/fonts', ...below, 'parseEnv'],
    without: /^(react|react-dom|wouter|@tanstack|viem|valibot)(\/|$)/,
    why: 'Boot finds the mode and mounts the portal, within 3 KB: it draws nothing and loads no library.',
  },
  main: { may: ['boot', 'ui'], without: react, why: 'The entry only boots.' },
  serviceWorker: {
    may: [],
    without: react,
    why: 'The service worker only keeps files; it knows nothing of the portal.',
  },
  'build/starts': {
    may: ['app', 'pages/*', 'modes/*'],
    why: 'The list of what a visit opens with, which only the build reads.',
  },
  build: configuration,
  env: configuration,
  parseEnv: configuration,
}

/** Packages that only one part of `src` may import. */
const owned = [
  {
    packages: /^@safe-global\//,
    by: /^(safe|modes\/safe)\//,
    why: 'Only safe and modes/safe speak to Safe’s packages.',
  },
  {
    packages: /^(wagmi|@rainbow-me)(\/|$)/,
    by: /^modes\/wallet\//,
    why: 'Only modes/wallet speaks to wagmi and RainbowKit.',
  },
]

/** The two folders of the local world: what each may import of the others, and why. `tests` and `release` may import anything. */
export const folders: Readonly<Record<string, Layer>> = {
  'safe-app': {
    may: ['src/chain', 'src/safe', 'package.json'],
    without: /^(wagmi|@rainbow-me|@tanstack)(\/|$)/,
    why: 'The package local-safe serves any Safe App. It knows what is true of a chain and of a Safe, and nothing of the portal.',
  },
  rig: {
    may: ['safe-app', 'src/chain', 'src/safe'],
    why: 'The portal’s own world is built on the local Safe. It starts the portal, and imports none of its pages and no test.',
  },
}

/** Why a file of the local world must not import something; null if it may. */
export function refusalBeside(file: string, from: string): string | null {
  const [folder, layer] = Object.entries(folders).find(([name]) => isIn(file, name)) ?? []
  if (!folder || !layer) return `No folder of the table has ${file}.`
  const target = targetOf(file, from)
  if (target === null) return layer.without?.test(from) ? layer.why : null
  return [folder, ...layer.may].some((one) => isIn(target, one)) ? null : layer.why
}

const isIn = (file: string, folder: string) =>
  folder.endsWith('/*')
    ? file.startsWith(folder.slice(0, -1))
    : file.startsWith(`${folder}/`) || file.replace(/\.tsx?$/, '') === folder

/** The path of an import by name (`imports` of package.json). */
const inProject = (name: string) => (name.startsWith('#tests/') ? name.slice(1) : `src/${name.slice(1)}`)

/** The path in the project of what a file imports; null for a package. */
export function targetOf(file: string, from: string): string | null {
  if (!/^[#.]/.test(from)) return null
  return path.posix.normalize(
    from.startsWith('#') ? inProject(from) : path.posix.join(path.posix.dirname(file), from),
  )
}

/** Why a file of `src` must not import something; null if it may. `file` is its path in the project. */
export function refusal(file: string, from: string): string | null {
  const own = file.replace(/^src\//, '')
  const [folder, layer] = Object.entries(layers).find(([name]) => isIn(own, name)) ?? []
  if (!folder || !layer) return `No layer has ${file}.`
  const target = targetOf(file, from)
  if (target === null) {
    const foreign = owned.find(({ packages, by }) => packages.test(from) && !by.test(own))
    return foreign?.why ?? (layer.without?.test(from) ? layer.why : null)
  }
  if (!target.startsWith('src/')) return 'src imports neither safe-app, rig nor tests.'
  const other = target.slice('src/'.length)
  const [head = '', second = ''] = own.split('/')
  const home = folder.endsWith('/*') ? `${head}/${second}` : folder
  if (other.endsWith('.module.css')) {
    const isBeside = path.posix.dirname(other) === path.posix.dirname(own) || from.startsWith('./')
    const isShared = other.startsWith('ui/')
    return isBeside || isShared
      ? null
      : 'A stylesheet belongs to the components beside it; what others need goes to ui.'
  }
  return isIn(other, home) || layer.may.some((one) => isIn(other, one)) ? null : layer.why
}

/** The modules named in a file's imports, re-exports and `import()` calls. */
export function importsOf(file: string, source: string): readonly string[] {
  const { module } = parseSync(file, source)
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
  )
  const late = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const [, from] = /^['"`](.*)['"`]$/.exec(source.slice(start, end)) ?? []
    return from ?? []
  })
  return [...module.staticImports.map(({ moduleRequest }) => moduleRequest.value), ...exported, ...late]
}
