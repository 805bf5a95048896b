import type { KeyValueStore, Theme, ThemeControl } from '#account/Mode.ts'

const KEY = 'portal.theme'

/**
 * The page's theme: dark unless the person or the Safe host chose light. Restores the saved choice
 * immediately.
 */
export function themeControl(root: HTMLElement, storage: KeyValueStore): ThemeControl {
  const listeners = new Set<() => void>()
  const put = (theme: Theme) => {
    root.dataset.theme = theme
    for (const listener of listeners) listener()
  }
  const kept = storage.getItem(KEY)
  if (kept === 'light' || kept === 'dark') put(kept)
  return {
    current: () => (root.dataset.theme === 'light' ? 'light' : 'dark'),
    apply(theme, keep) {
      put(theme)
      if (keep) storage.setItem(KEY, theme)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
