import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { rpcFaults } from '../chain/RpcFaults.ts'
import { serviceFaultsSchema } from '../service/ServiceFaults.ts'
import { typeText } from './typeText.ts'

const index = `import type { LocalSafe, LocalSafeConfig } from './LocalSafe.js'

export type * from './LocalSafe.js'

/** Checks the types of a configuration file. */
export declare function defineConfig(config: LocalSafeConfig): LocalSafeConfig

/**
 * Starts a chain, Safe's contracts, some Safes, a transaction service and a host with a test wallet, for any Safe App.
 * Throws a ConfigError with one sentence about a mistake in the configuration.
 */
export declare function startLocalSafe(config?: LocalSafeConfig): Promise<LocalSafe>
`

const playwright = `import type { TestType } from 'playwright/test'
import type { HostPage } from './HostPage.js'
import type { LocalSafe, LocalSafeConfig } from './LocalSafe.js'

export * from './HostPage.js'

/** Adds the fixtures \`safe\` and \`host\` to a \`test\` of Playwright. Each worker has a local Safe of its own, on free ports. */
export declare function withLocalSafe<Test extends object, Worker extends object>(
  test: TestType<Test, Worker>,
  config?: LocalSafeConfig,
): TestType<Test & { readonly safe: LocalSafe; readonly host: HostPage }, Worker & { readonly startedSafe: LocalSafe }>
`

/** The modules that the compiler declares. */
const compiled = {
  'LocalSafe.d.ts': 'local/LocalSafe',
  'HostPage.d.ts': 'local/HostPage',
  'HostFaults.d.ts': 'host/state/Faults',
} as const

/** Types that are made from their schemas: the compiler's would need the schemas' library. */
const schemas = { ServiceFaults: serviceFaultsSchema, RpcFaults: rpcFaults } as const

/** The imports of these modules, which are in one folder in the package. */
const imports = {
  '../host/state/Faults.ts': './HostFaults.js',
  '../service/ServiceFaults.ts': './ServiceFaults.js',
  '../chain/RpcFaults.ts': './RpcFaults.js',
} as const

/** Writes the package's type declarations. Throws if the compiler refuses. */
export function writeTypes(root: string, folder: string): void {
  writeFileSync(path.join(folder, 'index.d.ts'), index)
  writeFileSync(path.join(folder, 'playwright.d.ts'), playwright)
  for (const [name, schema] of Object.entries(schemas)) {
    writeFileSync(path.join(folder, `${name}.d.ts`), `export type ${name} = ${typeText(schema)}\n`)
  }
  const made = mkdtempSync(path.join(tmpdir(), 'local-safe-types-'))
  try {
    const { status, stdout } = spawnSync(
      process.execPath,
      [
        path.join(root, 'node_modules/typescript/bin/tsc'),
        ...Object.values(compiled).map((file) => path.join(root, 'safe-app', `${file}.ts`)),
        ...['--ignoreConfig', '--declaration', '--emitDeclarationOnly', '--allowImportingTsExtensions'],
        ...[
          '--strict',
          '--skipLibCheck',
          '--target',
          'es2023',
          '--module',
          'esnext',
          '--moduleResolution',
          'bundler',
        ],
        ...['--rootDir', path.join(root, 'safe-app'), '--outDir', made],
      ],
      { encoding: 'utf8' },
    )
    if (status !== 0) throw new Error(`The types can't be made: ${stdout}`)
    for (const [name, file] of Object.entries(compiled)) {
      const text = Object.entries(imports).reduce(
        (declared, [from, to]) => declared.replace(from, to),
        readFileSync(path.join(made, `${file}.d.ts`), 'utf8'),
      )
      writeFileSync(path.join(folder, name), text)
    }
  } finally {
    rmSync(made, { recursive: true })
  }
}
