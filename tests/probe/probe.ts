import { parseArgs } from 'node:util'
import { isAddress } from 'viem'
import { loadEnv } from 'vite'
import { parseEnv } from '../../src/parseEnv.ts'
import { formatReport } from './formatReport.ts'
import { judge } from './judge.ts'
import { runProbe } from './runProbe.ts'

// `npm run probe [-- --browser] [-- --safe 0x…]`: probes the endpoints and services that the next build is
// configured with.
try {
  const { values } = parseArgs({ options: { browser: { type: 'boolean' }, safe: { type: 'string' } } })
  const { safe = null, browser = false } = values
  if (safe !== null && !isAddress(safe)) throw new Error(`--safe takes the address of a Safe, not ${safe}.`)
  // Reads the variables like a build, including the files .env and .env.production.
  const parsed = parseEnv(loadEnv('production', process.cwd(), 'VITE_'))
  if (!parsed.ok) throw new Error(parsed.fault)
  const report = await runProbe(parsed.env, { safe, browser })
  const verdict = judge(report)
  console.log(formatReport(report, verdict))
  // Connections that an endpoint keeps open must not keep this process running.
  process.exit(verdict.exitCode)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(2)
}
