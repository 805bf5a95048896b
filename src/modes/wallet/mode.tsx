import { startTransition, useEffect, useState } from 'react'
import { useHashLocation } from 'wouter/use-hash-location'
import { type Mode, type Page, useConnection } from '#account/connection.ts'
import type { Address } from '#chain/money/Address.ts'
import { recentConnectorKey } from '#storage/keys.ts'
import { Button } from '#ui/Button.tsx'
import { Identicon, ShortAddress } from '#ui/content/Identity.tsx'
import { Icon, TokenLogo } from '#ui/icons/Icon.tsx'
import { shortName, useAccountName } from './accountName.ts'
import { collectAnnounced } from './announced.ts'
import { isDataPrecious, savesData } from './dataSaver.ts'
import css from './mode.module.css'
import { useLoaderState, type WalletLoader, walletLoader } from './walletLoader.ts'

/**
 * Wallet mode: only what the first paint needs. RainbowKit, wagmi and the connectors load later, in their own
 * chunk.
 */
export function walletMode(page: Page): Mode {
  const announced = collectAnnounced(window)
  const loader: WalletLoader = walletLoader(async () => {
    const { walletLayer } = await import('./WalletLayer.tsx')
    return walletLayer({ page, loader, announced })
  })
  const connect = {
    open: () => loader.ask('openConnect'),
    chooseNetwork: () => loader.ask('openNetworks'),
    // After a failure only a press tries again: hovering would hide the message.
    prepare: () => loader.state() === 'failed' || loader.load(),
    state: () => (loader.state() === 'failed' ? 'failed' : loader.isAsked() ? 'pending' : 'idle'),
    subscribe: loader.subscribe,
  } as const
  const reconnect = {
    possible: () => page.storage.getItem(recentConnectorKey) !== null,
    start: () => loader.ask('reconnect'),
  }
  return {
    connect,
    reconnect,
    disconnect: () => loader.ask('disconnect'),
    AccountBar: () => <WalletBar loader={loader} />,
    Layer: () => <LateLayer loader={loader} />,
  }
}

/** Loads the layer when the browser is idle, or earlier on hover, focus or tap on Connect. */
function LateLayer({ loader }: { loader: WalletLoader }) {
  const state = useLoaderState(loader)
  useEffect(() => {
    if (state !== 'idle' || savesData()) return
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(loader.load, 1_000)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(loader.load, { timeout: 4_000 })
    return () => cancelIdleCallback(handle)
  }, [loader, state])
  const [location] = useHashLocation()
  // The whole portal is much to download, and most who open a request come once, on a phone.
  const isKept = state === 'ready' && !isDataPrecious() && !location.startsWith('/r/')
  useEffect(() => {
    // The development server has nothing to keep.
    if (!isKept || !import.meta.env.PROD) return
    const timer = setTimeout(async () => (await import('./keepOffline.ts')).keepOffline(), 3_000)
    return () => clearTimeout(timer)
  }, [isKept])
  const Layer = useTransitionTo(loader.layer())
  return Layer && <Layer />
}

/**
 * Follows a value in a transition: its dependents are rendered in small pieces, so that a press in between is
 * handled.
 */
function useTransitionTo<T>(value: T): T {
  const [followed, setFollowed] = useState(() => value)
  useEffect(() => startTransition(() => setFollowed(() => value)), [value])
  return followed
}

/** The connected account in the header. Renders without any wallet code. */
function WalletBar({ loader }: { loader: WalletLoader }) {
  const connection = useConnection()
  if (connection.status !== 'connected') return null
  if (connection.unsupported) {
    return (
      <Button className={css.wrong} onClick={() => loader.ask('openNetworks')}>
        <Icon name="triangle-alert" size={16} /> Wrong network
      </Button>
    )
  }
  const { address } = connection.account
  return (
    <>
      <Button
        ghost
        className={css.network}
        onClick={() => loader.ask('openNetworks')}
        aria-label="Chain Selector: BSC"
      >
        <TokenLogo symbol="BNB" size={18} /> <span>BSC</span>
      </Button>
      <Button className={css.account} onClick={() => loader.ask('openAccount')}>
        <Identicon address={address} size={28} />
        <AccountLabel address={address} />
      </Button>
    </>
  )
}

/**
 * The account's name, if it has one. The full address is still in the title and available to screen readers.
 */
function AccountLabel({ address }: { address: Address }) {
  const name = useAccountName(address)
  if (name === null) return <ShortAddress address={address} own />
  return (
    <span className={css.name} title={address}>
      {shortName(name)} <span className="visually-hidden">{address}</span>
    </span>
  )
}
