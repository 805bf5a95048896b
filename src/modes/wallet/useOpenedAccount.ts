import { useAddRecentTransaction } from '@rainbow-me/rainbowkit'
import { useEffect, useRef, useState } from 'react'
import { type Config, useConfig } from 'wagmi'
import { getConnectorClient, sendTransaction, signMessage } from 'wagmi/actions'
import type { Account } from '#account/Account.ts'
import { exclusive } from '#account/exclusive.ts'
import type { GuardedStorage } from '#account/Page.ts'
import type { Address } from '#chain/Address.ts'
import { bsc } from '#chain/bsc.ts'
import type { Call } from '#chain/Call.ts'
import { tell } from './notices.ts'
import { validTransaction } from './validTransaction.ts'

const oneRequest = exclusive('your wallet')

/** The account behind an address, with what reads the chain and keeps the journal; null until that has arrived. */
export function useOpenedAccount(address: Address | undefined, storage: GuardedStorage): Account | null {
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
      else tell({ tone: 'warn', title: valid.fault.sentence, text: 'The payment stands in Activity.' })
    }
    void openAccount(address, config, storage, list).then((opened) => wanted && setAccount(opened))
    return () => {
      wanted = false
    }
  }, [address, config, storage])
  return account
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
    sign: (message) => signMessage(config, { account: address, message }),
    async request(method, params) {
      const client = await getConnectorClient(config, { account: address, chainId: bsc.id })
      return client.request({ method, params } as never)
    },
  })
}
