import type { ElementType, Key, ReactElement, ReactNode } from 'react'
import * as react from 'react/jsx-runtime'

type Props = { readonly children?: ReactNode }

export const Fragment = react.Fragment

/** What the compiler calls for an element in the source: React's, but with whole texts (`wrapTexts`). */
export function jsx(type: ElementType, props: Props, key?: Key): ReactElement {
  return react.jsx(type, wrapTexts(type, props), key)
}

/** The same for an element with several children, which need no keys. */
export function jsxs(type: ElementType, props: Props, key?: Key): ReactElement {
  const wrapped = wrapTexts(type, props)
  return Array.isArray(wrapped.children) ? react.jsxs(type, wrapped, key) : react.jsx(type, wrapped, key)
}

/** Both of them, in development. */
export function jsxDEV(
  type: ElementType,
  props: Props,
  key: Key | undefined,
  isStatic: boolean,
): ReactElement {
  return isStatic ? jsxs(type, props, key) : jsx(type, props, key)
}

/** Elements which contain text and nothing else. */
const TEXT_ONLY = new Set<unknown>(['option', 'title', 'textarea', 'text'])

/**
 * The props of an element of which every text is all that its parent contains: texts beside each other become one, and
 * one beside an element gets an element of its own. React changes the text of such a parent, and holds no text nodes.
 * Others replace those, such as a browser that translates the page; what React holds would be out of the page then:
 * old words would stay, and to remove them or put something before them would throw.
 */
function wrapTexts(type: ElementType, { ...props }: Props & { translate?: 'no' }): Props {
  // Names and other foreign texts are in such elements.
  if (type === 'bdi') props.translate = 'no'
  const { children } = props
  // What contains only a text passes it on whole, except for fragments and the like, which put it beside others.
  const isFragment = typeof type === 'symbol'
  if (!Array.isArray(children))
    return isFragment && isText(children) ? { ...props, children: wrapEach([children])[0] } : props
  const joined = joinTexts(children)
  const shown = joined.filter(isShown)
  const [only] = shown
  if (!isFragment && shown.length < 2 && isText(only)) return { ...props, children: only }
  return { ...props, children: TEXT_ONLY.has(type) ? joined : wrapEach(joined) }
}

/** Every child stays where it is, because React knows it by its place. */
function joinTexts(children: readonly ReactNode[]): readonly ReactNode[] {
  let first = -1
  const joined: ReactNode[] = []
  for (const [index, child] of children.entries()) {
    if (isText(child) && first >= 0) {
      joined[first] = `${joined[first]}${child}`
      joined.push(null)
      continue
    }
    if (isShown(child)) first = isText(child) ? index : -1
    joined.push(child)
  }
  return joined
}

function wrapEach(children: readonly ReactNode[]): readonly ReactNode[] {
  return children.map((child, index) => {
    if (Array.isArray(child)) return wrapEach(joinTexts(child))
    // A space is left bare: nobody translates it, and as an element it would be an item of a flex container.
    return isText(child) && `${child}`.trim()
      ? react.jsx('span', { children: child }, `text-${index}`)
      : child
  })
}

function isText(child: ReactNode): child is string | number | bigint {
  return typeof child === 'string' || typeof child === 'number' || typeof child === 'bigint'
}

function isShown(child: ReactNode): boolean {
  return child !== null && child !== undefined && typeof child !== 'boolean'
}
