import { useQueries, useQuery } from '@tanstack/react-query'
import { useRef, useState, useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { useConnection, usePortal } from '#account/connection.ts'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import { bscRpc } from '#chain/rpc/createRpc.ts'
import { operatorOf } from '#chain/rpc/Endpoint.ts'
import { env, version } from '#env.ts'
import { askEndpoint } from '#pages/settings/diagnostics/endpoints/askEndpoint.ts'
import { findSample } from '#pages/settings/diagnostics/endpoints/endpointTable.ts'
import { diagnosticQuery } from '#queries/diagnostics.ts'
import {
  type DiagnosticFacts,
  hostOf,
  oneLine,
  readBrowser,
  readFraming,
  readStorage,
  type ServiceReading,
} from './facts.ts'

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

/** Time limit of a request (ms). */
const TIMEOUT = 8_000
/** An answer with more characters is not from one of these services. */
const MAX_LENGTH = 200_000

const indexing = v.object({ synced: v.boolean() })
const chain = v.object({ chainId: v.literal(`${BSC_CHAIN_ID}`) })
const about = v.object({ version: v.string() })

/**
 * Asks the Safe gateway whether it follows the chain; an older one only whether it knows the chain. Never
 * throws.
 */
export async function readGateway(base: string): Promise<ServiceReading> {
  const url = `${base}/v1/chains/${BSC_CHAIN_ID}`
  const reading = await read(`${url}/about/indexing`, (document) => {
    const { synced } = v.parse(indexing, document)
    return synced ? 'It has read every block.' : 'It has not read the newest blocks yet.'
  })
  if (reading.status !== 404) return reading
  return read(url, (document) => v.parse(chain, document) && 'It knows BNB Smart Chain')
}

/** Asks a Safe transaction service for its description. Never throws. */
export function readTxService(base: string): Promise<ServiceReading> {
  return read(`${base}/v1/about`, (document) => {
    const { version } = v.parse(about, document)
    return `Version ${oneLine(version).slice(0, 40)}`
  })
}

async function read(url: string, report: (document: unknown) => string): Promise<ServiceReading> {
  const began = performance.now()
  const host = hostOf(url)
  const end = (status: number | null, fault: string | null, said: string | null = null): ServiceReading => ({
    host,
    ms: Math.round(performance.now() - began),
    status,
    fault,
    about: said,
  })
  let status: number | null = null
  try {
    const response = await fetch(url, {
      headers: { Accept: 'application/json' },
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(TIMEOUT),
    })
    status = response.status
    if (!response.ok) return end(status, `answers HTTP ${status}`)
    const text = await response.text()
    if (text.length > MAX_LENGTH) return end(status, 'answers too much to be read')
    return end(status, null, report(JSON.parse(text)))
  } catch (error) {
    return end(status, faultOf(error, status))
  }
}

function faultOf(error: unknown, status: number | null): string {
  if (error instanceof Error && error.name === 'TimeoutError')
    return `gives no answer within ${TIMEOUT / 1_000} s`
  if (error instanceof TypeError) {
    return status === null ? 'is unreachable (down or blocked by CORS)' : 'stops in the middle of its answer'
  }
  return 'answers something that cannot be read'
}
