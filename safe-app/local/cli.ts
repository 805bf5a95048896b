#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { ConfigError } from './configSchema.ts'
import type { LocalSafe } from './LocalSafe.ts'
import { readArguments } from './readArguments.ts'
import { findPerson, type Plan } from './readConfig.ts'
import { startWorld } from './startWorld.ts'

let world: Promise<LocalSafe> | null = null
let stopping: Promise<void> | null = null

/** Runs only once: Ctrl-C reaches this process and its parent. */
function stopAll(): Promise<void> {
  stopping ??= Promise.resolve(world)
    .then((running) => running?.stop())
    .catch(() => undefined)
  return stopping
}

async function run(args: readonly string[]): Promise<void> {
  const plan = await readArguments(args, process.cwd())
  if (typeof plan === 'string') return console.log(plan)
  world = startWorld(plan)
  const running = await world
  console.log(describe(plan, running))
  if (plan.app !== null && !(await answers(plan.app))) {
    console.log(`\nNothing answers at ${plan.app} yet. Start your app, then reload the host.`)
  }
  if (!plan.headless && process.stdout.isTTY) openBrowser(running.url)
}

/** The addresses of all parts, in aligned lines. */
function describe({ network }: Plan, { url, rpc, service, wallet, safes }: LocalSafe): string {
  const owners = [...new Set(safes.flatMap((safe) => safe.owners))]
  const nameOf = (address: string) => findPerson(address)?.name.split(' ')[0] ?? address
  const rows: readonly (readonly [string, string])[] = [
    ['Host', `${url}/`],
    ['Node', rpc],
    ['Service', `${service}/v1/chains/${network.id}`],
    ['Test wallet', wallet],
    ...safes.map((safe) => {
      const rule = `${safe.threshold} of ${safe.owners.length}: ${safe.owners.map(nameOf).join(', ')}`
      const state = safe.deployed ? safe.version : `${safe.version}, not deployed`
      return [safe.name, `${network.shortName}:${safe.address}  ${state}  ${rule}`] as const
    }),
    ...owners.map((owner) => [nameOf(owner), owner] as const),
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  const lines = rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`)
  return [
    `A local Safe on ${network.name} (${network.id})`,
    '',
    ...lines,
    '',
    'Only public test keys are used here. Signatures made with them are worthless elsewhere and must stay so.',
    'Ctrl-C stops everything.',
  ].join('\n')
}

async function answers(url: string): Promise<boolean> {
  try {
    await fetch(url, { signal: AbortSignal.timeout(2_000) })
    return true
  } catch {
    return false
  }
}

function openBrowser(url: string): void {
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', url]
        : ['xdg-open', url]
  const child = spawn(command ?? '', args, { stdio: 'ignore', detached: true })
  // Without a desktop there is no browser to open; the address is on the screen.
  child.on('error', () => undefined)
  child.unref()
}

/** A failure in one sentence if its cause is known, otherwise with its stack. */
function explain(error: unknown): unknown {
  if (error instanceof ConfigError) return error.message
  if (!(error instanceof Error)) return error
  if ('code' in error && error.code === 'EADDRINUSE' && 'port' in error) {
    return `Port ${error.port} is in use. Stop what uses it, or choose other ports with --port.`
  }
  return error.message.startsWith('The local chain did not start') ? error.message : error
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => void stopAll().then(() => process.exit(0)))
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  console.error(explain(error))
  await stopAll()
  process.exit(1)
}
