import { useAddRecentTransaction } from '@rainbow-me/rainbowkit'
import { useEffect, useRef, useState } from 'react'
import { useConfig } from 'wagmi'
import type { OpenedAccount } from '#account/Account.ts'
import type { Address } from '#chain/money/Address.ts'
import { showNotice } from './NoticePopover.tsx'
import { validTransaction } from './storedWallets.ts'

/** The account for an address, with chain readers; null until they are loaded. */
export function useOpenedAccount(address: Address | undefined): OpenedAccount | null {
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
