import type { Theme, ThemeChoice, ThemeControl } from '#account/Mode.ts'
import type { KeyValueStore } from '#storage/KeyValueStore.ts'
import { browserKey } from '#storage/keys.ts'

/**
 * The page's theme: dark unless the person chose otherwise. In a frame the host decides (`follow`), and a choice made
 * in a tab is ignored. `boot/early.ts` applies the same choice before the first paint.
 */
export function themeControl(root: HTMLElement, storage: KeyValueStore, isFramed: boolean): ThemeControl {
  const light = matchMedia('(prefers-color-scheme: light)')
  const listeners = new Set<() => void>()
  let choice = parse(storage.getItem(browserKey('theme')))
  const show = (theme: Theme) => {
    root.dataset.theme = theme
    for (const listener of listeners) listener()
  }
  const showChoice = () => {
    if (!isFramed) show(choice === 'system' ? (light.matches ? 'light' : 'dark') : choice)
  }
  showChoice()
  light.addEventListener('change', showChoice)
  return {
    choice: () => (isFramed ? null : choice),
    choose(next) {
      choice = next
      storage.setItem(browserKey('theme'), next)
      showChoice()
    },
    follow: show,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function parse(kept: string | null): ThemeChoice {
  return kept === 'light' || kept === 'system' ? kept : 'dark'
}
