import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import manifest from '../package/manifest.json' with { type: 'json' }
import { ConfigError } from './configSchema.ts'
import { type Plan, readConfigAndFork, readJsonFile } from './readConfig.ts'

/** The help text of the command. */
const HELP = `Starts a local Safe and opens your Safe App in it.

  local-safe --app http://localhost:3000

  --app URL          the app; without it the host shows its start page
  --chain ID         chain id; by default that of the fork, or 1 (Ethereum)
  --safes FILE       a JSON file with the list of Safes (also --safe)
  --fork URL         continues the chain of this node from its latest block
  --contracts FILE   an ABI or a compiled contract, to decode its calls; may be repeated (also --abi)
  --port N           port of the host, 5174 by default; the service and the node get the next two
  --block-time N     seconds between empty blocks, 2 by default; 0 mines a block per transaction only
  --headless         does not open a browser
  --config FILE      instead of local-safe.config.ts, .mts, .js, .mjs or .json in this folder
  --version          the version of the package
  --help             this text

It uses public test keys only.`

/** The port of the host when the command is used without --port. */
const PORT = 5174

const options = {
  app: { type: 'string' },
  chain: { type: 'string' },
  safes: { type: 'string' },
  safe: { type: 'string' },
  fork: { type: 'string' },
  contracts: { type: 'string', multiple: true },
  abi: { type: 'string', multiple: true },
  port: { type: 'string' },
  'block-time': { type: 'string' },
  headless: { type: 'boolean' },
  config: { type: 'string' },
  version: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

const configFiles = ['ts', 'mts', 'js', 'mjs', 'json'].map((ending) => `local-safe.config.${ending}`)

/**
 * Reads the command's options and the configuration file, over which they win. A text if that is asked for.
 *
 * @param folder where files are looked for
 * @throws ConfigError with one sentence about the first mistake
 */
export async function readArguments(args: readonly string[], folder: string): Promise<Plan | string> {
  const {
    contracts = [],
    abi = [],
    config: configFile,
    help,
    version,
    chain,
    port,
    safe,
    ...named
  } = parse(args)
  const { safes = safe, 'block-time': blockTime, ...given } = named
  if (help) return HELP
  if (version) return manifest.version
  const inFolder = (file: string) => path.resolve(folder, file)
  const file = configFile ?? configFiles.find((name) => existsSync(inFolder(name)))
  const { contracts: listed, ...configured } = file === undefined ? {} : await readConfigFile(inFolder(file))
  const isList = listed === undefined || Array.isArray(listed)
  const ownContracts: readonly unknown[] = Array.isArray(listed) ? listed : []
  const config = {
    port: PORT,
    ...configured,
    ...given,
    ...(chain !== undefined && { chain: toNumber(chain) }),
    ...(port !== undefined && { port: toNumber(port) }),
    ...(blockTime !== undefined && { blockTime: toNumber(blockTime) }),
    ...(safes !== undefined && { safes: readSafesFile(inFolder(safes)) }),
    // Anything but a list is passed on, to be refused.
    contracts: isList
      ? [
          ...ownContracts.map((each) => (typeof each === 'string' ? inFolder(each) : each)),
          ...[...contracts, ...abi].map(inFolder),
        ]
      : listed,
  }
  return readConfigAndFork(config, file === undefined ? 'The options' : path.basename(file))
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    // Node's sentence names the option; the others are about other programs, or guesses.
    const [sentence] = (error instanceof Error ? error.message : String(error)).split(/\.\s/)
    throw new ConfigError(`${sentence?.replace(/\.$/, '')}. --help lists the options.`)
  }
}

/** Other text is returned unchanged, so that the error message can quote it. */
function toNumber(text: string): number | string {
  return /^\d+$/.test(text) ? Number(text) : text
}

async function readConfigFile(file: string): Promise<Readonly<Record<string, unknown>>> {
  const value = file.endsWith('.json') ? readJsonFile(file) : await importConfig(file)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ConfigError(`${path.basename(file)} must export an object as its default.`)
  }
  return { ...value }
}

async function importConfig(file: string): Promise<unknown> {
  if (!existsSync(file)) throw new ConfigError(`There is no file ${file}.`)
  try {
    const module = (await import(pathToFileURL(file).href)) as { default?: unknown }
    return module.default
  } catch (error) {
    const name = path.basename(file)
    if (error instanceof Error && 'code' in error && error.code === 'ERR_UNKNOWN_FILE_EXTENSION') {
      throw new ConfigError(
        `Node ${process.versions.node} can't load ${name}: use Node 22.18 or newer, or a .js or .json file.`,
      )
    }
    if (isModuleAsCommonJs(error)) {
      const other = name.replace(/\.(?=[jt]s$)/, '.m')
      throw new ConfigError(
        `${name} is an ES module in a CommonJS package: call it ${other}, or write "type": "module" into package.json.`,
      )
    }
    throw new ConfigError(`${name} can't be loaded: ${error instanceof Error ? error.message : error}`)
  }
}

/** In packages that `npm init` makes, Node takes `.ts` and `.js` files for CommonJS. */
function isModuleAsCommonJs(error: unknown): boolean {
  return (
    error instanceof Error &&
    error.name === 'SyntaxError' &&
    /import statement outside a module|Unexpected token 'export'/.test(error.message)
  )
}

/** The list itself, or an object with the list in `safes`. */
function readSafesFile(file: string): unknown {
  const json = readJsonFile(file)
  return json !== null && typeof json === 'object' && 'safes' in json ? json.safes : json
}
