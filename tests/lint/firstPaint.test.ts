import { readdirSync, readFileSync } from 'node:fs'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Rolldown } from 'vite'
import { describe, expect, test } from 'vitest'
import { WaitingPages } from '#app/Portal.tsx'
import { offlineFiles } from '#build/plugin.ts'
import { everyPage, pages } from '../../src/app/routes.tsx'
import { nameBuiltFiles, styleForPage } from '../../src/build/firstPaint.ts'
import { ENTRY, moduleOf, startFiles } from '../../src/build/startFiles.ts'

describe('the first paint', () => {
  const html = renderToStaticMarkup(createElement(WaitingPages))
  const [, rules = ''] = /<style>(.*?)<\/style>/.exec(html) ?? []

  test.each(everyPage)(
    'behavior: shows the skeleton of $label before any code is there',
    ({ path, label }) => {
      const name = path.slice(1)
      expect(rules).toContain(`:root[data-page="${name}"] [data-waiting="${name}"]`)
      expect(html).toMatch(new RegExp(`data-waiting="${name}"><h1>${label}</h1><div [^>]*role="status"`))
    },
  )

  test('behavior: marks the page in the navigation, or the one that leads to it', () => {
    for (const { path, icon, beside = path } of everyPage) {
      const marked = icon ? path : beside
      expect(rules).toContain(`:root[data-page="${path.slice(1)}"] .shell-nav a[href="#${marked}"]`)
    }
    const others = everyPage.flatMap(({ beside }) => beside ?? [])
    expect(pages.map(({ path }) => path)).toEqual(expect.arrayContaining(others))
  })

  test('behavior: needs no stylesheet that names a page', () => {
    const styles = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.css'),
    )
    const named = styles.flatMap((file) =>
      [...readFileSync(`src/${file}`, 'utf8').matchAll(/data-(?:page|waiting)="([^"]+)"/g)].map(
        ([, name]) => `${file}: ${name}`,
      ),
    )
    // A request has no navigation around it.
    expect(named).toEqual(['ui/shell.css: r'])
  })

  test('error: no page has more than one segment, by which it is known', () => {
    expect(everyPage.filter(({ path }) => !/^\/[a-z-]*$/.test(path))).toEqual([])
  })
})

describe('what a visit starts', () => {
  const chunk = (
    fileName: string,
    modules: readonly string[],
    imports: readonly string[] = [],
    css: string[] = [],
  ) => [
    fileName,
    {
      type: 'chunk',
      fileName,
      imports,
      code: modules.join(),
      moduleIds: modules.map((module) => `/project/${module}`),
      viteMetadata: { importedCss: new Set(css) },
    },
  ]
  const built = Object.fromEntries([
    chunk('assets/main.js', ['src/main.ts'], ['assets/core.js']),
    chunk('assets/core.js', ['src/ui/Button.tsx'], [], ['assets/core.css']),
    chunk('assets/pay.js', ['src/pages/pay/PayPage.tsx', 'src/a.ts'], ['assets/core.js'], ['assets/pay.css']),
  ]) as unknown as Rolldown.OutputBundle

  test('behavior: are the files of its modules with all that they import, without the styles that stand in the page', () => {
    const starts = { tab: [ENTRY], '/pay': ['src/pages/pay/PayPage.tsx'] }
    expect(startFiles(built, starts, ['assets/core.css'])).toEqual({
      tab: ['./assets/main.js', './assets/core.js'],
      '/pay': ['./assets/pay.css', './assets/core.js', './assets/pay.js'],
    })
  })

  test('error: a module that the build does not have', () => {
    expect(() => startFiles(built, { tab: ['src/old.ts'] }, [])).toThrow('src/old.ts')
  })

  test('behavior: follows from what the functions of the portal’s tables import', () => {
    const load = Object.assign(async () => {}, {
      toString: () => 'async () => (await __vite_ssr_dynamic_import__("/src/a.tsx")).A',
    })
    expect(moduleOf(load)).toBe('src/a.tsx')
    expect(() => moduleOf(async () => {})).toThrow('loads no module')
  })
})

/** A build with these files in `assets/`, each with the source that it was made of. */
function bundleOf(files: Readonly<Record<string, string>>): Rolldown.OutputBundle {
  const assets = Object.entries(files).map(([name, source]) => {
    const fileName = `assets/${name}`
    return [fileName, { type: 'asset', fileName, originalFileNames: [source] }]
  })
  return Object.fromEntries(assets)
}

describe('icons and fonts', () => {
  const bundle = bundleOf({
    'a1.svg': 'src/ui/icons/icons.svg',
    'b2.woff2': 'src/ui/fonts/inter.woff2',
    'c3.woff2': 'src/ui/fonts/hex.woff2',
    'd4.woff2': 'src/ui/fonts/inter-ext.woff2',
  })

  test('behavior: the rendered page names the files of the build', () => {
    const html =
      '<use href="/src/ui/icons/icons.svg#send"></use><use href="/src/ui/icons/icons.svg#x"></use><img src="/src/ui/fonts/hex.woff2"/>'
    expect(nameBuiltFiles(html, bundle)).toBe(
      '<use href="./assets/a1.svg#send"></use><use href="./assets/a1.svg#x"></use><img src="./assets/c3.woff2"/>',
    )
  })

  test('behavior: nothing else of the rendered page changes', () => {
    const html =
      '<a href="#/pay">/src/ui/icons/icons.svg</a><a href="https://a.example/src/ui/x">x</a><img src="./logo.svg"/>'
    expect(nameBuiltFiles(html, bundle)).toBe(html)
  })

  test('error: a source that the build has no file of', () => {
    expect(() => nameBuiltFiles('<use href="/src/ui/old.svg#x"></use>', bundle)).toThrow('src/ui/old.svg')
  })

  test('behavior: a stylesheet names the same files from within the page', () => {
    expect(styleForPage('a{src:url(./b2.woff2)}b{src:url("c3.woff2")}', 'assets/e5.css')).toBe(
      'a{src:url(./assets/b2.woff2)}b{src:url("./assets/c3.woff2")}',
    )
  })

  test.each([
    'url(data:image/png;base64,AA==)',
    'url(#mask)',
    'url("https://a.example/x.png")',
    'url(/x.png)',
  ])('behavior: %s means the same everywhere', (value) => {
    expect(styleForPage(`a{b:${value}}`, 'assets/e5.css')).toBe(`a{b:${value}}`)
  })

  test('behavior: what every screen needs of them is kept for visits without a network', () => {
    expect(offlineFiles(bundle)).toEqual(['assets/a1.svg', 'assets/c3.woff2'])
  })
})

test('behavior: what is kept for visits without a network leaves out the wallets’ libraries and all that only they load', () => {
  const chunk = (
    name: string,
    module: string,
    loads: Readonly<{ imports?: string[]; dynamicImports?: string[] }> = {},
  ) => {
    const fileName = `assets/${name}.js`
    const moduleIds = [`/project/${module}`]
    return [fileName, { type: 'chunk', fileName, moduleIds, imports: [], dynamicImports: [], ...loads }]
  }
  const built = Object.fromEntries([
    chunk('main', ENTRY, { imports: ['assets/react.js'], dynamicImports: ['assets/layer.js'] }),
    chunk('react', 'node_modules/react/index.js'),
    chunk('layer', 'src/modes/wallet/WalletLayer.tsx', {
      imports: ['assets/react.js', 'assets/rainbowkit.js'],
      dynamicImports: ['assets/metamask.js'],
    }),
    chunk('rainbowkit', 'node_modules/rainbowkit/index.js', { dynamicImports: ['assets/de_DE.js'] }),
    chunk('de_DE', 'node_modules/rainbowkit/de_DE.js'),
    chunk('metamask', 'node_modules/@metamask/sdk/index.js'),
  ]) as unknown as Rolldown.OutputBundle
  expect(offlineFiles(built)).toEqual(['assets/main.js', 'assets/react.js'])
})
