import { type ChildProcess, spawn } from 'node:child_process'
import { afterEach, describe, expect, test } from 'vitest'
import { isDeep } from '#tests/support/deep.ts'
import { freePorts, listenSomewhere } from '#tests/support/freePorts.ts'

const running: ChildProcess[] = []

afterEach(async () => {
  for (const child of running.splice(0)) if (child.exitCode === null) await stop(child)
})

/** Runs the program of `npm start` and collects its output. */
function start(
  ports: readonly number[],
  more: Readonly<Record<string, string>> = {},
): { child: ChildProcess; said: () => string } {
  const [portal, host, service, chain, auth] = ports.map(String)
  let text = ''
  const child = spawn(process.execPath, ['rig/setup/run.mjs', 'start'], {
    env: {
      ...process.env,
      PORTAL_PORT: portal,
      SAFE_HOST_PORT: host,
      SERVICE_PORT: service,
      CHAIN_PORT: chain,
      AUTH_PORT: auth,
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
  running.push(child)
  return { child, said: () => text }
}

function stop(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('exit', resolve)
    child.kill('SIGINT')
  })
}

const answers = (port: number) =>
  fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  )

/** How long (ms) it may take beside three other files of tests; alone it takes a quarter of that. */
const STARTED = 60_000

describe('npm start', { timeout: 2 * STARTED }, () => {
  test('behavior: starts portal, Safe host, service and chain, and one signal stops them all', async () => {
    const ports = await freePorts(4)
    const { child, said } = start(ports)
    await expect.poll(said, { timeout: STARTED }).toContain('Ctrl-C stops everything.')
    expect(await Promise.all(ports.map(answers))).toEqual([true, true, true, true])
    const page = await fetch(`http://127.0.0.1:${ports[0]}/`).then((response) => response.text())
    expect(page).toContain('Influencer Portal')
    expect(await stop(child)).toBe(0)
    expect(await Promise.all(ports.map(answers))).toEqual([false, false, false, false])
  })

  test.runIf(isDeep)('behavior: the sign-in server runs on request', async () => {
    const ports = await freePorts(5)
    const { child, said } = start(ports, { SIGN_IN: '1' })
    await expect.poll(said, { timeout: STARTED }).toContain(`Sign-in        http://localhost:${ports[4]}`)
    expect(await Promise.all(ports.map(answers))).toEqual([true, true, true, true, true])
    expect(await stop(child)).toBe(0)
    expect(await answers(ports[4] ?? 0)).toBe(false)
  })

  test('error: names a port in use with its service and its variable, and leaves nothing running', async () => {
    const taken = await listenSomewhere()
    const [portal, host, chain] = await freePorts(3)
    const { child, said } = start([portal ?? 0, host ?? 0, taken.port, chain ?? 0])
    const code = await new Promise((resolve) => child.once('exit', resolve))
    expect(code).toBe(1)
    expect(said()).toContain(`Port ${taken.port} (service) is in use.`)
    expect(said()).toContain('SERVICE_PORT=')
    taken.server.close()
  })
})
