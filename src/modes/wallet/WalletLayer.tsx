import '@rainbow-me/rainbowkit/styles.css'
import './rainbowkit.css'
import {
  RainbowKitProvider,
  useAccountModal,
  useAddRecentTransaction,
  useChainModal,
  useConnectModal,
} from '@rainbow-me/rainbowkit'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { PersistQueryClientProvider } from '@tanstack/react-query-persist-client'
import { type ComponentType, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type Config, useAccount, useConfig, useDisconnect, WagmiProvider } from 'wagmi'
import { reconnect } from 'wagmi/actions'
import { getEnsNameQueryKey } from 'wagmi/query'
import type { OpenedAccount } from '#account/Account.ts'
import { type Page, setConnection } from '#account/connection.ts'
import type { Address } from '#chain/money/Address.ts'
import { isBnbName } from '#chain/names/addressLike.ts'
import { findPortalError } from '#chain/PortalError.ts'
import { env } from '#env.ts'
import type { FailedRequest } from '#modes/wallet/wallets/quiet.ts'
import { createStore } from '#storage/store.ts'
import { Notice } from '#ui/Notice.tsx'
import { setAccountName } from './accountName.ts'
import type { Announced } from './announced.ts'
import { bsc } from './bsc.ts'
import { faultOf } from './faultSentences.ts'
import { sanitiseRecentTransactions, sanitiseRecentWallets, validTransaction } from './storedWallets.ts'
import css from './WalletLayer.module.css'
import { walletFault } from './walletFault.ts'
import { layerClient, persistOptions, type UnreachableWallet, walletList } from './walletList.ts'
import type { WalletLoader } from './walletLoader.ts'

/**
 * Fixes accessibility gaps in RainbowKit 2.2.11's dialogs as they appear: pictures beside a name are decorative, and
 * each dialog needs a name. `unreachable` marks the rows of wallets that cannot be used here. A request that failed
 * is marked, too: RETRY would be below “Opening …” and “Confirm connection”. Returns a function that stops it.
 */
function mendDialogs(
  root: HTMLElement,
  unreachable: () => ReadonlyMap<string, UnreachableWallet>,
): () => void {
  const mend = () => {
    for (const picture of root.querySelectorAll('[data-rk] [role="img"]:not([aria-label], [aria-hidden])')) {
      picture.setAttribute('aria-hidden', 'true')
    }
    // A blurred picture behind a download must not be scrollable.
    for (const glow of root.querySelectorAll<HTMLElement>('[data-rk] [style*="blur(100px)"]')) {
      glow.style.overflow = 'hidden'
    }
    for (const dialog of root.querySelectorAll('[data-rk][role="dialog"], [data-rk] [role="dialog"]')) {
      nameDialog(dialog)
    }
    for (const view of root.querySelectorAll('[data-rk] [style*="text-align: center"]')) {
      view.toggleAttribute('data-failed', view.querySelector('button')?.textContent === 'RETRY')
    }
    for (const row of root.querySelectorAll<HTMLElement>('[data-testid^="rk-wallet-option-"]')) {
      const found = unreachable().get(row.dataset.testid?.slice('rk-wallet-option-'.length) ?? '')
      const mark = found?.isMissing ? 'missing' : ''
      if (!found) delete row.dataset.unsupported
      else if (row.dataset.unsupported !== mark) {
        row.dataset.unsupported = mark
        row.title = found.reason
      }
    }
  }
  const observer = new MutationObserver(mend)
  observer.observe(root, { childList: true, subtree: true })
  mend()
  return () => observer.disconnect()
}

/** Names a dialog after its purpose if it has no visible title (yet). */
function nameDialog(dialog: Element): void {
  const title = document.getElementById(dialog.getAttribute('aria-labelledby') ?? '')
  if (title && dialog.contains(title)) {
    dialog.removeAttribute('aria-label')
  } else if (!dialog.hasAttribute('aria-label')) {
    dialog.setAttribute('aria-label', dialog.querySelector('h1, h2')?.textContent?.trim() || 'Wallet')
  }
}

/** Explains beside RainbowKit's dialog why a wallet request failed, using the wording of the catalogue. */
function reportFault(error: unknown, request: FailedRequest, wallet: string): void {
  const own = findPortalError(error)
  if (own) {
    showNotice({ tone: 'info', title: wallet, text: own.message })
    return
  }
  const { kind, sentence, hint } = walletFault(error, request, { connector: { name: wallet } })
  const text =
    hint ??
    (request === 'connect'
      ? `${wallet} is not connected. You can try it again, or choose another wallet.`
      : `${wallet} is still on its other network. Nothing can be paid before it is on BNB Smart Chain.`)
  showNotice({ tone: kind === 'rejected' ? 'info' : 'warn', title: sentence, text })
}

/** Builds the RainbowKit shell. It is mounted beside the portal and draws only its own dialogs. */
export async function walletLayer(parts: {
  page: Page
  loader: WalletLoader
  announced: Announced
}): Promise<ComponentType> {
  const { storage } = parts.page
  // RainbowKit reads localStorage unguarded; if the browser blocks it, the whole layer would crash.
  if (storage.keeping() === 'page') {
    Object.defineProperty(window, 'localStorage', { configurable: true, value: storage })
  }
  sanitiseRecentWallets(storage)
  sanitiseRecentTransactions(storage)
  const { config, unreachable } = walletList(storage, parts.announced, {
    requested: () => showNotice(null),
    failed: reportFault,
  })
  const client = layerClient()
  const persist = persistOptions(storage)
  // Do not download the sign-in step unless a server is configured for it.
  const Wagmi = env.authUrl === null ? WagmiProvider : await signInStep(env.authUrl, parts.loader)
  return function WalletLayer() {
    useEffect(() => mendDialogs(document.body, unreachable), [])
    return (
      <Wagmi config={config} reconnectOnMount={false}>
        <PersistQueryClientProvider client={client} persistOptions={persist}>
          {/* The theme is rainbowkit.css: an inline style element would need an exception in the policy. */}
          <RainbowKitProvider
            theme={null}
            initialChain={bsc.id}
            locale="en-US"
            modalSize="wide"
            showRecentTransactions
            avatar={Avatar}
            appInfo={{ appName: 'Influencer Portal', learnMoreUrl: 'https://ethereum.org/wallets/' }}
          >
            <WalletBridge loader={parts.loader} />
          </RainbowKitProvider>
        </PersistQueryClientProvider>
        <NoticePopover />
      </Wagmi>
    )
  }
}

async function signInStep(authUrl: string, loader: WalletLoader) {
  const { signInProvider } = await import('./sign-in/signInProvider.tsx')
  return signInProvider(authUrl, () => loader.ask('openConnect'))
}

/** Colours that are easy to distinguish on the dark dialog, bright enough for its text-sized details. */
const AVATAR_COLOURS = ['#3898ff', '#7ee0b5', '#ffd166', '#ff8fab', '#b79cff', '#6fd3ff'] as const

/** Cells drawn per row; the others mirror them. */
const AVATAR_HALF = 3
const AVATAR_SIDE = 5

/**
 * A picture derived from the address alone: the same address always looks the same, and no request is needed.
 * RainbowKit's own is an emoji, which some systems cannot draw.
 */
function Avatar({ address, size }: { address: string; size: number }) {
  const digits = [...address.slice(2).toLowerCase()].map((digit) => Number.parseInt(digit, 16))
  const colour = AVATAR_COLOURS[(digits.at(-1) ?? 0) % AVATAR_COLOURS.length]
  const cells = digits.slice(0, AVATAR_HALF * AVATAR_SIDE).flatMap((digit, index) => {
    if (digit % 2 === 0) return []
    const [x, y] = [index % AVATAR_HALF, Math.floor(index / AVATAR_HALF)]
    return x === AVATAR_HALF - 1
      ? [{ x, y }]
      : [
          { x, y },
          { x: AVATAR_SIDE - 1 - x, y },
        ]
  })
  return (
    <svg width={size} height={size} viewBox="-1 -1 7 7" aria-hidden="true">
      <rect x="-1" y="-1" width="7" height="7" fill="#1b2436" />
      {cells.map(({ x, y }) => (
        <rect key={`${x} ${y}`} x={x} y={y} width="1" height="1" fill={colour} />
      ))}
    </svg>
  )
}

/**
 * Passes wagmi's state to the portal's connection, and the portal's commands to RainbowKit. Renders nothing.
 */
function WalletBridge({ loader }: { loader: WalletLoader }): null {
  const config = useConfig()
  const { status, address, chainId } = useAccount()
  const [reconnecting, setReconnecting] = useState(false)
  const { openChainModal } = useChainModal()
  const account = useOpenedAccount(address)

  useEffect(() => {
    if (reconnecting) setConnection({ status: 'reconnecting' })
    else if (status !== 'connected') setConnection({ status })
    // RainbowKit offers networks once the account is verified, or at once without a sign-in step.
    else if (!openChainModal) setConnection({ status: 'connecting' })
    else if (account?.address !== address || !account) setConnection({ status: 'connecting' })
    else setConnection({ status, account, chainId, unsupported: chainId !== bsc.id })
  }, [account, address, chainId, openChainModal, status, reconnecting])

  useEffect(() => {
    if (status === 'connected') showNotice(null)
  }, [status])

  useNameLookup(address)
  useSayClosed(status)
  useProvideLoader(loader, async (openConnect) => {
    setReconnecting(true)
    const again = await reconnectLast(config)
    setReconnecting(false)
    if (!again) openConnect?.()
  })
  return null
}

/** Provides RainbowKit's dialogs to the loader while they can be opened. */
function useProvideLoader(loader: WalletLoader, onReconnect: (openConnect?: () => void) => void): void {
  const client = useQueryClient()
  const { openConnectModal } = useConnectModal()
  const { openAccountModal } = useAccountModal()
  const { openChainModal } = useChainModal()
  const { disconnect } = useDisconnect()
  const again = useRef(onReconnect)
  useEffect(() => {
    again.current = onReconnect
  })
  useEffect(() => {
    const quietly = (open: () => void) => () => {
      showNotice(null)
      open()
    }
    loader.provide({
      ...(openConnectModal && {
        openConnect: quietly(openConnectModal),
        reconnect: quietly(() => again.current(openConnectModal)),
      }),
      ...(openAccountModal && {
        openAccount: quietly(() => {
          // A balance shown to a person must not be a day old.
          void client.invalidateQueries({ queryKey: ['balance'] })
          openAccountModal()
        }),
      }),
      ...(openChainModal && { openNetworks: quietly(openChainModal) }),
      disconnect: () => disconnect(),
    })
  }, [loader, client, openConnectModal, openAccountModal, openChainModal, disconnect])
}

/** RainbowKit silently closes its dialog during a wallet request; the portal treats that as a rejection. */
function useSayClosed(status: string): void {
  const { connectModalOpen } = useConnectModal()
  const before = useRef(connectModalOpen)
  useEffect(() => {
    const closed = before.current && !connectModalOpen
    before.current = connectModalOpen
    if (!closed) return
    if (status !== 'connecting') {
      // The notice belonged to the closed dialog.
      showNotice(null)
    } else {
      showNotice({
        tone: 'info',
        title: faultOf('rejected').sentence,
        text: 'You closed the dialog while your wallet was asked. Nothing is connected.',
      })
    }
  }, [connectModalOpen, status])
}

/** Reconnects the wallet used last, if it still grants access. True on success. */
async function reconnectLast(config: Config): Promise<boolean> {
  try {
    const id = await config.storage?.getItem('recentConnectorId')
    const connector = config.connectors.find((candidate) => candidate.id === id)
    if (!connector) return false
    return (await reconnect(config, { connectors: [connector] })).length > 0
  } catch {
    return false
  }
}

/** RainbowKit looks up names on Ethereum only. */
const ETHEREUM_ID = 1

/** Looks up the name of the connected account, for the header and for RainbowKit's dialog. */
function useNameLookup(address: Address | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    setAccountName(null)
    if (!address) return
    let wanted = true
    void lookUp(client, address).then((name) => {
      if (wanted && name !== null) setAccountName({ address, name })
    })
    return () => {
      wanted = false
    }
  }, [client, address])
}

/**
 * RainbowKit never queries Ethereum here, because wagmi only has BSC, but it shows the cached answer under wagmi's
 * key for Ethereum. So BSC's answer is stored there, for as long as any name.
 */
async function lookUp(client: QueryClient, address: Address): Promise<string | null> {
  const queryKey = getEnsNameQueryKey({ address, chainId: ETHEREUM_ID })
  try {
    const name = await client.fetchQuery<unknown>({
      queryKey,
      // The endpoints have already been tried in turn.
      retry: false,
      async queryFn() {
        const [{ bscRpc }, { readName }] = await Promise.all([
          import('#chain/rpc/bscRpc.ts'),
          import('#chain/names/spaceId.ts'),
        ])
        return readName(bscRpc, address)
      },
    })
    return isBnbName(name) ? name : null
  } catch {
    // An account without a name is shown by its address; no message is needed.
    client.removeQueries({ queryKey })
    return null
  }
}

/** The account for an address, with chain readers; null until they are loaded. */
function useOpenedAccount(address: Address | undefined): OpenedAccount | null {
  const config = useConfig()
  const addRecent = useAddRecentTransaction()
  const remember = useRef(addRecent)
  const [account, setAccount] = useState<OpenedAccount | null>(null)
  useEffect(() => {
    remember.current = addRecent
  }, [addRecent])
  useEffect(() => {
    if (!address) return setAccount(null)
    let wanted = true
    const list = (hash: string, description: string) => {
      const valid = validTransaction({ hash, description })
      if (valid.ok) remember.current(valid.transaction)
      else
        showNotice({ tone: 'warn', title: valid.fault.sentence, text: 'The payment is listed in Activity.' })
    }
    // Chain readers load with the first connection, not with the dialogs.
    void import('./openAccount.ts').then(
      ({ openAccount }) => wanted && setAccount(openAccount(address, config, list)),
    )
    return () => {
      wanted = false
    }
  }, [address, config])
  return account
}

/** A notice shown beside RainbowKit's dialogs, which only ever say RETRY. */
type WalletNotice = { readonly tone: 'info' | 'warn'; readonly title: string; readonly text: string }

const shownNotice = createStore<WalletNotice | null>(null)

/** Shows a notice until the next one, a success, or until the person closes it; null removes it. */
const showNotice = shownNotice.set

/** Explains the latest wallet error above RainbowKit's dialogs, which only the top layer can cover. */
function NoticePopover() {
  const notice = useSyncExternalStore(shownNotice.subscribe, shownNotice.get)
  const popover = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (notice) popover.current?.showPopover?.()
  }, [notice])
  if (!notice) return null
  return (
    <div className={css.popover} popover="manual" ref={popover}>
      <Notice tone={notice.tone} title={notice.title}>
        <p>{notice.text}</p>
      </Notice>
      <button
        type="button"
        className={css.close}
        aria-label="Close this message"
        onClick={() => showNotice(null)}
      >
        ×
      </button>
    </div>
  )
}
