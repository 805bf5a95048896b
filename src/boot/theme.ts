import type { Theme, ThemeChoice, ThemeControl } from '#account/Mode.ts'
import type { KeyValueStore } from '#storage/KeyValueStore.ts'
import { browserKey } from '#storage/keys.ts'
import { createStore } from '#storage/store.ts'

/**
 * The page's theme: the system's unless the person chose otherwise. In a frame the host decides (`follow`), and a choice made
 * in a tab is ignored. `boot/early.ts` applies the same choice before the first paint.
 */
export function themeControl(root: HTMLElement, storage: KeyValueStore, isFramed: boolean): ThemeControl {
  const light = matchMedia('(prefers-color-scheme: light)')
  const choice = createStore(parse(storage.getItem(browserKey('theme'))))
  const shown = createStore<Theme>('dark')
  const show = (theme: Theme) => {
    root.dataset.theme = theme
    shown.set(theme)
  }
  const showChoice = () => {
    const chosen = choice.get()
    if (!isFramed) show(chosen === 'system' ? (light.matches ? 'light' : 'dark') : chosen)
  }
  showChoice()
  light.addEventListener('change', showChoice)
  return {
    choice: () => (isFramed ? null : choice.get()),
    shown: shown.get,
    choose(next) {
      choice.set(next)
      storage.setItem(browserKey('theme'), next)
      showChoice()
    },
    follow: show,
    subscribe(listener) {
      const [leaveChoice, leaveShown] = [choice.subscribe(listener), shown.subscribe(listener)]
      return () => {
        leaveChoice()
        leaveShown()
      }
    },
  }
}

function parse(kept: string | null): ThemeChoice {
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}
