import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { erc20Build } from '../chain/localTokens.ts'
import { multicallCode } from '../chain/multicallCode.ts'
import { readArtifact } from '../chain/readArtifact.ts'
import { everySafeContract } from '../chain/safeContracts.ts'
import { bundleHost } from '../host/buildHost.ts'
import { bundleSandboxWallet } from '../wallet/bundleSandboxWallet.ts'
import { licenceTexts, notePackages, type Packages } from './licences.ts'
import { writeTypes } from './writeTypes.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const safeApp = path.resolve(here, '..')
const root = path.resolve(safeApp, '..')

/** Modules that make something when the project runs, and read it from a file in the package. */
const prebuilt = new Map(
  [
    'chain/readArtifact.ts',
    'chain/multicallCode.ts',
    'host/buildHost.ts',
    'wallet/bundleSandboxWallet.ts',
  ].map((file) => [path.join(safeApp, file), path.join(here, 'prebuilt', path.basename(file))]),
)

const readPrebuilt: Plugin = {
  name: 'read-prebuilt',
  enforce: 'pre',
  resolveId(source, importer) {
    if (importer === undefined || !source.startsWith('.')) return null
    return prebuilt.get(path.resolve(path.dirname(importer), source)) ?? null
  },
}

/**
 * Builds the package `local-safe` in a folder, ready for `npm pack`: the modules for Node, the host page, the test
 * wallet, the contracts and the types. The folder is emptied first.
 */
export async function buildPackage(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const packages: Packages = new Set()
  const note = notePackages(packages)
  await bundleForNode(folder, note)
  const host = [...(await bundleHost([note]))].map(([name, { type, body }]) => [
    name,
    { type, body: String(body) },
  ])
  // Safe's contracts are deployed, a token's code is placed.
  const artifacts = [
    ...everySafeContract.map(({ artifact }) => [artifact, { bytecode: readArtifact(artifact).bytecode }]),
    [erc20Build, { deployedBytecode: readArtifact(erc20Build).deployedBytecode }],
  ]
  write(folder, 'host.json', host)
  write(folder, 'contracts.json', {
    artifacts: Object.fromEntries(artifacts),
    multicall: await multicallCode(),
  })
  writeFileSync(path.join(folder, 'wallet.js'), await bundleSandboxWallet([note]))
  write(folder, 'package.json', manifest())
  copyFileSync(path.join(safeApp, 'README.md'), path.join(folder, 'README.md'))
  for (const { artifact } of everySafeContract) packages.add(packageOf(artifact))
  const intro =
    '# Licences of what this package contains\n\nThe bytecode of Safe’s contracts is in contracts.json. That of 1.1.1, of 1.2.0 and of SignMessageLib 1.3.0 is in the bundle; its licence is LGPL-3.0, as that of @gnosis.pm/safe-contracts below.\n\n'
  writeFileSync(path.join(folder, 'THIRD_PARTY_LICENCES.md'), `${intro}${licenceTexts(packages)}\n`)
  copyFileSync(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'))
  writeTypes(root, folder)
}

async function bundleForNode(folder: string, note: Plugin): Promise<void> {
  const entry = (file: string) => path.join(safeApp, 'local', file)
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    plugins: [readPrebuilt, note],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      rolldownOptions: {
        // Comments with the modules' paths would differ from one machine to another.
        experimental: { attachDebugInfo: 'none' },
        input: {
          index: entry('startLocalSafe.ts'),
          cli: entry('cli.ts'),
          playwright: entry('playwright.ts'),
        },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  })
}

/** The folder of the npm package that an artifact is in. */
function packageOf(artifact: string): string {
  return path.join(root, 'node_modules', ...artifact.split('/').slice(0, 2))
}

/** The package's own settings, with the versions that the project has. */
function manifest(): object {
  const own = JSON.parse(readFileSync(path.join(here, 'manifest.json'), 'utf8')) as object
  const project = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>
  }
  const anvil = '@foundry-rs/anvil'
  return { ...own, dependencies: { [anvil]: project.devDependencies[anvil] } }
}

function write(folder: string, name: string, value: unknown): void {
  writeFileSync(
    path.join(folder, name),
    `${JSON.stringify(value, null, name === 'package.json' ? 2 : undefined)}\n`,
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = path.join(safeApp, 'dist')
  await buildPackage(folder)
  console.log(
    `The package is in ${path.relative(process.cwd(), folder)}. Pack it with: npm pack ./safe-app/dist`,
  )
}
