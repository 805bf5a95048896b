import { type ComponentType, useSyncExternalStore } from 'react'

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
  readonly subscribe: (listener: () => void) => () => void
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

export function walletLoader(importLayer: () => Promise<ComponentType>): WalletLoader {
  let state: LoaderState = 'idle'
  let layer: ComponentType | null = null
  let commands: Partial<WalletCommands> = {}
  let wanted: keyof WalletCommands | null = null
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  const become = (next: LoaderState) => {
    state = next
    notify()
  }
  const load = () => {
    if (state === 'loading' || state === 'ready') return
    become('loading')
    importLayer().then(
      (loaded) => {
        layer = loaded
        become('ready')
      },
      (error: unknown) => {
        console.error(error)
        wanted = null
        become('failed')
      },
    )
  }
  const run = () => {
    const command = wanted && commands[wanted]
    if (!command) return
    wanted = null
    command()
    notify()
  }
  return {
    state: () => state,
    layer: () => layer,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    load,
    ask(command) {
      wanted = command
      load()
      run()
      notify()
    },
    isAsked: () => wanted !== null,
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
