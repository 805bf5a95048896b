import { type ComponentType, useSyncExternalStore } from 'react'
import { createStore, type Store } from '#storage/store.ts'

/** Commands of the loaded wallet layer. */
export type WalletCommands = {
  readonly openConnect: () => void
  readonly openAccount: () => void
  readonly openNetworks: () => void
  /** Connects the wallet used last, or opens the list if that is not possible. */
  readonly reconnect: () => void
  readonly disconnect: () => void
}

/** Loading state of the wallet layer. It is never needed for the first paint. */
type LoaderState = 'idle' | 'loading' | 'ready' | 'failed'

/** Loads the wallet layer on demand and remembers a tap that came too early. */
export type WalletLoader = {
  readonly state: () => LoaderState
  readonly subscribe: Store<unknown>['subscribe']
  /** Starts loading, or retries after a failure. */
  readonly load: () => void
  /** The loaded layer, or null. */
  readonly layer: () => ComponentType | null
  /** Runs a command now, or as soon as the layer provides it. */
  readonly ask: (command: keyof WalletCommands) => void
  /** Whether a command is waiting for the layer. */
  readonly isAsked: () => boolean
  /** Called only by the layer, each time its commands change. */
  readonly provide: (commands: Partial<WalletCommands>) => void
}

/** A layer that is being loaded, and the command that waits for it. */
type Loading = {
  readonly state: LoaderState
  readonly layer: ComponentType | null
  readonly wanted: keyof WalletCommands | null
}

export function walletLoader(importLayer: () => Promise<ComponentType>): WalletLoader {
  const { get, set, subscribe } = createStore<Loading>({ state: 'idle', layer: null, wanted: null })
  const change = (some: Partial<Loading>) => set({ ...get(), ...some })
  let commands: Partial<WalletCommands> = {}
  const load = () => {
    if (get().state === 'loading' || get().state === 'ready') return
    change({ state: 'loading' })
    importLayer().then(
      (layer) => change({ state: 'ready', layer }),
      (error: unknown) => {
        console.error(error)
        change({ state: 'failed', wanted: null })
      },
    )
  }
  const run = () => {
    const { wanted } = get()
    const command = wanted && commands[wanted]
    if (!command) return
    change({ wanted: null })
    command()
  }
  return {
    state: () => get().state,
    layer: () => get().layer,
    subscribe,
    load,
    ask(command) {
      load()
      change({ wanted: command })
      run()
    },
    isAsked: () => get().wanted !== null,
    provide(next) {
      commands = next
      run()
    },
  }
}

/** The loading state of the layer, for components. */
export function useLoaderState(loader: WalletLoader): LoaderState {
  return useSyncExternalStore(loader.subscribe, loader.state)
}
