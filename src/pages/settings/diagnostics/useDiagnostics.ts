import { useQueries, useQuery } from '@tanstack/react-query'
import { useRef, useState, useSyncExternalStore } from 'react'
import { useConnection, usePortal } from '#account/connection.ts'
import { bscRpc } from '#chain/rpc/createRpc.ts'
import { operatorOf } from '#chain/rpc/Endpoint.ts'
import { env, version } from '#env.ts'
import { askEndpoint } from '#pages/settings/diagnostics/endpoints/askEndpoint.ts'
import { findSample } from '#pages/settings/diagnostics/endpoints/served.ts'
import { diagnosticQuery } from '#queries/diagnostics.ts'
import type { DiagnosticFacts } from './facts.ts'
import { readBrowser, readFraming, readStorage } from './facts.ts'
import { hostOf } from './foreignText.ts'
import { readGateway, readTxService } from './readService.ts'

/** All facts of the page, and a function to read them again. */
type Diagnostics = {
  readonly facts: DiagnosticFacts
  readonly checking: boolean
  readonly check: () => void
}

/** Reads everything in parallel; each result appears as soon as it arrives. */
export function useDiagnostics(): Diagnostics {
  const { page } = usePortal()
  const connection = useConnection()
  const keeping = useSyncExternalStore(page.storage.subscribe, page.storage.keeping)
  const [browser, setBrowser] = useState(readBrowser)
  const { rpcUrls, gatewayUrl, txServiceUrl } = env

  /** One sample for all endpoints of a check, which begin together; null before the first one asks. */
  const found = useRef<ReturnType<typeof findSample> | null>(null)
  const sample = () => {
    if (found.current === null) {
      found.current = findSample(bscRpc)
      // An endpoint that is down never asks for it.
      found.current.catch(() => {})
    }
    return found.current
  }
  const endpoints = useQueries({
    queries: rpcUrls.map((url) => diagnosticQuery(['endpoint', url], () => askEndpoint(url, sample()))),
  })
  const gateway = useQuery(diagnosticQuery(['gateway', gatewayUrl], () => readGateway(gatewayUrl)))
  const txService = useQuery(
    diagnosticQuery(['tx-service', txServiceUrl], () =>
      txServiceUrl === null ? null : readTxService(txServiceUrl),
    ),
  )
  const storage = useQuery(diagnosticQuery(['storage'], () => readStorage()))
  const framing = useQuery(diagnosticQuery(['framing'], () => readFraming()))

  const reads = [...endpoints, gateway, txService, storage, framing]
  const checking = reads.some((read) => read.isFetching)
  const facts: DiagnosticFacts = {
    version,
    checkedAt: checking ? null : Math.max(...reads.map((read) => read.dataUpdatedAt)),
    connection,
    handshake: page.handshake,
    framing: framing.data ?? null,
    keeping,
    endpoints: rpcUrls.map((url, index) => ({
      url,
      operator: operatorOf(url),
      reading: endpoints[index]?.data ?? null,
    })),
    gateway: { host: hostOf(gatewayUrl), reading: gateway.data ?? null },
    txService: txServiceUrl === null ? null : { host: hostOf(txServiceUrl), reading: txService.data ?? null },
    storage: storage.data ?? null,
    browser,
  }
  const check = () => {
    setBrowser(readBrowser())
    // The last check's search may still be under way, and may find nothing.
    found.current = null
    for (const read of reads) void read.refetch({ cancelRefetch: false })
  }
  return { facts, checking, check }
}
