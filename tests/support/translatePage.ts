import type { Page } from 'playwright/test'

declare global {
  interface Window {
    /** Texts that the page changed after they were translated, while the old words still show. */
    readonly stale: () => readonly string[]
  }
}

/**
 * Translates every page of an origin as browsers do, also in frames: each text, once it appears or changes, is replaced
 * by a text in two `font` elements. Words stay the same, so tests go on finding them.
 */
export async function translatePages(page: Page, origin: string): Promise<void> {
  await page.addInitScript((translated) => {
    if (location.origin !== translated) return
    const replaced: { readonly old: Text; readonly font: Element; readonly said: string }[] = []
    const skipped = 'script,style,textarea,noscript,svg,option,[translate=no]'
    const translate = (text: Text) => {
      const parent = text.parentElement
      if (!parent || parent.tagName === 'FONT' || parent.closest(skipped) || !/\p{L}/u.test(text.data)) return
      const font = document.createElement('font')
      const inner = document.createElement('font')
      inner.textContent = text.data
      font.append(inner)
      replaced.push({ old: text, font, said: text.data })
      text.replaceWith(font)
    }
    const translateAll = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts = root instanceof Text ? [root] : []
      while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
      for (const text of texts) translate(text)
    }
    document.addEventListener('DOMContentLoaded', () => {
      translateAll(document.body)
      new MutationObserver((changes) => {
        for (const { type, target, addedNodes } of changes) {
          if (type === 'characterData' && target instanceof Text) translate(target)
          for (const node of addedNodes) translateAll(node)
        }
      }).observe(document.body, { childList: true, subtree: true, characterData: true })
    })
    Object.assign(window, {
      stale: () =>
        replaced
          .filter(({ old, font, said }) => font.isConnected && old.data !== said)
          .map(({ old, font }) => `shows “${font.textContent}”, means “${old.data}”`),
    })
  }, origin)
}
