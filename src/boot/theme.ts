import type { Theme, ThemeChoice, ThemeControl } from '#account/Mode.ts'
import type { KeyValueStore } from '#storage/KeyValueStore.ts'
import { browserKey } from '#storage/keys.ts'
import { createStore } from '#storage/store.ts'

/**
 * The page's theme: dark unless the person chose otherwise. In a frame the host decides (`follow`), and a choice made
 * in a tab is ignored. `boot/early.ts` applies the same choice before the first paint.
 */
export function themeControl(root: HTMLElement, storage: KeyValueStore, isFramed: boolean): ThemeControl {
  const light = matchMedia('(prefers-color-scheme: light)')
  const { get, set, subscribe } = createStore(parse(storage.getItem(browserKey('theme'))))
  const show = (theme: Theme) => {
    root.dataset.theme = theme
  }
  const showChoice = () => {
    const choice = get()
    if (!isFramed) show(choice === 'system' ? (light.matches ? 'light' : 'dark') : choice)
  }
  showChoice()
  light.addEventListener('change', showChoice)
  return {
    choice: () => (isFramed ? null : get()),
    choose(next) {
      set(next)
      storage.setItem(browserKey('theme'), next)
      showChoice()
    },
    follow: show,
    subscribe,
  }
}

function parse(kept: string | null): ThemeChoice {
  return kept === 'light' || kept === 'system' ? kept : 'dark'
}
