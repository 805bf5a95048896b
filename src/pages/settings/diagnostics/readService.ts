import * as v from 'valibot'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import type { ServiceReading } from './facts.ts'
import { hostOf, oneLine } from './foreignText.ts'

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
