import {
  useAccountModal,
  useAddRecentTransaction,
  useChainModal,
  useConnectModal,
} from '@rainbow-me/rainbowkit'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type Config, useAccount, useConfig, useDisconnect } from 'wagmi'
import { reconnect } from 'wagmi/actions'
import { getEnsNameQueryKey } from 'wagmi/query'
import type { OpenedAccount } from '#account/Account.ts'
import { setConnection } from '#account/connection.ts'
import type { Address } from '#chain/money/Address.ts'
import { isBnbName } from '#chain/names/addressLike.ts'
import { createStore } from '#storage/store.ts'
import { Notice } from '#ui/Notice.tsx'
import { setAccountName } from './accountName.ts'
import { bsc } from './bsc.ts'
import { faultOf } from './faultSentences.ts'
import { validTransaction } from './storedWallets.ts'
import css from './WalletBridge.module.css'
import type { WalletLoader } from './walletLoader.ts'

/**
 * Passes wagmi's state to the portal's connection, and the portal's commands to RainbowKit. Renders nothing.
 */
export function WalletBridge({ loader }: { loader: WalletLoader }): null {
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
          import('#chain/rpc/createRpc.ts'),
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

const shown = createStore<WalletNotice | null>(null)

/** Shows a notice until the next one, a success, or until the person closes it; null removes it. */
export const showNotice = shown.set

/** Explains the latest wallet error above RainbowKit's dialogs, which only the top layer can cover. */
export function NoticePopover() {
  const notice = useSyncExternalStore(shown.subscribe, shown.get)
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
