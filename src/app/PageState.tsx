import { type Query, type QueryCache, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Link } from 'wouter'
import { findPortalError, type PortalError } from '#chain/PortalError.ts'
import { useAccount } from '#components/account/useAccount.ts'
import { ExplainedError } from '#components/error/ExplainedError.tsx'
import { Button } from '#ui/Button.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { Notice } from '#ui/Notice.tsx'
import { onWaiting, waitingSince } from '#ui/Skeleton.tsx'

// Sets the title and the icon. A page is complete without it.
const AttentionWatch = lazyComponent(
  async () =>
    (await import('#pages/overview/AttentionWatch.tsx').catch(() => null))?.AttentionWatch ?? (() => null),
)

/** After these times (ms) a wait gets its reason, and then a way out. */
const SLOW = 4_000
const TOO_LONG = 10_000

/** Shown on every page: a notice at its top if something delays it, and the number of open tasks in its title. */
export function PageState() {
  const account = useAccount()
  return (
    <>
      <Holdups />
      {account && <AttentionWatch key={account.address} account={account} />}
    </>
  )
}

/**
 * Explains a delay of the whole page once, at its top: a service is slow or cannot be reached. The parts of the page
 * only say what is missing.
 */
function Holdups() {
  const unreached = useUnreached()
  const waited = useWaited()
  if (unreached.length > 0) return unreached.map((one) => <Unreached key={one.message} {...one} />)
  if (waited === 'short') return null
  return (
    <Notice
      tone="info"
      title="Taking longer than usual"
      actions={waited === 'too-long' && <Button onClick={() => window.location.reload()}>Reload</Button>}
    >
      <p>
        The network is slow to answer. Your money isn’t affected.{' '}
        {waited === 'too-long' && <Link href="/settings/diagnostics">See what is slow</Link>}
      </p>
    </Notice>
  )
}

type Unreachable = { readonly message: string; readonly reads: readonly Failing[] }

function Unreached({ reads }: Unreachable) {
  const isTrying = reads.every((read) => read.isTrying)
  const tryAgain = () => reads.forEach(({ query }) => void query.fetch().catch(() => {}))
  return (
    <ExplainedError error={reads[0]?.error} onRetry={tryAgain} isTrying={isTrying}>
      <Link href="/settings/diagnostics">Check the connection</Link>
    </ExplainedError>
  )
}

type Failing = { readonly query: Query; readonly error: PortalError; readonly isTrying: boolean }

/**
 * The page's queries whose service cannot be reached, grouped by the message that people see. Optional queries show
 * it in their own place instead (`meta.isSaidInPlace`).
 */
function useUnreached(): readonly Unreachable[] {
  const cache = useQueryClient().getQueryCache()
  const [failing, setFailing] = useState<readonly Failing[]>([])
  useEffect(() => {
    let known: readonly Failing[] = []
    const look = () => {
      const now = failingReads(cache, known)
      if (now.length === known.length && now.every((one, index) => isSame(one, known[index]))) return
      known = now
      setFailing(now)
    }
    look()
    // Rendering adds queries and observers, and state must not be set during a render.
    return cache.subscribe(({ type }) => {
      if (type === 'updated' || type === 'observerRemoved') look()
    })
  }, [cache])
  const messages = [...new Set(failing.map(({ error }) => error.message))]
  return messages.map((message) => ({
    message,
    reads: failing.filter(({ error }) => error.message === message),
  }))
}

function failingReads(cache: QueryCache, before: readonly Failing[]): readonly Failing[] {
  return cache.findAll({ type: 'active' }).flatMap((query) => {
    const isTrying = query.state.fetchStatus === 'fetching'
    // A query without data forgets its error when it tries again.
    const forgotten = isTrying ? before.find((one) => one.query === query)?.error : undefined
    const error = findPortalError(query.state.error) ?? (query.state.data === undefined && forgotten)
    const isOwn = query.meta?.isSaidInPlace === true
    return error && error.kind === 'unreachable' && !isOwn ? [{ query, error, isTrying }] : []
  })
}

function isSame(a: Failing, b: Failing | undefined): boolean {
  return a.query === b?.query && a.error === b.error && a.isTrying === b.isTrying
}

/** How long the page has been waiting. */
function useWaited(): 'short' | 'long' | 'too-long' {
  const since = useSyncExternalStore(onWaiting, waitingSince, () => null)
  const [now, setNow] = useState(0)
  useEffect(() => {
    if (since === null) return
    const look = () => setNow(performance.now())
    const timers = [SLOW, TOO_LONG].map((after) => setTimeout(look, since + after - performance.now()))
    return () => timers.forEach(clearTimeout)
  }, [since])
  const waited = since === null ? 0 : now - since
  return waited >= TOO_LONG ? 'too-long' : waited >= SLOW ? 'long' : 'short'
}
