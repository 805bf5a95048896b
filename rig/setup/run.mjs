// The entry point of `npm start` and `npm test`: prepares the setup, then starts the program.
import { spawn } from 'node:child_process'
import { checkNode, installIfNeeded } from './install.mjs'

const programs = {
  start: ['rig/dev.ts'],
  safe: ['safe-app/local/cli.ts'],
  test: ['tests/run.ts'],
  e2e: ['tests/run.ts', 'e2e'],
  deep: ['tests/run.ts', 'deep'],
  bench: ['--import', './tests/bench/env.mjs', 'tests/bench/bench.ts'],
  loading: ['tests/bench/loading.ts'],
  waits: ['tests/bench/waits.ts'],
  probe: ['tests/probe/probe.ts'],
}

const [command = '', ...rest] = process.argv.slice(2)
const program = programs[command]
try {
  if (!program) throw new Error(`There is no command "${command}".`)
  checkNode()
  installIfNeeded()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}

const child = spawn(process.execPath, ['--import', 'tsx', ...program, ...rest], { stdio: 'inherit' })
// The child shuts itself down; this process only waits for it.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
