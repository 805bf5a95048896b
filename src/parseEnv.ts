/** The configuration of a deployment. All of it ends up in a public bundle: no secrets. */
export type Env = {
  /** Keyless JSON-RPC endpoints of BSC, the preferred one first. */
  readonly rpcUrls: readonly string[]
  /** Base of `/v1/chains/56/...`, without a trailing slash. */
  readonly gatewayUrl: string
  /** Base of a Safe transaction service, ending in `/api`; null hides the features that need it. */
  readonly txServiceUrl: string | null
  /** Exact origins whose pages may frame the portal. */
  readonly safeHostOrigins: readonly string[]
  readonly walletConnectProjectId: string | null
  /** Base of the sign-in endpoints; null means no sign-in step. */
  readonly authUrl: string | null
  /** Absolute URL of the site, for share links and og:image. */
  readonly publicUrl: string | null
}

export type ParsedEnv = { ok: true; env: Env } | { ok: false; fault: string }

/**
 * The part that boot needs. `fault` is a sentence that names the invalid variable; boot shows it and stops.
 */
export type BootEnv = { readonly fault: string | null } & Pick<Env, 'safeHostOrigins'>

export function bootEnvOf(parsed: ParsedEnv): BootEnv {
  return parsed.ok
    ? { fault: null, safeHostOrigins: parsed.env.safeHostOrigins }
    : { fault: parsed.fault, safeHostOrigins: [] }
}

type Raw = Readonly<Record<string, unknown>>

const defaults = {
  // Four operators, a fifth in reserve, and one that is useful only for scans: see `chain/rpc/Endpoint.ts`.
  VITE_BSC_RPC_URLS: [
    'https://bsc-dataseed.bnbchain.org',
    'https://rpc-bsc.48.club',
    'https://bsc-mainnet.public.blastapi.io',
    'https://bsc.rpc.blxrbdn.com',
    'https://bsc.blockrazor.xyz',
    'https://bsc-rpc.publicnode.com',
  ].join(),
  VITE_SAFE_GATEWAY_URL: 'https://safe-client.safe.global',
  VITE_SAFE_HOST_ORIGINS: 'https://app.safe.global',
}

/**
 * Parses the build-time variables. A fault is one sentence that names the variable; nothing is guessed. Runs
 * in the build and in the development server; pages get the result.
 */
export function parseEnv(raw: Raw): ParsedEnv {
  try {
    const txServiceUrl = optional(raw, 'VITE_SAFE_TX_SERVICE_URL')
    const authUrl = optional(raw, 'VITE_AUTH_URL')
    const publicUrl = optional(raw, 'VITE_PUBLIC_URL')
    return {
      ok: true,
      env: {
        rpcUrls: list(raw, 'VITE_BSC_RPC_URLS').map((text) => url('VITE_BSC_RPC_URLS', text)),
        gatewayUrl: url('VITE_SAFE_GATEWAY_URL', one(raw, 'VITE_SAFE_GATEWAY_URL')),
        txServiceUrl: txServiceUrl && url('VITE_SAFE_TX_SERVICE_URL', txServiceUrl),
        safeHostOrigins: list(raw, 'VITE_SAFE_HOST_ORIGINS').map((text) =>
          origin('VITE_SAFE_HOST_ORIGINS', text),
        ),
        walletConnectProjectId: projectId(optional(raw, 'VITE_WALLETCONNECT_PROJECT_ID')),
        authUrl: authUrl && url('VITE_AUTH_URL', authUrl),
        publicUrl: publicUrl && url('VITE_PUBLIC_URL', publicUrl),
      },
    }
  } catch (error) {
    return { ok: false, fault: error instanceof Error ? error.message : String(error) }
  }
}

function optional(raw: Raw, name: string): string | null {
  const value = raw[name]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

function one(raw: Raw, name: keyof typeof defaults): string {
  return optional(raw, name) ?? defaults[name]
}

function list(raw: Raw, name: keyof typeof defaults): string[] {
  const items = one(raw, name)
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
  if (items.length === 0) throw new Error(`${name} lists nothing.`)
  return items
}

/** An http(s) URL without credentials, query or fragment; plain http only for localhost. */
function url(name: string, text: string): string {
  if (!URL.canParse(text)) throw new Error(`${name} is not a URL: ${text}`)
  const parsed = new URL(text)
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(parsed.hostname)
  if (parsed.protocol !== 'https:' && !(local && parsed.protocol === 'http:')) {
    throw new Error(`${name} must use https: ${text}`)
  }
  // The characters allowed in a host name. A wildcard or a `;` would weaken the policy built from it.
  if (!/^([a-z0-9_.-]+|\[[0-9a-f:.]+\])$/.test(parsed.hostname)) {
    throw new Error(`${name} must name one host exactly: ${text}`)
  }
  if (parsed.username || parsed.password) throw new Error(`${name} must not carry a name or password.`)
  if (parsed.search || parsed.hash) throw new Error(`${name} must not carry a query or fragment: ${text}`)
  return parsed.href.replace(/\/+$/, '')
}

function origin(name: string, text: string): string {
  const parsed = url(name, text)
  if (new URL(parsed).origin !== parsed) {
    throw new Error(`${name} takes exact origins such as https://app.safe.global, not ${text}`)
  }
  return parsed
}

/** The sample id in RainbowKit's documentation. Its owner can see and limit all traffic that uses it. */
const EXAMPLE_PROJECT_ID = '21fef48091f12692cad574a6f7753643'

/** WalletConnect's ids are 32 hex digits; a placeholder must not be accepted. */
function projectId(text: string | null): string | null {
  if (text === null) return null
  if (!/^[0-9a-f]{32}$/i.test(text)) {
    throw new Error('VITE_WALLETCONNECT_PROJECT_ID must be the 32 hex digits of a WalletConnect project.')
  }
  const id = text.toLowerCase()
  // Ids are random, so a repeated block of digits or four or fewer distinct digits mark a placeholder.
  if (id === EXAMPLE_PROJECT_ID || /^(.{1,16})\1+$/.test(id) || new Set(id).size <= 4) {
    throw new Error(
      'VITE_WALLETCONNECT_PROJECT_ID is an example or a placeholder, not a project of your own.',
    )
  }
  return text
}
