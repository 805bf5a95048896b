import { useEffect } from 'react'
import type { Mode, Page } from '#account/Mode.ts'
import { collectAnnounced } from './announced.ts'
import { WalletBar } from './WalletBar.tsx'
import { useDoorState, type WalletDoor, walletDoor } from './walletDoor.ts'

/** Wallet mode: only what the first paint needs. RainbowKit, wagmi and the connectors come later, in their own chunk. */
export function walletMode(page: Page): Mode {
  const announced = collectAnnounced(window)
  const door: WalletDoor = walletDoor(async () => {
    const { walletLayer } = await import('./WalletLayer.tsx')
    return walletLayer({ page, door, announced })
  })
  const connect = () => door.ask('openConnect')
  const reconnect = {
    // wagmi's own note of the wallet that was used last.
    possible: () => page.storage.getItem('wagmi.recentConnectorId') !== null,
    start: () => door.ask('reconnect'),
  }
  return {
    connect,
    reconnect,
    AccountBar: () => <WalletBar door={door} />,
    Layer: () => <LateLayer door={door} />,
  }
}

/** Loads the layer when the browser has nothing better to do; a hover, focus or tap on Connect comes first. */
function LateLayer({ door }: { door: WalletDoor }) {
  const state = useDoorState(door)
  useEffect(() => {
    if (state !== 'idle') return
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(door.load, 1_000)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(door.load, { timeout: 4_000 })
    return () => cancelIdleCallback(handle)
  }, [door, state])
  const Layer = door.layer()
  return Layer && <Layer />
}
