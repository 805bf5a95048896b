import path from 'node:path'
import type { ESTree, VisitorObject } from 'vite'
import { targetOf } from '#tests/lint/layers.ts'
import { type Finding, findIn, lineAt, type Project, portalSources, type Source, visit } from './source.ts'

type Report = (node: ESTree.Span) => void

/** Finds something in the portal's modules outside its home. */
function outside(home: RegExp, look: (report: Report) => VisitorObject) {
  return (project: Project): readonly Finding[] =>
    portalSources(project)
      .filter(({ file }) => !home.test(file))
      .flatMap((source) => findIn(source, look))
}

const nameOf = (node: { readonly type: string; readonly name?: unknown }) =>
  typeof node.name === 'string' ? node.name : null

/** The text of a string, or the beginning of a template; null for other nodes. */
function textOf(node: ESTree.Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.raw).join(' ')
  if (node.type === 'JSXElement' || node.type === 'JSXFragment')
    return node.children.map((child) => (child.type === 'JSXText' ? child.value : ' ')).join('')
  return null
}

/**
 * The key of a query, how long its answer counts, and how often it is asked. The wallet layer has a client of its own,
 * for the queries of wagmi and RainbowKit.
 */
export const queriesElsewhere = outside(/^src\/(queries|modes\/wallet)\//, (report) => ({
  ObjectExpression: ({ properties }) => {
    for (const property of properties)
      if (
        property.type === 'Property' &&
        /^(queryKey|refetchInterval|pollingInterval|staleTime|gcTime)$/.test(nameOf(property.key) ?? '')
      )
        report(property)
  },
  CallExpression: (call) => {
    if (nameOf(call.callee) === 'polling') report(call)
  },
}))

const STORAGE_KEY = /^(portal\.|wagmi\.|rk-recent|rk-transactions)/

export const storageKeysElsewhere = outside(/^src\/storage\/keys\.ts$/, (report) => ({
  Literal: (node) => {
    if (STORAGE_KEY.test(textOf(node) ?? '')) report(node)
  },
  TemplateLiteral: (node) => {
    if (STORAGE_KEY.test(textOf(node) ?? '')) report(node)
  },
}))

/**
 * Patterns of hexadecimal digits after 0x, or as many of them as an address or a hash has. Checksums of files are
 * allowed.
 */
export const patternsElsewhere = outside(/^src\/(chain\/(hex|schemas)\.ts$|build\/)/, (report) => ({
  Literal: (node) => {
    const pattern = 'regex' in node ? node.regex.pattern : ''
    if (/0x.*\[0-9a-f|\[0-9a-f(A-F)?\]\{(40|64)\}/i.test(pattern)) report(node)
  },
}))

/** Whether a test tells one from several, as in `count === 1` and `rows.length > 1`. */
function isAboutOne(test: ESTree.Expression): 'equal' | 'other' | null {
  if (test.type !== 'BinaryExpression' || test.right.type !== 'Literal') return null
  const { value } = test.right
  if (test.operator === '===' && (value === 1 || value === 1n)) return 'equal'
  return (/^(!==|>)$/.test(test.operator) && (value === 1 || value === 1n)) ||
    (test.operator === '<' && value === 2)
    ? 'other'
    : null
}

/** Whether two branches are the singular and the plural of some words. */
function areTwoWordings(one: ESTree.Expression, other: ESTree.Expression, isExact: boolean): boolean {
  const texts = [textOf(one), textOf(other)]
  if (texts.includes('')) return texts.some((text) => /^e?s$/.test(text ?? ''))
  const words = texts.filter((text) => /[a-z]/i.test(text ?? ''))
  return (
    words.length === 2 || (isExact && words.length === 1 && [one, other].some((branch) => nameOf(branch)))
  )
}

/** Formats for the screen: `Intl`, `toLocaleString` and its kin, and a choice between singular and plural. */
export const formatsElsewhere = outside(/^src\/domain\/shared\/format\.ts$/, (report) => {
  let icon: ESTree.Span = { start: -1, end: -1 }
  return {
    // The icon of one and of several is no word.
    JSXAttribute: (node) => {
      if (node.name.name === 'icon') icon = node
    },
    MemberExpression: (node) => {
      if (nameOf(node.object) === 'Intl' || /^toLocale/.test(nameOf(node.property) ?? '')) report(node)
    },
    ConditionalExpression: (node) => {
      if (node.start < icon.end && node.start > icon.start) return
      const about = isAboutOne(node.test)
      if (about && areTwoWordings(node.consequent, node.alternate, about === 'equal')) report(node)
    },
  }
})

/** Comparisons of an account's kind in pages and components. */
export function kindsInPages(project: Project): readonly Finding[] {
  const isKind = (node: ESTree.Node): boolean => {
    if (node.type === 'ChainExpression') return isKind(node.expression)
    return nameOf(node) === 'kind' || (node.type === 'MemberExpression' && nameOf(node.property) === 'kind')
  }
  const isOne = (node: ESTree.Node | null) => node !== null && /^(safe|eoa)$/.test(textOf(node) ?? '')
  return portalSources(project)
    .filter(({ file }) => /^src\/(pages|components)\//.test(file))
    .flatMap((source) =>
      findIn(source, (report) => ({
        BinaryExpression: (node) => {
          if ((isKind(node.left) && isOne(node.right)) || (isOne(node.left) && isKind(node.right)))
            report(node)
        },
        SwitchStatement: (node) => {
          if (isKind(node.discriminant) && node.cases.some((one) => isOne(one.test))) report(node)
        },
      })),
    )
}

/** Imports of React and TanStack Query in the domain. */
export function reactInDomain(project: Project): readonly Finding[] {
  return portalSources(project)
    .filter(({ file }) => file.startsWith('src/domain/'))
    .flatMap(({ file, module }) =>
      module.staticImports.flatMap(({ moduleRequest: { value } }) =>
        /^(react|react-dom|@tanstack\/.+)(\/|$)/.test(value)
          ? [{ where: file, detail: `${file} imports ${value}` }]
          : [],
      ),
    )
}

/** Paths of the portal's files and paths inside packages in the build's configuration. */
export function pathsInViteConfig({ sources }: Project): readonly Finding[] {
  const isPath = (text: string) =>
    // A pattern of files names none of them.
    (/\bsrc\//.test(text) && !text.includes('*')) ||
    /node_modules|^(@[\w-]+\/)?[a-z][\w-]*\/.+\.[cm]?jsx?$/.test(text)
  return sources
    .filter(({ file }) => file === 'vite.config.ts')
    .flatMap((source) =>
      findIn(source, (report) => {
        const aside: ESTree.Span[] = []
        const look = (node: ESTree.Span, text: string | null) => {
          const isAside = aside.some(({ start, end }) => node.start >= start && node.end <= end)
          if (text !== null && !isAside && isPath(text)) report(node)
        }
        return {
          ImportDeclaration: (node) => void aside.push(node),
          CallExpression: (node) => {
            if (nameOf(node.callee) === 'replaced') aside.push(node)
          },
          Literal: (node) =>
            look(node, 'regex' in node ? node.regex.pattern.replaceAll('\\', '') : textOf(node)),
          TemplateLiteral: (node) => look(node, textOf(node)),
        }
      }),
    )
}

const MOST_COMPONENTS = 3

/** Modules that import a stylesheet of another folder, or that are more than three. */
export function sharedStyles(project: Project): readonly Finding[] {
  const importers = new Map<string, string[]>()
  for (const { file, module } of portalSources(project))
    for (const { moduleRequest } of module.staticImports) {
      const target = targetOf(file, moduleRequest.value)
      if (target?.endsWith('.module.css')) importers.set(target, [...(importers.get(target) ?? []), file])
    }
  return [...importers].flatMap(([style, files]) => {
    const isOwn = (file: string) => path.posix.dirname(file) === path.posix.dirname(style)
    const wrong = [...files.filter((file) => !isOwn(file)), ...files.filter(isOwn).slice(MOST_COMPONENTS)]
    return wrong.map((file) => ({ where: style, detail: `${style}: imported by ${file}` }))
  })
}

const MOST_LINES = 400

/** Files with too many lines. */
export function longFiles(project: Project): readonly Finding[] {
  return portalSources(project).flatMap(({ file, text }) => {
    const lines = text.trimEnd().split('\n').length
    return lines > MOST_LINES ? [{ where: file, detail: `${file}: ${lines} lines` }] : []
  })
}

const MOST_COMPONENT_LINES = 150

/** Functions with the name of a component and too many lines. */
export function longComponents(project: Project): readonly Finding[] {
  return portalSources(project)
    .filter(({ file }) => file.endsWith('.tsx'))
    .flatMap((source) => {
      const found: Finding[] = []
      const { file, text } = source
      const look = (node: ESTree.Span, name: string | null) => {
        const lines = lineAt(text, node.end) - lineAt(text, node.start) + 1
        if (name && /^[A-Z][a-z]/.test(name) && lines > MOST_COMPONENT_LINES)
          found.push({ where: `${file}: ${name}`, detail: `${file}: ${name} has ${lines} lines` })
      }
      visit(source, {
        FunctionDeclaration: (node) => look(node, node.id && nameOf(node.id)),
        VariableDeclarator: (node) => {
          if (node.init && /^(Arrow|Function|Call)/.test(node.init.type)) look(node, nameOf(node.id))
        },
      })
      return found
    })
}

/**
 * Components that may return bare text, and elements that are made around `src/ui/jsx.ts`, which gives each text an
 * element.
 */
export function bareTexts(project: Project): readonly Finding[] {
  return portalSources(project)
    .filter(({ file }) => file.endsWith('.tsx'))
    .flatMap((source) =>
      findIn(source, (report) => {
        const look = (name: string | null, component: ESTree.Node | null) => {
          if (!name || !/^[A-Z][a-z]/.test(name) || !component || !('body' in component)) return
          for (const returned of returnsOf(component.body as ESTree.Node)) {
            if (!isElement(returned, component.body as ESTree.Node)) report(returned)
          }
        }
        return {
          FunctionDeclaration: (node) => look(node.id && nameOf(node.id), node),
          VariableDeclarator: ({ id, init }) => {
            if (init && /^(Arrow|Function)/.test(init.type)) look(nameOf(id), init)
          },
          ImportSpecifier: (node) => {
            if (/^(createElement|cloneElement)$/.test(node.local.name)) report(node)
          },
        }
      }),
    )
}

/** What a function returns, without the functions in it. */
function returnsOf(body: ESTree.Node): readonly ESTree.Node[] {
  if (body.type !== 'BlockStatement') return [body]
  const found: ESTree.Node[] = []
  inFunction(body, (node) => {
    if (node.type === 'ReturnStatement' && node.argument) found.push(node.argument)
  })
  return found
}

/** Whether an expression is an element or nothing, by its form or by that of the constant that it names. */
function isElement(node: ESTree.Node, body: ESTree.Node): boolean {
  switch (node.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return true
    case 'Literal':
      return node.value === null
    case 'ConditionalExpression':
      return isElement(node.consequent, body) && isElement(node.alternate, body)
    case 'LogicalExpression':
      return isElement(node.right, body)
    case 'ParenthesizedExpression':
      return isElement(node.expression, body)
    case 'CallExpression':
      return (
        node.callee.type === 'MemberExpression' && /^(map|flatMap)$/.test(nameOf(node.callee.property) ?? '')
      )
    case 'Identifier': {
      let isKnown = false
      inFunction(body, (other) => {
        if (other.type === 'VariableDeclarator' && nameOf(other.id) === node.name && other.init)
          isKnown = isElement(other.init, body)
      })
      return isKnown
    }
    default:
      return false
  }
}

/** Visits the nodes of a function, without those of the functions in it. */
function inFunction(node: object, look: (node: ESTree.Node) => void): void {
  for (const child of Object.values(node)) {
    for (const one of [child].flat()) {
      if (typeof one !== 'object' || one === null || !('type' in one) || /Function/.test(String(one.type)))
        continue
      look(one as ESTree.Node)
      inFunction(one, look)
    }
  }
}

/** Object literals spread into another, which hide how many properties that has. */
export function spreadLiterals({ sources }: Project): readonly Finding[] {
  return sources.flatMap((source) =>
    findIn(source, (report) => ({
      SpreadElement: (node) => {
        if (node.argument.type === 'ObjectExpression') report(node)
      },
    })),
  )
}

const MOST_RELATIVES = 20

/** Comments that begin with a relative, if they are more than are allowed. */
export function relativeComments({ sources }: Project): readonly Finding[] {
  const all = sources.flatMap(beginsWithRelative)
  return all.length > MOST_RELATIVES ? all : []
}

function beginsWithRelative({ file, text, comments }: Source): readonly Finding[] {
  return comments.flatMap(({ type, value, start }, at) => {
    const before = comments[at - 1]
    const isGoingOn =
      type === 'Line' && before?.type === 'Line' && /^\n[ \t]*$/.test(text.slice(before.end, start))
    const words = value.replace(/^[\s*]+/, '')
    if (isGoingOn || !/^(What|Who|Whom|That|Where)\b/.test(words)) return []
    return [{ where: file, detail: `${file}:${lineAt(text, start)}: ${words.split('\n')[0]}` }]
  })
}
