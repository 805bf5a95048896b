/**
 * The methods that an app may call: those of safe-apps-sdk 9.1, and the theme, which the host answers besides
 * them.
 */
export const methods = [
  'sendTransactions',
  'rpcCall',
  'getChainInfo',
  'getSafeInfo',
  'getTxBySafeTxHash',
  'getSafeBalances',
  'signMessage',
  'signTypedMessage',
  'getEnvironmentInfo',
  'getOffChainSignature',
  'requestAddressBook',
  'wallet_getPermissions',
  'wallet_requestPermissions',
  'getCurrentTheme',
] as const

export type Method = (typeof methods)[number]

/** The SDK version that the host puts into every message. */
export const VERSION = '9.1.0'

/** The only error texts that an app gets; the reason stays in the host. */
export const FAILED = 'Request failed'
export const REJECTED = 'Transaction was rejected'
export const PERMISSIONS_REJECTED = 'Permissions were rejected'

/** A request of the app, after the checks of source, origin and method. `params` is unchecked. */
export type AppRequest = {
  readonly id: string
  readonly method: Method
  readonly params: unknown
  readonly sdkVersion: string
  readonly origin: string
}

/** Parses a message's data as a request, or null: other methods and malformed data are never answered. */
export function read(data: unknown, origin: string): AppRequest | null {
  if (typeof data !== 'object' || data === null) return null
  const { id, method, params, env } = data as Record<string, unknown>
  const known = methods.find((name) => name === method)
  if (known === undefined || typeof id !== 'string') return null
  const version = (env as { sdkVersion?: unknown } | undefined)?.sdkVersion
  return { id, method: known, params, origin, sdkVersion: typeof version === 'string' ? version : '' }
}

export function success(id: string, data: unknown): object {
  return { id, success: true, version: VERSION, data }
}

export function failure(id: string, error: string): object {
  return { id, success: false, version: VERSION, error }
}

/** Malformed messages for the junk fault; an app must neither fail on them nor trust them. */
export function junk(id: string): readonly unknown[] {
  return [
    null,
    42,
    'text',
    [],
    { id, success: true, version: 9, data: { safeAddress: '0x0' } },
    { id: 'nobody-asked', success: true, version: VERSION, data: null },
    JSON.parse('{"__proto__":{"version":"9.1.0","success":true},"constructor":{},"id":"x"}'),
    { id, success: 'yes', version: '0.9.0', data: {} },
    { data: { darkMode: 'yes' }, version: VERSION },
  ]
}
