import { spawn } from 'node:child_process'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { feeds } from '#chain/prices/feeds.ts'
import { formatReport } from '#tests/probe/formatReport.ts'
import { judge } from '#tests/probe/judge.ts'
import { type ProbeOptions, runProbe } from '#tests/probe/runProbe.ts'
import { findChromium } from '#tests/support/findChromium.ts'
import { LAST_ROUND, placePriceFeeds, setFeed, setRounds } from '../../../rig/chain/priceFeeds.ts'
import { TREASURY } from '../../../rig/seed/safes.ts'
import { type Rig, startRig } from '../../../rig/startRig.ts'
import { usualMix } from '../../../rig/usualMix.ts'
import { owners, stranger } from '../../../safe-app/accounts.ts'
import { type PersonaName, personas } from '../../../safe-app/chain/personas.ts'
import { type RpcEndpoints, startRpcProxies } from '../../../safe-app/chain/startRpcProxy.ts'
import { type Env, parseEnv } from '../../../src/parseEnv.ts'

let rig: Rig
let proxies: RpcEndpoints

beforeAll(async () => {
  rig = await startRig({ chainPort: 0, servicePort: 0 })
  const { client } = rig.chain
  // Long enough for different ranges, with a transaction in the range in which the probe looks for one.
  await client.mine({ blocks: 200 })
  await client.sendTransactionSync({
    account: owners[0].address,
    to: stranger.address,
    value: 1n,
    gas: 21_000n,
  })
  await client.mine({ blocks: 45 })
  proxies = await startRpcProxies({ target: rig.chain.rpcUrl, count: 5 })
})

afterEach(() => {
  for (const { faults } of proxies.endpoints) faults.reset()
  rig.service.faults.reset()
})

afterAll(async () => {
  await proxies.stop()
  await rig.stop()
})

/** The variables of a build whose endpoints behave as given. */
function variables(names: readonly PersonaName[]): Record<string, string> {
  names.forEach((name, at) => {
    proxies.endpoints[at]?.faults.set(personas[name].faults)
  })
  return {
    VITE_BSC_RPC_URLS: proxies.endpoints
      .slice(0, names.length)
      .map(({ url }) => url)
      .join(),
    VITE_SAFE_GATEWAY_URL: rig.service.url,
    VITE_SAFE_TX_SERVICE_URL: rig.service.txServiceUrl,
  }
}

function envOf(names: readonly PersonaName[]): Env {
  const parsed = parseEnv(variables(names))
  if (!parsed.ok) throw new Error(parsed.fault)
  return parsed.env
}

/** Probes without a pause, because these endpoints do not limit requests. */
async function probe(names: readonly PersonaName[], options: ProbeOptions = {}) {
  const report = await runProbe(envOf(names), { pause: 0, ...options })
  const verdict = judge(report)
  return { report, ...verdict, text: formatReport(report, verdict) }
}

function run(args: readonly string[], env: Readonly<Record<string, string>>) {
  return new Promise<{ code: number | null; said: string }>((resolve) => {
    const child = spawn(process.execPath, ['rig/setup/run.mjs', 'probe', ...args], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
    child.on('exit', (code) => resolve({ code, said }))
  })
}

describe('npm run probe', () => {
  test('behavior: the usual mix can be released', async () => {
    const { code, said } = await run(['--safe', TREASURY], variables(usualMix))
    expect(said).toContain('Everything that the portal needs works.')
    expect(code).toBe(0)
    expect(said).toMatch(/^receipt( +yes \d+ ms){4} +-/m)
    expect(said).toMatch(/^logs of 50 blocks +no: -32005( +yes \d+ ms){3}/m)
    expect(said).toMatch(/^history of the Safe( +-){4}( +yes \d+ ms){2}$/m)
    expect(said).toMatch(/^price BNB \/ USD +yes \d+ ms, 612\.4 USD, \d+ s old$/m)
    expect(said).not.toContain('Would not work')
  })

  test.each([
    [['--safe', 'treasury'], {}, '--safe takes the address of a Safe, not treasury.'],
    [[], { VITE_BSC_RPC_URLS: 'http://node.example' }, 'VITE_BSC_RPC_URLS must use https'],
  ])('error: %j %j sends no request', async (args, env, sentence) => {
    const { code, said } = await run(args, env as Record<string, string>)
    expect(said).toContain(sentence)
    expect(code).toBe(2)
  })
})

describe('price feeds', () => {
  test('behavior: a feed that is gone, stale or of another pair is named, and stops no release', async () => {
    const { client } = rig.chain
    const [bnb, usdt, usdc] = feeds.map(({ address }) => address)
    if (!bnb || !usdt || !usdc) throw new Error('three feeds are needed')
    await client.setCode({ address: bnb, bytecode: '0x' })
    const yesterday = Math.floor(Date.now() / 1_000) - 90_000
    await setRounds(client, usdt, [{ number: LAST_ROUND + 1, answer: 100_000_000n, updatedAt: yesterday }])
    await setFeed(client, usdc, { description: 'USDT / USD' })
    const { exitCode, warnings } = await probe(usualMix)
    await placePriceFeeds(client)
    expect(warnings).toEqual(
      expect.arrayContaining([
        'Amounts would show no dollars (BNB / USD): the feed is no contract on this chain.',
        'Amounts would show no dollars (USDT / USD): the feed has a price that is 25 hours old.',
        'Amounts would show no dollars (USDC / USD): the feed reports another pair.',
      ]),
    )
    expect(exitCode).toBe(0)
  })
})

describe('what stops a release', () => {
  test('error: endpoints that refuse receipts', async () => {
    const { faults, exitCode, text } = await probe(Array(4).fill('publicNode'))
    expect(faults).toEqual(['Can’t confirm “Paid”: no operator serves receipts.'])
    expect(exitCode).toBe(1)
    expect(text).toContain('refuses: “Please order a dedicated node to read receipts” (-32701) [receipt]')
  })

  test('error: receipts of one operator alone', async () => {
    const { faults } = await probe(['honest', 'publicNode', 'publicNode'])
    expect(faults).toEqual(['Can’t confirm “Paid”: only one operator serves receipts.'])
  })

  test('error: one endpoint on a wrong chain', async () => {
    const { faults, text } = await probe(['honest', 'honest', 'wrongChain'])
    expect(faults).toHaveLength(1)
    expect(faults[0]).toContain('is on chain 1, not on BNB Smart Chain (56)')
    expect(text).toContain('Do not release this.')
  })

  test('error: endpoints that let no web page ask', async () => {
    const { faults, report } = await probe(Array(3).fill('noCors'))
    expect(faults).toContain(
      'No balance could be shown and nothing could be paid: no endpoint lets web pages ask (CORS).',
    )
    expect(report.endpoints[0]?.node.checks.call).toMatchObject({ kind: 'yes' })
    expect(report.endpoints[0]?.cors).toMatchObject({
      preflight: { short: 'no CORS' },
      answer: { short: 'no CORS' },
    })
  })

  test('error: endpoints that serve no logs', async () => {
    const { faults } = await probe(Array(2).fill('bnbChain'))
    expect(faults).toEqual([
      'Incoming payments could not be found: no endpoint serves the logs of 50 blocks.',
    ])
  })

  test.each([
    ['is dead', { down: true }, 'cannot be reached'],
    ['answers with a web page', { html: true }, 'answers something that is not JSON'],
    ['sends no CORS headers', { corsOff: true }, 'lets no web page read its answers'],
    [
      'returns malformed lists',
      { rewrite: [['"results"', '"rows"']] },
      'fails: The Safe service answered something',
    ],
  ])('error: a gateway that %s', async (_, faults, why) => {
    rig.service.faults.set(faults)
    const { faults: found } = await probe(['honest', 'honest'], { safe: TREASURY })
    expect(found).toHaveLength(1)
    expect(found[0]).toContain('The queue and history of a Safe could not be shown')
    expect(found[0]).toContain(why)
  })
})

describe('what does not stop it', () => {
  test('behavior: hostile and silent endpoints beside two good ones do not make it hang', async () => {
    const began = performance.now()
    const { faults, report } = await probe(['honest', 'honest', 'huge', 'endless', 'silent'])
    expect(faults).toEqual([])
    expect(performance.now() - began).toBeLessThan(25_000)
    expect(report.endpoints.slice(2).map(({ node }) => node.checks.chain)).toMatchObject([
      { short: 'too big' },
      { short: 'silent' },
      { short: 'silent' },
    ])
  })

  test('behavior: names answers that are malformed, mixed up, duplicated or limited', async () => {
    const { faults, report } = await probe(['honest', 'honest', 'shapeless', 'swapped', 'drpc'])
    expect(faults).toEqual([])
    const checks = report.endpoints.map(({ node }) => node.checks)
    expect(checks[2]).toMatchObject({
      chain: { kind: 'yes' },
      receipt: { short: 'shape' },
      call: { kind: 'no' },
    })
    expect(checks[3]).toMatchObject({ call: { kind: 'yes' }, batch3: { short: 'mixed up' } })
    expect(checks[4]).toMatchObject({ batch3: { kind: 'yes' }, batch10: { short: 'refused' } })
  })
})

describe('from a web page', () => {
  const hasChromium = () => {
    try {
      return Boolean(findChromium())
    } catch {
      return false
    }
  }

  test.skipIf(!hasChromium())(
    'behavior: Chromium gets the same answers as Node, and none without CORS',
    async () => {
      const { faults, report, text } = await probe(['honest', 'drpc', 'noCors'], {
        browser: true,
        safe: TREASURY,
      })
      expect(faults).toEqual([])
      const pages = report.endpoints.map(({ page }) => page?.checks)
      expect(pages[0]).toMatchObject({
        receipt: { kind: 'yes' },
        logs50: { kind: 'yes' },
        batch25: { kind: 'yes' },
      })
      expect(pages[1]).toMatchObject({ batch3: { kind: 'yes' }, batch10: { kind: 'no' } })
      expect(pages[2]?.chain).toMatchObject({ why: 'is unreachable (down or blocked by CORS)' })
      expect(report.gateway.page).toMatchObject({ queue: { kind: 'yes' }, history: { kind: 'yes' } })
      expect(text).toContain('asked from a web page')
    },
  )
})
