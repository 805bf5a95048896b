import {
  useAccountModal,
  useAddRecentTransaction,
  useChainModal,
  useConnectModal,
} from '@rainbow-me/rainbowkit'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Config, useAccount, useConfig } from 'wagmi'
import { reconnect, sendTransaction } from 'wagmi/actions'
import type { Account } from '#account/Account.ts'
import { setConnection } from '#account/connection.ts'
import { exclusive } from '#account/exclusive.ts'
import type { GuardedStorage } from '#account/Page.ts'
import type { Address } from '#chain/Address.ts'
import { bsc } from '#chain/bsc.ts'
import type { Call } from '#chain/Call.ts'
import { faultOf } from './faultSentences.ts'
import { tell } from './notices.ts'
import { useNameLookup } from './useNameLookup.ts'
import { validTransaction } from './validTransaction.ts'
import type { WalletDoor } from './walletDoor.ts'

const oneRequest = exclusive('your wallet')

/** Carries what wagmi knows into the portal's connection, and the portal's wishes into RainbowKit. Draws nothing. */
export function WalletBridge({ door, storage }: { door: WalletDoor; storage: GuardedStorage }): null {
  const config = useConfig()
  const { status, address, chainId } = useAccount()
  const [reconnecting, setReconnecting] = useState(false)
  const { openChainModal } = useChainModal()
  const account = useOpenedAccount(address, storage)

  useEffect(() => {
    if (reconnecting) setConnection({ status: 'reconnecting' })
    else if (status !== 'connected') setConnection({ status })
    // RainbowKit has networks to choose once the account is verified, or at once where there is no sign-in step.
    else if (!openChainModal) setConnection({ status: 'connecting' })
    else if (account?.address !== address || !account) setConnection({ status: 'connecting' })
    else setConnection({ status, account, chainId, unsupported: chainId !== bsc.id })
  }, [account, address, chainId, openChainModal, status, reconnecting])

  useEffect(() => {
    if (status === 'connected') tell(null)
  }, [status])

  useNameLookup(address)
  useSayClosed(status)
  useProvideDoor(door, async (openConnect) => {
    setReconnecting(true)
    const again = await reconnectLast(config)
    setReconnecting(false)
    if (!again) openConnect?.()
  })
  return null
}

/** The account behind an address, with what reads the chain and keeps the journal; null until that has arrived. */
function useOpenedAccount(address: Address | undefined, storage: GuardedStorage): Account | null {
  const config = useConfig()
  const addRecent = useAddRecentTransaction()
  const remember = useRef(addRecent)
  const [account, setAccount] = useState<Account | null>(null)
  useEffect(() => {
    remember.current = addRecent
  }, [addRecent])
  useEffect(() => {
    if (!address) return setAccount(null)
    let wanted = true
    const list = (hash: string, description: string) => {
      const valid = validTransaction({ hash, description })
      if (valid.ok) remember.current(valid.transaction)
    }
    void openAccount(address, config, storage, list).then((opened) => wanted && setAccount(opened))
    return () => {
      wanted = false
    }
  }, [address, config, storage])
  return account
}

/** Hands RainbowKit's dialogs to the door, as far as they can be opened now. */
function useProvideDoor(door: WalletDoor, onReconnect: (openConnect?: () => void) => void): void {
  const client = useQueryClient()
  const { openConnectModal } = useConnectModal()
  const { openAccountModal } = useAccountModal()
  const { openChainModal } = useChainModal()
  const again = useRef(onReconnect)
  useEffect(() => {
    again.current = onReconnect
  })
  useEffect(() => {
    const quietly = (open: () => void) => () => {
      tell(null)
      open()
    }
    door.provide({
      ...(openConnectModal && {
        openConnect: quietly(openConnectModal),
        reconnect: quietly(() => again.current(openConnectModal)),
      }),
      ...(openAccountModal && {
        openAccount: quietly(() => {
          // A day is long for a balance that somebody wants to look at.
          void client.invalidateQueries({ queryKey: ['balance'] })
          openAccountModal()
        }),
      }),
      ...(openChainModal && { openNetworks: quietly(openChainModal) }),
    })
  }, [door, client, openConnectModal, openAccountModal, openChainModal])
}

/** RainbowKit closes its dialog without a word while a wallet is still asked; to the portal that is a "no". */
function useSayClosed(status: string): void {
  const { connectModalOpen } = useConnectModal()
  const before = useRef(connectModalOpen)
  useEffect(() => {
    const closed = before.current && !connectModalOpen
    before.current = connectModalOpen
    if (!closed) return
    if (status !== 'connecting') {
      // What stood beside the dialog was read there.
      tell(null)
    } else {
      tell({
        tone: 'info',
        title: faultOf('rejected').sentence,
        text: 'You closed the dialog while your wallet was asked. Nothing is connected.',
      })
    }
  }, [connectModalOpen, status])
}

/** Connects the wallet that was used last, where it still lets this site in. True when it did. */
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

/** What reads the chain and keeps the journal comes with the first connection, not with the dialogs. */
async function openAccount(
  address: Address,
  config: Config,
  storage: GuardedStorage,
  list: (hash: string, description: string) => void,
): Promise<Account> {
  const [{ eoaAccount }, { journal }, { bscRpc }, { describeCall }] = await Promise.all([
    import('./eoaAccount.ts'),
    import('./journal.ts'),
    import('#chain/bscRpc.ts'),
    import('./describeCall.ts'),
  ])
  const send = async (call: Call) => {
    const { to, value, data } = call
    const hash = await sendTransaction(config, { account: address, chainId: bsc.id, to, value, data })
    try {
      list(hash, describeCall(call))
    } catch (error) {
      // The list is a convenience; the journal is what counts.
      console.error(error)
    }
    return hash
  }
  return eoaAccount({
    address,
    rpc: bscRpc,
    exclusive: oneRequest,
    journal: journal(storage, address),
    send,
  })
}
