/**
 * The words of the text nodes that React holds, and would change, remove or put something before. Where others replace
 * them, such as a browser that translates, it fails. Those of RainbowKit are its own. Runs in the page.
 */
export function bareTexts(): readonly string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const held: string[] = []
  while (walker.nextNode()) {
    const { currentNode: text } = walker
    const isHeld = Object.keys(text).some((key) => key.startsWith('__reactFiber$'))
    if (isHeld && text.textContent?.trim() && !text.parentElement?.closest('[data-rk]'))
      held.push(text.textContent)
  }
  return held
}
