import path from 'node:path'
import {
  createServer,
  type EnvironmentModuleNode,
  type Plugin,
  type ResolvedConfig,
  type Rolldown,
  type ViteDevServer,
} from 'vite'
import { chunkGroups } from './chunks.ts'
import { buildClassicScript } from './classicScript.ts'
import { ENTRY, filesOf, moduleOf, type Starts, startFiles } from './startFiles.ts'

const ICONS = 'src/ui/icons/icons.svg'
const PRERENDER = '/src/app/prerender.tsx'
/** Loaded late, so no static import leads to its styles. */
const WELCOME = '/src/pages/overview/Welcome.tsx'

/**
 * V8 compiles a file that begins with this in the background as it arrives, instead of each function on its first call.
 * The main thread is blocked a quarter less (https://v8.dev/blog/explicit-compile-hints).
 */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad\n'

/** Replaces Vite's helper around `import()` in the build with the portal's own. */
export function chunkLoader(): Plugin {
  return {
    name: 'portal-chunk-loader',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (id !== '\0vite/preload-helper.js') return null
      return `export { loadChunk as __vitePreload } from ${JSON.stringify(path.resolve('src/boot/loadChunk.ts'))}`
    },
  }
}

/**
 * Fills index.html with the first paint: the portal's own components rendered to HTML, their styles, and the
 * script that has to run before anything is painted. The development server shows the same.
 */
export function firstPaint(): Plugin {
  let config: ResolvedConfig
  let built: Awaited<ReturnType<typeof renderOnce>> | undefined
  return {
    name: 'portal-first-paint',
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            // The bundler names files of packages after everything that needs them.
            chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/, '')}-[hash].js`,
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: chunkGroups(() => built?.starts ?? {}),
            },
          },
        },
      },
    }),
    configResolved(resolved) {
      config = resolved
    },
    async buildStart() {
      if (config.command === 'build') built = await renderOnce(config)
    },
    // Runs last, because Vite puts lists of files on the first line, and the hint must come before them.
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk') file.code = COMPILE_HINT + file.code
      },
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle, server }) {
        const page = built ?? (server && (await renderWith(server)))
        if (!page) throw new Error('Only a development server or a build shows this page.')
        const early = `<script>${(await buildClassicScript('src/boot/early.ts')).code.trim()}</script>`
        const filled = (text: string, start: string, portal: string) =>
          text.replace('<!--early-->', () => `${start}${early}`).replace('<!--portal-->', () => portal)
        if (!bundle) return filled(html.replace('</head>', `${page.styles}</head>`), '', page.html)
        const linked = [...html.matchAll(/<link rel="stylesheet"[^>]* href="\.\/([^"]+)"/g)].map(
          ([, file = '']) => file,
        )
        const styles = [...linked, ...filesOf(bundle, page.starts.tab ?? [])].filter((file) =>
          file.endsWith('.css'),
        )
        const starts = startFiles(bundle, page.starts, styles)
        const largest = starts.tab?.findLast((file) => starts.frame?.includes(file))
        const files = JSON.stringify({
          entry: `./${filesOf(bundle, [ENTRY]).at(-1)}`,
          icons: `./${builtNames(bundle).get(ICONS)}`,
          starts,
        })
        const list = `<script id="files" type="application/json">${files}</script>`
        const whole = filled(inlineStyles(html, bundle, styles), list, nameBuiltFiles(page.html, bundle))
        return withPreload(whole, largest)
      },
    },
  }
}

/** A build has no development server, so one is started for a moment. */
async function renderOnce({ root, define = {} }: ResolvedConfig) {
  const server = await createServer({
    configFile: false,
    root,
    define,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
    // As in the build, or the page would not become alive as it is.
    oxc: { jsx: { importSource: '#jsx' } },
  })
  try {
    return await renderWith(server)
  } finally {
    await server.close()
  }
}

async function renderWith(server: ViteDevServer) {
  const { prerender } = (await server.ssrLoadModule(PRERENDER)) as typeof import('#app/prerender.tsx')
  const html = await prerender()
  const graph = server.environments.ssr.moduleGraph
  const modules = await Promise.all([PRERENDER, WELCOME].map((url) => graph.getModuleByUrl(url)))
  const styles = new Set(modules.flatMap((module) => (module ? stylesOf(module) : [])))
  return {
    html,
    starts: await startsOf(server),
    styles: [...styles].map((url) => `<link rel="stylesheet" href="${url}">`).join(''),
  }
}

/** The modules that each kind of visit and each page opens with, from the portal's own tables. */
async function startsOf(server: ViteDevServer): Promise<Starts> {
  const { starts } = (await server.ssrLoadModule('/src/build/starts.ts')) as typeof import('./starts.ts')
  const { everyPage } = (await server.ssrLoadModule(
    '/src/app/routes.tsx',
  )) as typeof import('#app/routes.tsx')
  const { tab, frame, ...later } = starts
  return {
    boot: [ENTRY],
    tab: [ENTRY, ...tab.map(moduleOf)],
    frame: [ENTRY, ...frame.map(moduleOf)],
    ...Object.fromEntries(Object.entries(later).map(([name, loads]) => [name, loads.map(moduleOf)])),
    ...Object.fromEntries(everyPage.flatMap(({ path: at, load }) => (load ? [[at, [moduleOf(load)]]] : []))),
  }
}

/** The URLs of all stylesheets that a module imports, also through others. */
function stylesOf(module: EnvironmentModuleNode, seen = new Set<EnvironmentModuleNode>()): string[] {
  if (seen.has(module)) return []
  seen.add(module)
  if (module.url.endsWith('.css')) return [module.url]
  return [...module.importedModules].flatMap((imported) => stylesOf(imported, seen))
}

/**
 * Replaces sources in the rendered HTML with the files of the build, such as `/src/ui/icons/icons.svg#send`: it was
 * rendered by a development server.
 */
export function nameBuiltFiles(html: string, bundle: Rolldown.OutputBundle): string {
  const built = builtNames(bundle)
  return html.replace(/ (href|src)="\/(src\/[^"#?]+)/g, (_, attribute: string, original: string) => {
    const name = built.get(original)
    if (name === undefined)
      throw new Error(`The first paint shows ${original}, but the build has no such file.`)
    return ` ${attribute}="./${name}`
  })
}

/** The file of the build by its source. */
function builtNames(bundle: Rolldown.OutputBundle): ReadonlyMap<string, string> {
  const files = Object.values(bundle).filter((file) => file.type === 'asset')
  return new Map(files.flatMap((file) => file.originalFileNames.map((original) => [original, file.fileName])))
}

/**
 * Names the largest file that every visit needs in the page's first kilobyte, so that it is asked for while the rest of
 * the page arrives. `boot/early.ts`, which comes at its end, starts all others.
 */
function withPreload(html: string, file: string | undefined): string {
  if (file === undefined) throw new Error('No file is needed by every visit.')
  const link = `<link rel="modulepreload" crossorigin href="${file}" />`
  return html.replace(/(?=<title>)/, () => `${link}\n    `)
}

/** Adapts a stylesheet's text for the page: it names files as seen from its own folder. */
export function styleForPage(text: string, file: string): string {
  return text.replace(
    /url\((["']?)(?![a-z]+:|[/#])([^"')]+)\1\)/gi,
    (_, quote: string, url: string) =>
      `url(${quote}./${path.posix.join(path.posix.dirname(file), url)}${quote})`,
  )
}

/**
 * Puts the styles of the first screen into the page, because a separate file would be a round trip before the
 * first paint. `data-files` names the files that need not be loaded any more.
 */
function inlineStyles(html: string, bundle: Rolldown.OutputBundle, files: readonly string[]): string {
  const texts = files.map((file) => {
    const asset = bundle[file]
    return asset?.type === 'asset' ? styleForPage(String(asset.source).trim(), file) : ''
  })
  const style = `<style data-files="${files.map((file) => path.basename(file)).join(' ')}">${texts.join('')}</style>`
  return (
    html
      // `boot/early.ts` starts the entry.
      .replace(
        /\s*<(link rel="stylesheet"|link rel="modulepreload"|script type="module")[^>]*>(<\/script>)?/g,
        '',
      )
      .replace('</head>', () => `  ${style}\n  </head>`)
  )
}
