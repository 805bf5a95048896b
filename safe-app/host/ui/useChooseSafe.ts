import type { Address } from 'viem'
import { choose } from '../state/Host.ts'
import { useHost } from './HostContext.tsx'

/** Changes the Safe. The frame is replaced too, unless the fault "keep the frame" is on. */
export function useChooseSafe(): (safe: Address) => void {
  const { store } = useHost()
  return (safe) => {
    choose(store, { safe })
    if (!store.get().settings.keepFrame) store.set({ safe: null })
  }
}
