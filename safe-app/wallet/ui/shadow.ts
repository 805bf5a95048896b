const SHEET = `
:host { all: initial; }
* { box-sizing: border-box; }
aside, dialog { font: 14px/1.45 system-ui, sans-serif; color: #e8edf3; }
aside { position: fixed; left: 10px; bottom: 76px; z-index: 2147483000; display: grid; gap: 8px; justify-items: start; }
dialog { width: min(26rem, calc(100vw - 24px)); max-height: calc(100dvh - 24px); padding: 18px; overflow: auto;
  background: #141a22; border: 1px solid #3898ff; border-radius: 14px; box-shadow: 0 20px 60px #000a; }
dialog::backdrop { background: #04080e99; }
.panel { display: grid; gap: 8px; width: min(20rem, calc(100vw - 20px)); max-height: calc(100dvh - 132px); padding: 14px;
  overflow: auto; background: #141a22; border: 1px solid #2a3542; border-radius: 12px; box-shadow: 0 12px 40px #0008; }
.panel[hidden] { display: none; }
h2 { margin: 0 0 2px; font-size: 16px; }
h3 { margin: 0 0 10px; font-size: 14px; font-weight: 500; color: #9aa8b8; }
p { margin: 0; color: #9aa8b8; font-size: 12px; }
p.warning { margin-top: 10px; color: #ffd479; font-size: 13px; }
dl { display: grid; gap: 2px; margin: 0; }
dt { color: #9aa8b8; font-size: 12px; }
dd { margin: 0 0 8px; overflow-wrap: anywhere; white-space: pre-wrap; max-height: 10rem; overflow-y: auto; }
.actions { display: grid; grid-template-columns: 1fr 1fr; gap: 10px; margin-top: 14px; }
label { display: grid; gap: 3px; color: #9aa8b8; font-size: 12px; }
label.check { display: flex; align-items: center; gap: 8px; min-height: 24px; color: #e8edf3; font-size: 13px; }
button, select { font: inherit; color: inherit; min-height: 36px; padding: 4px 12px; background: #1b232d;
  border: 1px solid #2a3542; border-radius: 8px; }
select { color: #e8edf3; }
button { cursor: pointer; }
button.primary { background: #3898ff; border-color: #3898ff; color: #06121f; font-weight: 600; }
button.round { width: 36px; padding: 0; border-radius: 18px; border-color: #3898ff; color: #3898ff; }
:focus-visible { outline: 2px solid #3898ff; outline-offset: 2px; }
`

let root: ShadowRoot | null = null

/**
 * The wallet's part of the page. Its style sheet is constructed, so that it works under a page's `style-src
 * 'self'` and Trusted Types; nothing here is parsed from text.
 */
export function shadow(): ShadowRoot {
  if (root?.host.isConnected) return root
  const host = document.createElement('sandbox-wallet')
  root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(SHEET)
  root.adoptedStyleSheets = [sheet]
  document.body.append(host)
  return root
}

/** An element with properties and children. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const node = Object.assign(document.createElement(tag), properties)
  node.append(...children)
  return node
}
