import { describe, expect, test } from 'vitest'
import { type Env, parseEnv } from './parseEnv.ts'

function read(raw: Readonly<Record<string, unknown>>): Env {
  const parsed = parseEnv(raw)
  if (!parsed.ok) throw new Error(parsed.fault)
  return parsed.env
}

describe('without configuration', () => {
  test('behavior: the portal works with several operators, the official gateway and host, and nothing else', () => {
    const { rpcUrls, ...rest } = read({})
    expect(
      new Set(rpcUrls.map((url) => new URL(url).hostname.split('.').slice(-2).join('.'))).size,
    ).toBeGreaterThan(2)
    expect(rpcUrls.every((url) => url.startsWith('https://'))).toBe(true)
    expect(rest).toEqual({
      gatewayUrl: 'https://safe-client.safe.global',
      txServiceUrl: null,
      safeHostOrigins: ['https://app.safe.global'],
      walletConnectProjectId: null,
      authUrl: null,
      publicUrl: null,
    })
  })

  test('behavior: an empty variable counts as unset', () => {
    const names = ['BSC_RPC_URLS', 'SAFE_GATEWAY_URL', 'SAFE_TX_SERVICE_URL', 'SAFE_HOST_ORIGINS', 'AUTH_URL']
    const empty = Object.fromEntries(names.map((name) => [`VITE_${name}`, ' ']))
    expect(read(empty)).toEqual(read({}))
  })
})

describe('a configuration', () => {
  test('behavior: keeps the order of lists, and trims spaces and trailing slashes', () => {
    const env = read({
      VITE_BSC_RPC_URLS: ' https://a.example/key/ ,, http://127.0.0.1:8545',
      VITE_SAFE_HOST_ORIGINS: 'https://app.safe.global/, http://localhost:5174',
      VITE_SAFE_GATEWAY_URL: 'https://gateway.example/base//',
    })
    expect(env.rpcUrls).toEqual(['https://a.example/key', 'http://127.0.0.1:8545'])
    expect(env.safeHostOrigins).toEqual(['https://app.safe.global', 'http://localhost:5174'])
    expect(env.gatewayUrl).toBe('https://gateway.example/base')
  })

  test('behavior: can contain the optional parts', () => {
    expect(
      read({
        VITE_SAFE_TX_SERVICE_URL: 'https://tx.example/tx-service/bnb/api',
        VITE_WALLETCONNECT_PROJECT_ID: '9c1f7d2ab04e58836f21c5e07bA943D8',
        VITE_AUTH_URL: 'https://auth.example',
        VITE_PUBLIC_URL: 'https://portal.example/app/',
      }),
    ).toMatchObject({
      txServiceUrl: 'https://tx.example/tx-service/bnb/api',
      walletConnectProjectId: '9c1f7d2ab04e58836f21c5e07bA943D8',
      authUrl: 'https://auth.example',
      publicUrl: 'https://portal.example/app',
    })
  })
})

describe('a fault', () => {
  const urls = [
    'VITE_BSC_RPC_URLS',
    'VITE_SAFE_GATEWAY_URL',
    'VITE_SAFE_TX_SERVICE_URL',
    'VITE_SAFE_HOST_ORIGINS',
    'VITE_AUTH_URL',
    'VITE_PUBLIC_URL',
  ]
  const bad = [
    'not a url',
    'example.com',
    'http://example.com',
    'http://127.0.0.1.example.com',
    'ws://127.0.0.1',
    'ftp://example.com',
    'javascript:alert(1)',
    'https://user:secret@example.com',
    'https://example.com?key=1',
    'https://example.com#x',
    'https://*.example.com',
    "https://example.com;script-src'",
  ]
  test.each(urls.flatMap((name) => bad.map((value) => [name, value])))(
    'error: %s = %j is one sentence with the variable’s name',
    (name, value) => {
      const parsed = parseEnv({ [name]: value })
      expect(parsed).toEqual({ ok: false, fault: expect.stringContaining(name) })
    },
  )

  test.each([
    ['VITE_BSC_RPC_URLS', ' , ,'],
    ['VITE_BSC_RPC_URLS', 'https://a.example, nonsense'],
    ['VITE_SAFE_HOST_ORIGINS', 'https://app.safe.global/apps'],
    ['VITE_SAFE_HOST_ORIGINS', '*'],
    ['VITE_SAFE_HOST_ORIGINS', 'null'],
    ['VITE_WALLETCONNECT_PROJECT_ID', 'your-project-id'],
    ['VITE_WALLETCONNECT_PROJECT_ID', 'YOUR_PROJECT_ID'],
    ['VITE_WALLETCONNECT_PROJECT_ID', '9c1f7d2ab04e58836f21c5e07ba943d'],
    ['VITE_WALLETCONNECT_PROJECT_ID', '9c1f7d2ab04e58836f21c5e07ba943d8f'],
    ['VITE_WALLETCONNECT_PROJECT_ID', '9c1f7d2ab04e58836f21c5e07ba943dg'],
  ])('error: %s = %j is one sentence with its name', (name, value) => {
    expect(parseEnv({ [name]: value })).toEqual({ ok: false, fault: expect.stringContaining(name) })
  })

  test.each([
    ['RainbowKit’s public example', '21fef48091f12692cad574a6f7753643'],
    ['the same in capitals', '21FEF48091F12692CAD574A6F7753643'],
    ['zeros', '0'.repeat(32)],
    ['one digit', 'a'.repeat(32)],
    ['all digits in order', '0123456789abcdef0123456789abcdef'],
    ['all digits in order, in capitals in places', '0123456789abcdef0123456789ABCDEF'],
    ['all digits from one on', '1234567890abcdef1234567890abcdef'],
    ['all digits backwards', 'fedcba9876543210fedcba9876543210'],
    ['a word', 'deadbeef'.repeat(4)],
    ['zeros and a one', `${'0'.repeat(31)}1`],
  ])('error: a project id of %s is a placeholder', (_, id) => {
    expect(parseEnv({ VITE_WALLETCONNECT_PROJECT_ID: id })).toEqual({
      ok: false,
      fault: 'VITE_WALLETCONNECT_PROJECT_ID is an example or a placeholder, not a project of your own.',
    })
  })

  test('error: never repeats a secret from a URL', () => {
    expect(JSON.stringify(parseEnv({ VITE_AUTH_URL: 'https://user:secret@example.com' }))).not.toContain(
      'secret',
    )
  })
})
