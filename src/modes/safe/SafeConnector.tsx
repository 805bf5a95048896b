import { useSafeAppsSDK } from '@safe-global/safe-apps-react-sdk'
import { useEffect, useMemo, useState } from 'react'
import { setConnection, useConnection } from '#account/connection.ts'
import { exclusive } from '#account/exclusive.ts'
import { withDeadline } from '#chain/deadline.ts'
import { bscRpc, scanRpc } from '#chain/rpc/bscRpc.ts'
import { bscGateway, bscSources } from '#safe/service/sources.ts'
import { parseSafeInfo, type SafeInfo } from '#safe/tx/SafeInfo.ts'
import type { HostChannel } from './hostChannel.ts'
import css from './SafeBar.module.css'
import { safeAccount } from './safeAccount.ts'

/** How often (ms) the host is asked which Safe is open. */
const ASK_EVERY = 30_000
/**
 * The same while no owner's wallet is connected to it, whose notice must be gone within 3 s. A question is no request
 * to a service, and a host may lose it, because it rebuilds its listener when a wallet connects.
 */
const ASK_FOR_OWNER_EVERY = 1_000

/** Connects the host's Safe as the account and keeps its facts fresh. Renders nothing. */
export function SafeConnector({ info: first }: { info: SafeInfo }): null {
  const { sdk } = useSafeAppsSDK()
  const [info, setInfo] = useState(first)
  const parts = useMemo(() => {
    let channel: HostChannel | null = null
    return {
      host: onDemand(async () => {
        const { forSameSafe, sdkHostChannel } = await import('./hostChannel.ts')
        channel ??= forSameSafe(sdkHostChannel(sdk.txs, sdk.safe, sdk.eth), () => sdk.safe.getInfo(), first)
        return channel
      }),
      gateway: bscGateway,
      otherSources: bscSources.slice(1),
      rpc: bscRpc,
      scanRpc,
      exclusive: exclusive('your Safe'),
    }
  }, [sdk, first])

  useEffect(() => {
    const { safeAddress, owners, threshold, isReadOnly } = info
    const facts = { owners, threshold, readOnly: isReadOnly }
    const account = safeAccount({ ...parts, address: safeAddress, facts })
    setConnection({ status: 'connected', account, chainId: info.chainId, unsupported: false })
  }, [info, parts])

  useEffect(() => {
    const ask = async () => {
      if (document.hidden) return
      // A host may lose the message; the next round asks again.
      const answer = await withDeadline(sdk.safe.getInfo(), 5_000).catch(() => null)
      const next = parseSafeInfo(answer)
      if (next === null) return
      if (next.safeAddress !== first.safeAddress || next.chainId !== first.chainId) window.location.reload()
      else setInfo((known) => (JSON.stringify(known) === JSON.stringify(next) ? known : next))
    }
    const timer = setInterval(() => void ask(), info.isReadOnly ? ASK_FOR_OWNER_EVERY : ASK_EVERY)
    const onReturn = () => void ask()
    document.addEventListener('visibilitychange', onReturn)
    // The host does not report that a wallet was connected, but the person returns from its dialog.
    window.addEventListener('focus', onReturn)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onReturn)
      window.removeEventListener('focus', onReturn)
    }
  }, [sdk, first, info.isReadOnly])

  return null
}

/** A channel that is loaded on first use, because the first screen does not need it. */
function onDemand(open: () => Promise<HostChannel>): HostChannel {
  return {
    send: async (calls) => (await open()).send(calls),
    details: async (safeTxHash) => (await open()).details(safeTxHash),
    sign: async (text, onChain) => (await open()).sign(text, onChain),
    signatureOf: async (hash) => (await open()).signatureOf(hash),
    addressBook: async () => (await open()).addressBook(),
  }
}

/** The host around the frame already shows the Safe. The header adds only that nobody here may propose or sign. */
export function SafeBar() {
  const connection = useConnection()
  if (connection.status !== 'connected' || !connection.account.safe?.readOnly) return null
  return <p className={css.kind}>View only</p>
}
