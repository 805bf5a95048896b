/** The local rig's ports, all on the loopback interface. 0 means any free port. */
export type Ports = {
  readonly portal: number
  readonly host: number
  readonly service: number
  readonly chain: number
  /** The sign-in server's port; it only runs on request. */
  readonly auth: number
}

const defaults = { portal: 5173, host: 5174, service: 5175, chain: 8545, auth: 5176 } as const

/**
 * The ports of `npm start`: defaults that environment variables can change. Throws on a value that is not a
 * port.
 */
export function portsFrom(env: Readonly<Record<string, string | undefined>>): Ports {
  return {
    portal: port(env, 'PORTAL_PORT', defaults.portal),
    host: port(env, 'SAFE_HOST_PORT', defaults.host),
    service: port(env, 'SERVICE_PORT', defaults.service),
    chain: port(env, 'CHAIN_PORT', defaults.chain),
    auth: port(env, 'AUTH_PORT', defaults.auth),
  }
}

/**
 * A node under both host names of this machine, which count as two operators: with only one nothing is
 * proven, and nothing is ever "Paid".
 */
export function twoOperators(rpcUrl: string): readonly [string, string] {
  return [rpcUrl, rpcUrl.replace('//127.0.0.1', '//localhost')]
}

function port(env: Readonly<Record<string, string | undefined>>, name: string, fallback: number): number {
  const text = env[name]
  if (text === undefined || text === '') return fallback
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1 || value > 65535) {
    throw new Error(`${name} must be a port from 1 to 65535, not "${text}".`)
  }
  return value
}
