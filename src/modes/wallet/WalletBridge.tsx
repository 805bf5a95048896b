import { useAccountModal, useChainModal, useConnectModal } from '@rainbow-me/rainbowkit'
import { useEffect, useState } from 'react'
import { type Config, useAccount, useConfig } from 'wagmi'
import { sendTransaction } from 'wagmi/actions'
import type { Account } from '#account/Account.ts'
import { setConnection } from '#account/connection.ts'
import { exclusive } from '#account/exclusive.ts'
import type { GuardedStorage } from '#account/Page.ts'
import type { Address } from '#chain/Address.ts'
import { bsc } from '#chain/bsc.ts'
import type { WalletDoor } from './walletDoor.ts'

const oneRequest = exclusive('your wallet')

/** Carries what wagmi knows into the portal's connection, and the portal's wishes into RainbowKit. Draws nothing. */
export function WalletBridge({ door, storage }: { door: WalletDoor; storage: GuardedStorage }): null {
  const config = useConfig()
  const { status, address, chainId } = useAccount()
  const { openConnectModal } = useConnectModal()
  const { openAccountModal } = useAccountModal()
  const { openChainModal } = useChainModal()
  const [account, setAccount] = useState<Account | null>(null)

  useEffect(() => {
    if (!address) return setAccount(null)
    let wanted = true
    void openAccount(address, config, storage).then((opened) => wanted && setAccount(opened))
    return () => {
      wanted = false
    }
  }, [address, config, storage])

  useEffect(() => {
    if (status !== 'connected') setConnection({ status })
    else if (account?.address !== address || !account) setConnection({ status: 'connecting' })
    else setConnection({ status, account, chainId, unsupported: chainId !== bsc.id })
  }, [account, address, chainId, status])

  useEffect(() => {
    door.provide({
      ...(openConnectModal && { openConnect: openConnectModal }),
      ...(openAccountModal && { openAccount: openAccountModal }),
      ...(openChainModal && { openNetworks: openChainModal }),
    })
  }, [door, openConnectModal, openAccountModal, openChainModal])

  return null
}

/** What reads the chain and keeps the journal comes with the first connection, not with the dialogs. */
async function openAccount(address: Address, config: Config, storage: GuardedStorage): Promise<Account> {
  const [{ eoaAccount }, { journal }, { bscRpc }] = await Promise.all([
    import('./eoaAccount.ts'),
    import('./journal.ts'),
    import('#chain/bscRpc.ts'),
  ])
  return eoaAccount({
    address,
    rpc: bscRpc,
    exclusive: oneRequest,
    journal: journal(storage, address),
    send: ({ to, value, data }) =>
      sendTransaction(config, { account: address, chainId: bsc.id, to, value, data }),
  })
}
