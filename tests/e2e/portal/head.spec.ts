import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { DEEP } from '#tests/support/deep.ts'
import { freePort } from '#tests/support/freePorts.ts'
import { buildEnv, buildFolder } from '#tests/support/portalBuild.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { startPortal } from '../../../rig/startPortal.ts'
import { personas, TEST_MNEMONIC, testKey } from '../../../safe-app/accounts.ts'
import { fetchApp } from '../../../safe-app/host/app/Manifest.ts'
import { headerRules, headersFor, inlineHashes } from '../../../src/build/headers.ts'
import { readHeadersFile } from '../../../src/build/hosts.ts'
import { parseEnv } from '../../../src/parseEnv.ts'

const files = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))

test('behavior: the build is complete as it is served: its head, its manifest and its headers, and nothing of the tests', async ({
  world,
}) => {
  await test.step('behavior: the HTML has title, meta data and navigation before any script has run', async () => {
    const html = await (await fetch(world.portalUrl)).text()
    expect(html.match(/<title>.*?<\/title>/g)).toEqual(['<title>Influencer Portal</title>'])
    expect(meta(html, 'name', 'description')).toBe('')
    expect(meta(html, 'property', 'og:title')).toBe('Influencer Portal')
    expect(meta(html, 'property', 'og:description')).toBe('')
    expect(meta(html, 'property', 'og:type')).toBe('website')
    const image = meta(html, 'property', 'og:image')
    expect(image).toMatch(/\/og\.png$/)
    const size = ['og:image:width', 'og:image:height'].map((name) => Number(meta(html, 'property', name)))
    expect(size).toEqual([1200, 630])
    expect(await pngSize(new URL(`.${image}`, world.portalUrl))).toEqual(size)
    for (const text of ['Influencer Portal</span>', 'aria-label="Main"', 'Connect Wallet</button>']) {
      expect(html).toContain(text)
    }
    for (const page of ['Overview', 'Activity', 'Get paid', 'Pay', 'People'])
      expect(html).toMatch(new RegExp(`>${page}(</span>)?</a>`))
  })
  await test.step('behavior: the largest file that a tab and a frame need is named before the rest of the page', async () => {
    const html = await (await fetch(world.portalUrl)).text()
    const { starts } = JSON.parse(/<script id="files"[^>]*>(.*?)<\/script>/.exec(html)?.[1] ?? '')
    const size = (file: string) => readFileSync(path.join(buildFolder, file)).length
    const both = starts.tab.filter((file: string) => starts.frame.includes(file))
    const [largest] = both.toSorted((a: string, b: string) => size(b) - size(a))
    const [head = ''] = html.split('<title>')
    expect(head).toContain(`<link rel="modulepreload" crossorigin href="${largest}"`)
  })
  await test.step('behavior: Safe{Wallet} accepts the build’s manifest and can load its icon', async () => {
    const record = await fetchApp(world.portalUrl, 'custom')
    expect(record).toMatchObject({ name: 'Influencer Portal', permissions: ['clipboard-write'] })
    expect(record.iconUrl).toBe(`${world.portalUrl}logo.svg`)
    for (const name of ['manifest.json', 'logo.svg', 'logo-256.png']) {
      const response = await fetch(world.portalUrl + name)
      expect(response.status, name).toBe(200)
      expect(shared(response.headers), name).toEqual(safeCors)
    }
    expect(await pngSize(new URL('logo-256.png', world.portalUrl))).toEqual([256, 256])
  })
  await test.step('behavior: only Safe hosts can frame the served build, and its assets are cached permanently', async () => {
    const { headers } = await fetch(world.portalUrl)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain(`frame-ancestors ${world.hostUrl} ${world.crossSiteHostUrl};`)
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types service-worker")
    expect(policy).not.toMatch(/unsafe-|\*/)
    expect(headers.has('x-frame-options')).toBe(false)
    expect(headers.has('access-control-allow-origin')).toBe(false)
    expect(headers.get('cache-control')).toBe('no-cache')
    const asset = await fetch(world.portalUrl + firstAsset())
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  })
  await test.step('behavior: the build contains no sandbox wallet and no test key', async () => {
    const secrets = [TEST_MNEMONIC, ...personas.map((person) => testKey(person).slice(2))]
    const built = files(buildFolder)
    expect(built.length).toBeGreaterThan(10)
    const holds = (file: string) => {
      const text = readFileSync(file, 'utf8').toLowerCase()
      return /sandbox.?wallet/.test(text) || secrets.some((secret) => text.includes(secret.toLowerCase()))
    }
    // One assertion: Playwright keeps a step, with its place in the code, for each of thousands.
    expect(built.filter(holds)).toEqual([])
  })
  await test.step('behavior: every file of a visit tells V8 to compile it while it arrives', async () => {
    const code = files(buildFolder).filter((file) => /assets\/(?!workbook)[^/]+\.js$/.test(file))
    expect(code.length).toBeGreaterThan(100)
    const isTold = (file: string) => readFileSync(file, 'utf8').startsWith('//# allFunctionsCalledOnLoad\n')
    expect(code.filter((file) => !isTold(file))).toEqual([])
  })
})

test('behavior: without JavaScript the shell is shown and says what is missing', async ({
  browser,
  world,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(world.portalUrl)
  await expect(page.getByRole('banner')).toContainText('Influencer Portal')
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
    'Overview',
    'Activity',
    'Get paid',
    'Pay',
    'People',
  ])
  await expect(page.getByText('This page needs JavaScript')).toBeInViewport()
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click()
  await expect(page.getByText('They need JavaScript.')).toBeVisible()
  await context.close()
})

test('behavior: a phone can install the portal, with an icon cut to its own shape', async ({
  page,
  world,
}) => {
  await page.goto(world.portalUrl)
  const devtools = await page.context().newCDPSession(page)
  const { errors } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual([])
  const manifest = JSON.parse(readFileSync('manifest.json', 'utf8'))
  for (const { src, sizes, type } of manifest.icons) {
    expect((await fetch(world.portalUrl + src)).status, src).toBe(200)
    if (type === 'image/png') {
      expect(await pngSize(new URL(src, world.portalUrl)), src).toEqual(sizes.split('x').map(Number))
    }
  }
  expect(manifest.icons.some(({ purpose }: { purpose?: string }) => purpose === 'maskable')).toBe(true)
})

test('behavior: the development server serves the same manifest with the same headers', {
  tag: DEEP,
}, async ({ world }) => {
  const port = await freePort()
  const portal = await startPortal({
    port,
    rpcUrl: world.rpcUrl,
    serviceUrl: world.rig.service.url,
    hostOrigins: [world.hostUrl],
  })
  try {
    const url = `http://localhost:${port}/`
    expect(await fetchApp(url, 'custom')).toMatchObject({ name: 'Influencer Portal' })
    const response = await fetch(`${url}manifest.json`)
    expect(shared(response.headers)).toEqual(safeCors)
    expect(await response.json()).toEqual(JSON.parse(readFileSync('manifest.json', 'utf8')))
    // Only the manifest and its icons are shared across origins, never the page.
    expect((await fetch(url)).headers.get('access-control-allow-origin')).not.toBe('*')
  } finally {
    await portal.stop()
  }
})

test('behavior: the preview server and the hosting file use the same list of headers', async () => {
  const parsed = parseEnv(buildEnv)
  if (!parsed.ok) throw new Error(parsed.fault)
  const rules = headerRules(parsed.env, inlineHashes(readFileSync(`${buildFolder}index.html`, 'utf8')))
  const written = readHeadersFile(readFileSync(`${buildFolder}_headers`, 'utf8'))
  expect(written).toEqual(rules)

  const port = await freePort()
  const preview = spawn(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'preview', '--outDir', buildFolder, '--port', String(port)],
    { env: { PATH: process.env.PATH, ...buildEnv }, stdio: 'ignore' },
  )
  try {
    const url = `http://127.0.0.1:${port}/`
    const answers = async () => (await fetch(url).catch(() => null))?.status
    await expect.poll(answers).toBe(200)
    for (const requested of ['', 'index.html', 'manifest.json', 'logo-256.png', firstAsset()]) {
      const { headers } = await fetch(url + requested)
      const expected = Object.entries(headersFor(rules, `/${requested}`))
      for (const [name, value] of expected) expect(headers.get(name), `${requested} ${name}`).toBe(value)
      expect(headers.has('x-frame-options')).toBe(false)
    }
  } finally {
    preview.kill()
    await once(preview, 'exit')
  }
})

const safeCors = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET',
  'access-control-allow-headers': 'X-Requested-With, content-type, Authorization',
}

function shared(headers: Headers): Record<string, string | null> {
  return Object.fromEntries(Object.keys(safeCors).map((name) => [name, headers.get(name)]))
}

function meta(html: string, attribute: 'name' | 'property', name: string): string | undefined {
  return new RegExp(`<meta ${attribute}="${name}" content="([^"]*)"`).exec(html)?.[1]
}

/** Width and height from a PNG's header chunk. */
async function pngSize(url: URL): Promise<number[]> {
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer())
  expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG')
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
}

function firstAsset(): string {
  const name = files(`${buildFolder}assets`).find((file) => file.endsWith('.js'))
  if (!name) throw new Error('The build has no script.')
  return path.relative(buildFolder, name)
}
