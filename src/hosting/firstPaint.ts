import { readFile } from 'node:fs/promises'
import path from 'node:path'
import {
  createServer,
  type EnvironmentModuleNode,
  minify,
  type Plugin,
  type Rolldown,
  transformWithOxc,
  type ViteDevServer,
} from 'vite'

const EARLY = 'src/boot/early.ts'
/** The modules that the first paint is made of, besides the entry. */
const FIRST = /\/src\/(app\/Portal|features\/overview\/Welcome)\.tsx$/
const ICONS = 'src/ui/icons/icons.svg'
const FONT = 'src/ui/fonts/inter.woff2'
const PRERENDER = '/src/app/prerender.tsx'
/** Loaded late, so no static import leads to its styles. */
const WELCOME = '/src/features/overview/Welcome.tsx'

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
  let define: Record<string, unknown> = {}
  let root = ''
  return {
    name: 'portal-first-paint',
    configResolved(config) {
      define = config.define ?? {}
      root = config.root
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle, server }) {
        const page = server ? await renderWith(server) : await renderOnce(root, define)
        const entry = bundle && /<script type="module"[^>]* src="([^"]+)"><\/script>/.exec(html)
        const built = bundle && builtNames(bundle)
        const first = built ? ` data-icons="./${built.get(ICONS)}" data-font="./${built.get(FONT)}"` : ''
        const early = `<script data-lists="@@lists" data-entry="${entry?.[1] ?? ''}"${first}>${await earlyScript(root)}</script>`
        const withStyles = bundle
          ? inlineStyles(html.replace(entry?.[0] ?? '', ''), bundle)
          : html.replace('</head>', `${page.styles}</head>`)
        const portal = bundle ? nameBuiltFiles(page.html, bundle) : page.html
        return withStyles.replace('<!--early-->', () => early).replace('<!--portal-->', () => portal)
      },
    },
  }
}

async function earlyScript(root: string): Promise<string> {
  const { code } = await transformWithOxc(await readFile(path.join(root, EARLY), 'utf8'), EARLY)
  return (await minify(EARLY, code, { module: false, mangle: true, compress: true })).code
}

/** A build has no development server, so one is started for a moment. */
async function renderOnce(root: string, define: Record<string, unknown>) {
  const server = await createServer({
    configFile: false,
    root,
    define,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
  })
  try {
    return await renderWith(server)
  } finally {
    await server.close()
  }
}

async function renderWith(server: ViteDevServer): Promise<{ html: string; styles: string }> {
  const { prerender } = (await server.ssrLoadModule(PRERENDER)) as typeof import('#app/prerender.tsx')
  const html = await prerender()
  const graph = server.environments.ssr.moduleGraph
  const modules = await Promise.all([PRERENDER, WELCOME].map((url) => graph.getModuleByUrl(url)))
  const styles = new Set(modules.flatMap((module) => (module ? stylesOf(module) : [])))
  return {
    html,
    styles: [...styles].map((url) => `<link rel="stylesheet" href="${url}">`).join(''),
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
 * Names the files of the build where the rendered HTML names sources, such as `/src/ui/icons/icons.svg#send`: it was
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

/** A stylesheet's text as it has to stand in the page: it names files as seen from its own folder. */
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
function inlineStyles(html: string, bundle: Rolldown.OutputBundle): string {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  /** In the order of their imports, so that later styles can override earlier ones. */
  const first = new Set<Rolldown.OutputChunk>()
  const seen = new Set<Rolldown.OutputChunk>()
  const visit = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || seen.has(chunk)) return
    seen.add(chunk)
    for (const imported of chunk.imports) visit(chunks.find(({ fileName }) => fileName === imported))
    first.add(chunk)
  }
  for (const chunk of chunks) {
    if (chunk.isEntry || FIRST.test(chunk.facadeModuleId ?? '')) visit(chunk)
  }
  const files = [...first].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])])
  const texts = files.map((file) => {
    const asset = bundle[file]
    return asset?.type === 'asset' ? styleForPage(String(asset.source).trim(), file) : ''
  })
  return html
    .replace(/\s*<link rel="stylesheet"[^>]*>/g, '')
    .replace(
      '</head>',
      `  <style data-files="${files.map((file) => path.basename(file)).join(' ')}">${texts.join('')}</style>\n  </head>`,
    )
}
