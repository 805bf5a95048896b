import { execFile } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPortal } from '#tests/support/buildPortal.ts'
import { isDeep } from '#tests/support/deep.ts'
import { startCaddy, startNginx } from '#tests/support/realServers.ts'
import { headersFileHost, serveLike, vercelHost } from '#tests/support/staticHosts.ts'
import project from '../../package.json' with { type: 'json' }
import { makeRelease, type Release } from '../../release/makeRelease.ts'
import localSafe from '../../safe-app/package/manifest.json' with { type: 'json' }
import { compareDeployment, parseHashes } from '../../src/build/deployment.ts'
import { type HeaderRule, headerRules, headersFor, inlineHashes } from '../../src/build/headers.ts'
import { parseEnv } from '../../src/parseEnv.ts'

const run = promisify(execFile)

let root = ''
let folder = ''
let script = ''
let rules: readonly HeaderRule[] = []

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'published-'))
  folder = path.join(root, 'dist')
  const copy = await copyProject('project')
  await linkPackages(copy)
  await buildPortal({ folder, env: {} }, copy)
  const parsed = parseEnv({})
  if (!parsed.ok) throw new Error(parsed.fault)
  rules = headerRules(parsed.env, inlineHashes(await readFile(path.join(folder, 'index.html'), 'utf8')))
  const assets = path.join(folder, 'assets')
  const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'))
  // Servers leave small files as they are, and the first file by name changes with every build.
  const [largest = ''] = scripts.sort(
    (a, b) => statSync(path.join(assets, b)).size - statSync(path.join(assets, a)).size,
  )
  script = `/assets/${largest}`
}, 600_000)

afterAll(() => rm(root, { recursive: true, force: true }))

// `makeRelease` builds twice, in folders of different length and depth, and refuses to release if a byte differs: what
// `release.test.ts` shows of a small project in `npm test` holds for this one.
describe.runIf(isDeep)('a release', () => {
  let release: Release
  beforeAll(async () => {
    release = await makeRelease(await committed(await copyProject('sources')), path.join(root, 'files'), {
      install: linkPackages,
      // This is one of them.
      test: async () => {},
    })
  }, 600_000)

  test('behavior: whoever builds the same sources gets the same files, wherever they lie', async () => {
    expect(release.files.map(({ name }) => name)).toEqual([
      `influencer-portal-${project.version}.zip`,
      `influencer-portal-${project.version}-hosting.zip`,
      `local-safe-${project.version}.tgz`,
      'PACKAGES.md',
      'NOTES.md',
    ])
    const command = ['-c', '--quiet', 'SHA256SUMS']
    expect((await run('sha256sum', command, { cwd: release.folder })).stdout).toBe('')
    const archive = await readFile(path.join(release.folder, `influencer-portal-${release.version}.zip`))
    for (const [file, content] of Object.entries(unzipSync(archive)))
      expect(Buffer.compare(content, await readFile(path.join(folder, file))), file).toBe(0)
  })

  test('behavior: a release names every package in it, with its version and its licence', async () => {
    const named = await readFile(path.join(release.folder, 'PACKAGES.md'), 'utf8')
    for (const name of ['viem', 'react-dom', 'workbox-precaching', 'inter-ui', '@rainbow-me/rainbowkit'])
      expect(named).toMatch(new RegExp(`^\\| ${name} \\| [\\d.]+ \\| \\S`, 'm'))
    expect(named).not.toContain('vitest')
  })
})

test('behavior: the version of the project is that of the manifest and of the local Safe', async () => {
  expect(JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8')).version).toBe(project.version)
  expect(localSafe.version).toBe(project.version)
})

test('behavior: without Node, two lines of shell check the files and the headers of a deployment', {
  // Every file is fetched twice, and every header once more: half a minute on a busy machine.
  timeout: 120_000,
}, async () => {
  const guide = await readFile('docs/hosting.md', 'utf8')
  const [, lines = ''] = /Without Node.*?```sh\n(.*?)```/s.exec(guide) ?? []
  const check = async (headersOf: (requested: string) => Record<string, string>, published = folder) => {
    const server = await serveLike(published, headersOf)
    const script = lines.replaceAll('https://your.site', server.url)
    const { stdout } = await run('bash', ['-c', script], { cwd: root }).finally(() => server.stop())
    return stdout
  }
  expect(lines.trim().split('\n')).toHaveLength(2)
  const asListed = (requested: string) => headersFor(rules, requested)
  expect(await check(asListed)).toBe('')
  const without = (requested: string) => {
    const { 'Referrer-Policy': _, ...headers } = asListed(requested)
    return headers
  }
  const changed = path.join(root, 'changed-byte')
  await cp(folder, changed, { recursive: true })
  await writeFile(path.join(changed, 'logo.svg'), '<svg/>')
  // Both at once, because each check asks for every file.
  expect(await check(without, changed)).toBe('logo.svg: FAILED\nmissing: Referrer-Policy: strict-origin\n')
})

/** `own` servers find types and compress by the emitted file; the others do both without configuration. */
const hosts = [
  { name: 'nginx', own: true, start: async () => startNginx(await emitted('nginx.conf'), folder) },
  { name: 'Caddy', own: true, start: async () => startCaddy(await emitted('Caddyfile'), folder) },
  {
    name: 'Cloudflare Pages and Netlify, by their documented rules',
    own: false,
    start: async () =>
      serveLike(folder, headersFileHost(await readFile(path.join(folder, '_headers'), 'utf8'))),
  },
  {
    name: 'Vercel, by its documented rules',
    own: false,
    start: async () => serveLike(folder, vercelHost(await emitted('vercel.json'))),
  },
] as const

describe.each(hosts)('$name', ({ own, start }) => {
  let server: Awaited<ReturnType<typeof start>>
  // The first run may have to fetch the server.
  beforeAll(async () => {
    server = await start()
  }, 600_000)
  afterAll(() => server?.stop())

  test.each([
    ['/', 'index.html', 'text/html'],
    ['/index.html', 'index.html', 'text/html'],
    ['a script', null, 'text/javascript'],
    ['/manifest.json', 'manifest.json', 'application/manifest+json'],
    ['/logo.svg', 'logo.svg', 'image/svg+xml'],
    ['/logo-256.png', 'logo-256.png', 'image/png'],
    ['/og.png', 'og.png', 'image/png'],
  ])('behavior: serves %s with the headers of the list', async (name, file, type) => {
    const requested = file === null ? script : name
    const answer = await ask(server.url + requested)
    expect(answer.status).toBe(200)
    expect(listed(answer.headers)).toEqual(expected(requested))
    expect(answer.headers['x-frame-options']).toBe(undefined)
    expect(answer.body.equals(await readFile(path.join(folder, file ?? script)))).toBe(true)
    if (own) expect(answer.headers['content-type']?.split(';')[0]).toBe(type)
  })

  test.each(['/unknown', '/unknown/', '/assets/unknown.js', '/assets/', '/assets'])(
    'behavior: answers 404 to %s, protected like a page, and not to be kept for a year',
    async (requested) => {
      const answer = await ask(server.url + requested)
      expect(answer.status).toBe(404)
      expect(answer.headers['content-security-policy']).toBe(expected('/')['content-security-policy'])
      expect(answer.body.toString()).toBe(await readFile(path.join(folder, '404.html'), 'utf8'))
      if (own) expect(answer.headers['cache-control']).toBe(undefined)
    },
  )

  test('behavior: is found to be as built, file by file and header by header', async () => {
    const compared = await compareDeployment(`${server.url}/`, await hashesOfBuild(), rules)
    expect(compared.length).toBeGreaterThan(100)
    expect(compared.filter((one) => one.content !== 'same' || one.headers.length > 0)).toEqual([])
  })

  if (own)
    test('behavior: compresses text when asked, and pictures never', async () => {
      for (const requested of ['/', script]) {
        const { headers, body } = await ask(server.url + requested, 'gzip')
        expect(headers['content-encoding']).toBe('gzip')
        expect(headers.vary?.toLowerCase()).toContain('accept-encoding')
        expect(listed(headers)).toEqual(expected(requested))
        const file = path.join(folder, requested === '/' ? 'index.html' : requested)
        expect(gunzipSync(body).equals(await readFile(file))).toBe(true)
      }
      expect((await ask(`${server.url}/og.png`, 'gzip')).headers['content-encoding']).toBe(undefined)
    })
})

describe('npm run verify', () => {
  /** Verifies a deployment of this folder, whose host sends these headers. */
  async function verify(published: string, headersOf: (requested: string) => Record<string, string>) {
    const server = await serveLike(published, headersOf)
    const command = ['--import', 'tsx', 'src/build/verify.ts', `${server.url}/`, '--build', folder]
    try {
      const { stdout } = await run(process.execPath, command)
      return { code: 0, said: stdout }
    } catch (error) {
      const { code, stdout } = error as { code: number; stdout: string }
      return { code, said: stdout }
    } finally {
      await server.stop()
    }
  }
  const asListed = (requested: string) => headersFor(rules, requested)
  let changed = ''
  beforeAll(async () => {
    changed = path.join(root, 'changed')
    await cp(folder, changed, { recursive: true })
    const bytes = await readFile(path.join(folder, script))
    bytes[0] = (bytes[0] ?? 0) ^ 1
    await writeFile(path.join(changed, script), bytes)
    await rm(path.join(changed, 'og.png'))
  })

  test('behavior: ends well for a deployment that is as built', async () => {
    const { code, said } = await verify(folder, asListed)
    expect(said).toMatch(/^(\d+) of \1 files as built$/m)
    expect(code).toBe(0)
  })

  test('error: names a file with one changed byte, a missing one, and a header with another value', async () => {
    const { code, said } = await verify(changed, (requested) => ({
      ...asListed(requested),
      ...(requested === '/manifest.json' && { 'Access-Control-Allow-Origin': 'https://elsewhere.example' }),
    }))
    expect(said).toContain(`changed  ${script.slice(1)}`)
    expect(said).toContain('missing  og.png')
    expect(said).toContain('same     manifest.json  other headers: Access-Control-Allow-Origin')
    expect(said).toContain(', 3 not')
    expect(code).toBe(1)
  })
})

async function hashesOfBuild() {
  return parseHashes(await emitted('SHA256SUMS'))
}

function emitted(name: string): Promise<string> {
  return readFile(path.join(`${folder}-hosting`, name), 'utf8')
}

/** Of an answer's headers, those that the list has for any path. */
function listed(headers: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const names = new Set(rules.flatMap((rule) => Object.keys(rule.headers)).map((name) => name.toLowerCase()))
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      names.has(name) && value !== undefined ? [[name, value]] : [],
    ),
  )
}

function expected(requested: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headersFor(rules, requested)).map(([name, value]) => [name.toLowerCase(), value]),
  )
}

/** Unlike `fetch`, neither asks for compression by itself nor undoes it. */
async function ask(url: string, encoding = 'identity') {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers: { 'Accept-Encoding': encoding } }, resolve).on('error', reject)
  })
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, value?.toString()]),
  )
  return { status: response.statusCode, headers, body: await buffer(response) }
}

/** Copies everything that belongs to the project, as it is now, and returns the folder. */
async function copyProject(to: string): Promise<string> {
  const copy = path.join(root, to)
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  const names = stdout.split('\0').filter((name) => name !== '' && existsSync(name))
  await Promise.all(names.map((name) => cp(name, path.join(copy, name))))
  return copy
}

function linkPackages(project: string): Promise<void> {
  return symlink(path.resolve('node_modules'), path.join(project, 'node_modules'))
}

/** The folder, with everything in it as the only commit of a repository. */
async function committed(folder: string): Promise<string> {
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com']
  for (const args of [
    ['init', '--quiet'],
    ['add', '.'],
    [...who, 'commit', '--quiet', '-m', 'release: all'],
  ])
    await run('git', args, { cwd: folder })
  return folder
}
