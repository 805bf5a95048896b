import { expect, test } from 'vitest'
import type { AppAnswers, ServerAnswer } from './AppCheck.ts'
import { findInAnswers } from './findInAnswers.ts'

const app = 'http://localhost:3000'
const hosts = ['http://localhost:5174', 'http://127.0.0.1:5174']
const manifest = { name: 'App', description: 'It pays.', iconPath: 'logo.svg' }

function answer(path: string, change: Partial<ServerAnswer> = {}): ServerAnswer {
  return { url: `${app}${path}`, status: 200, headers: {}, body: '', isCut: false, ...change }
}

const cors = { 'access-control-allow-origin': '*' }
const good: AppAnswers = {
  manifest: answer('/manifest.json', { headers: cors, body: JSON.stringify(manifest) }),
  page: answer('/'),
  icon: answer('/logo.svg', { headers: { 'content-type': 'image/svg+xml' } }),
}
const findings = (change: Partial<AppAnswers>) => findInAnswers(app, { ...good, ...change }, hosts)
const ids = (change: Partial<AppAnswers>) => findings(change).map(({ id }) => id)
const ofManifest = (change: Partial<ServerAnswer>) => ({
  manifest: { ...answer('/manifest.json', { headers: cors }), body: JSON.stringify(manifest), ...change },
})
const ofPage = (headers: ServerAnswer['headers']) => ({ page: answer('/', { headers }) })

test('behavior: an app that is set up right has no findings', () => {
  expect(findings({})).toEqual([])
})

test('behavior: a manifest without CORS has the line for Vite, Next.js and nginx', () => {
  const [finding] = findings(ofManifest({ headers: {} }))
  expect(finding?.text).toBe(
    '/manifest.json is sent without Access-Control-Allow-Origin, so the browser keeps it from Safe{Wallet}.',
  )
  expect(finding?.fixes.map(({ where, lines }) => `${where}: ${lines}`)).toEqual([
    "Vite (vite.config.ts): server: { cors: { origin: '*' } },",
    `Next.js (next.config.js): async headers() {\n  return [{ source: '/manifest.json', headers: [{ key: 'Access-Control-Allow-Origin', value: "*" }] }]\n},`,
    'nginx: location = /manifest.json {\n  add_header Access-Control-Allow-Origin "*" always;\n}',
  ])
})

test.each([
  ['another origin', { headers: { 'access-control-allow-origin': 'https://other.example' } }, 'cors'],
  ['two values', { headers: { 'access-control-allow-origin': '*, *' } }, 'cors'],
  ['not found', { status: 404 }, 'status'],
  ['a redirect', { status: 302, headers: { location: 'https://other.example/' } }, 'redirect'],
  ['the app itself', { body: '<!doctype html>' }, 'json'],
  ['no JSON', { body: '{' }, 'json'],
  ['a list', { body: '[]' }, 'json'],
  ['null', { body: 'null' }, 'json'],
  ['a huge file', { isCut: true }, 'json'],
  ['no name', { body: JSON.stringify({ ...manifest, name: undefined }) }, 'fields'],
  ['a name that is no text', { body: JSON.stringify({ ...manifest, name: { a: 1 } }) }, 'fields'],
  ['no icon', { body: JSON.stringify({ ...manifest, iconPath: undefined }) }, 'fields'],
  [
    'a permission of the sandbox',
    { body: JSON.stringify({ ...manifest, safe_apps_permissions: ['allow-modals'] }) },
    'permissions',
  ],
] as const)('error: a manifest with %s is found', (_, change, id) => {
  expect(ids(ofManifest(change))).toEqual([id])
})

test('behavior: a missing text is named, with the line to add', () => {
  const [finding] = findings(ofManifest({ body: JSON.stringify({ name: 'App', icons: [{ src: 'a.svg' }] }) }))
  expect(finding?.text).toContain('has no description:')
  expect(finding?.fixes).toEqual([{ where: 'manifest.json', lines: '"description": "It does one thing.",' }])
})

test.each([
  ['X-Frame-Options', { 'x-frame-options': 'DENY' }, ['framing']],
  [
    'X-Frame-Options beside frame-ancestors, which wins',
    { 'x-frame-options': 'DENY', 'content-security-policy': 'frame-ancestors *' },
    [],
  ],
  ['a policy without frame-ancestors', { 'content-security-policy': "default-src 'self'" }, []],
  ["frame-ancestors 'none'", { 'content-security-policy': "frame-ancestors 'none'" }, ['framing']],
  ['frame-ancestors of nobody', { 'content-security-policy': 'frame-ancestors' }, ['framing']],
  [
    'Safe{Wallet} alone',
    { 'content-security-policy': 'frame-ancestors https://app.safe.global' },
    ['framing'],
  ],
  [
    'Safe{Wallet} and this machine',
    {
      'content-security-policy':
        'frame-ancestors https://*.safe.global http://localhost:* http://127.0.0.1:*',
    },
    [],
  ],
  ['any scheme', { 'content-security-policy': 'frame-ancestors http:' }, []],
  [
    'a second, stricter policy',
    { 'content-security-policy': "frame-ancestors *, frame-ancestors 'none'" },
    ['framing'],
  ],
  [
    'a port that is not the host’s',
    {
      'content-security-policy':
        'frame-ancestors https://app.safe.global http://localhost:1 http://127.0.0.1:5174',
    },
    ['framing'],
  ],
] as const)('behavior: framing with %s', (_, headers, expected) => {
  expect(ids(ofPage(headers))).toEqual(expected)
})

test('behavior: an icon that is missing, or is the app itself, is found', () => {
  expect(ids({ icon: answer('/logo.svg', { status: 404 }) })).toEqual(['icon'])
  expect(ids({ icon: answer('/logo.svg', { headers: { 'content-type': 'text/html' } }) })).toEqual(['icon'])
})

test('behavior: an app that moved to another origin, or is down, is found', () => {
  const moved = answer('/', { status: 301, headers: { location: 'http://127.0.0.1:3000/x' } })
  expect(findings({ page: moved })[0]?.text).toContain('redirects to http://127.0.0.1:3000/x')
  const down = { url: app, failure: 'ECONNREFUSED' }
  expect(ids({ page: down, manifest: down, icon: null })).toEqual(['down'])
})

test('error: long and strange texts of an app are quoted short and on one line', () => {
  const value = `https://other.example/\n${'x'.repeat(10_000)}`
  const [finding] = findings(ofManifest({ headers: { 'access-control-allow-origin': value } }))
  expect(finding?.text.length).toBeLessThan(300)
  expect(finding?.text).not.toContain('\n')
})
