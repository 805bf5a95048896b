import { useSyncExternalStore } from 'react'
import { usePortal } from '#account/connection.ts'
import type { ThemeChoice } from '#account/Mode.ts'

/** The theme that the person chose, and how to choose another; null in a frame, where the host decides. */
export function useTheme(): readonly [ThemeChoice | null, (choice: ThemeChoice) => void] {
  const { theme } = usePortal().page
  const choice = useSyncExternalStore(theme.subscribe, theme.choice, theme.choice)
  return [choice, theme.choose]
}
