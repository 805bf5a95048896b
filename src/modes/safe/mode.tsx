import { SafeProvider, useSafeAppsSDK } from '@safe-global/safe-apps-react-sdk'
import { useEffect, useMemo, useState } from 'react'
import { getAddress } from 'viem'
import { type Mode, type Page, setConnection, type ThemeControl, useConnection } from '#account/connection.ts'
import { exclusive } from '#account/exclusive.ts'
import { bscRpc, scanRpc } from '#chain/rpc/bscRpc.ts'
import { withDeadline } from '#chain/rpc/Rpc.ts'
import { bscGateway, bscSources } from '#safe/service/bscSources.ts'
import { parseSafeInfo, type SafeInfo } from '#safe/tx/SafeInfo.ts'
import type { HostChannel } from './hostChannel.ts'
import css from './SafeBar.module.css'
import { safeAccount } from './safeAccount.ts'

/** The host found at boot: its exact origin and the Safe it showed. */
type SafeHost = { readonly origin: string; readonly info: SafeInfo }

/** Safe mode: opening the portal in a Safe is the connection. Contains no wallet code. */
export function safeMode(page: Page, host: SafeHost): Mode {
  setConnection({ status: 'connecting' })
  guardMessages(host.origin)
  followHostTheme(host.origin, page.theme)
  // The SDK matches against the whole origin, so the pattern is anchored and exact.
  const options = { allowedDomains: [new RegExp(`^${host.origin.replace(/\W/g, '\\$&')}$`)] }
  return {
    connect: null,
    reconnect: null,
    disconnect: null,
    AccountBar: SafeBar,
    Layer: () => (
      <SafeProvider opts={options}>
        <SafeConnector info={host.info} />
      </SafeProvider>
    ),
  }
}

/**
 * Stops malformed host messages before later listeners see them. The Safe Apps SDK's own listener throws on a
 * null message or a version that is not a string, and anyone can send one. Call this before creating the SDK.
 */
function guardMessages(hostOrigin: string): void {
  window.addEventListener('message', (event) => {
    const { source, origin, data } = event
    const isHosts = source === window.parent && origin === hostOrigin
    const isWellFormed = typeof data === 'object' && data !== null && typeof data.version === 'string'
    if (!isHosts || !isWellFormed) event.stopImmediatePropagation()
  })
}

/**
 * Follows the host's theme. Safe{Wallet} pushes `{ data: { darkMode } }` unprompted and answers
 * `getCurrentTheme`. Both are outside the Safe Apps SDK, which drops them.
 */
function followHostTheme(hostOrigin: string, theme: ThemeControl): void {
  window.addEventListener('message', (event) => {
    if (event.source !== window.parent || event.origin !== hostOrigin) return
    const dark = darkModeOf(event.data)
    if (dark !== null) theme.follow(dark ? 'dark' : 'light')
  })
  const question = {
    id: crypto.randomUUID().slice(0, 10),
    method: 'getCurrentTheme',
    params: undefined,
    env: { sdkVersion: '9.1.0' },
  }
  window.parent.postMessage(question, hostOrigin)
}

function darkModeOf(message: unknown): boolean | null {
  // A copy without accessors, so no step of this can throw.
  const dark = (message as { data?: { darkMode?: unknown } | null } | null)?.data?.darkMode
  return typeof dark === 'boolean' ? dark : null
}

/** Addresses with their checksums, as everywhere else in the portal: a host may write them in any case. */
function withChecksums(info: SafeInfo): SafeInfo {
  return {
    ...info,
    safeAddress: getAddress(info.safeAddress),
    owners: info.owners.map((owner) => getAddress(owner)),
  }
}

/** How often (ms) the host is asked which Safe is open. */
const ASK_EVERY = 30_000
/**
 * The same while no owner's wallet is connected to it, whose notice must be gone within 3 s. A question is no request
 * to a service, and a host may lose it, because it rebuilds its listener when a wallet connects.
 */
const ASK_FOR_OWNER_EVERY = 1_000

/** Connects the host's Safe as the account and keeps its facts fresh. Renders nothing. */
export function SafeConnector({ info: found }: { info: SafeInfo }): null {
  const { sdk } = useSafeAppsSDK()
  const first = useMemo(() => withChecksums(found), [found])
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
      const read = parseSafeInfo(answer)
      if (read === null) return
      const next = withChecksums(read)
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
