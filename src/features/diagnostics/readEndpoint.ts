import * as v from 'valibot'
import { createRpc } from '#chain/rpc/createRpc.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import type { EndpointReading, Fault } from './facts.ts'
import { hostOf } from './foreignText.ts'
import { rpcFault } from './rpcFault.ts'

/** A number of at most 52 bits: block numbers and seconds that a node may not blow up into anything else. */
export const smallQuantity = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]{1,13}$/),
  v.transform((text) => Number(text)),
)

const head = v.object({ number: smallQuantity, timestamp: smallQuantity })
const finalHead = v.nullable(v.object({ number: smallQuantity }))

/** The seams of a reading: the real endpoint and clocks, or doubles in unit tests. */
export type EndpointSeams = {
  readonly rpc?: Rpc
  /** ms since the epoch. */
  readonly now?: () => number
}

/** Asks one endpoint alone for its newest and its final block. Never throws: a failure is a state in words. */
export async function readEndpoint(url: string, seams: EndpointSeams = {}): Promise<EndpointReading> {
  const { rpc = createRpc([url]), now = Date.now } = seams
  const host = hostOf(url)
  const began = performance.now()
  // Both travel in one request, with the proof of the chain.
  const finalBlock = readFinal(rpc, url)
  try {
    const answer = await rpc('eth_getBlockByNumber', ['latest', false])
    const ms = Math.round(performance.now() - began)
    const { number, timestamp } = v.parse(head, answer)
    const age = Math.round(now() / 1_000) - timestamp
    return { host, ms, state: 'ok', newest: number, age, finalized: await finalBlock }
  } catch (error) {
    return { host, ms: Math.round(performance.now() - began), state: 'fault', fault: rpcFault(error, url) }
  }
}

async function readFinal(rpc: Rpc, url: string): Promise<number | Fault> {
  try {
    const block = v.parse(finalHead, await rpc('eth_getBlockByNumber', ['finalized', false]))
    return block?.number ?? { words: 'knows none', chainId: null }
  } catch (error) {
    return rpcFault(error, url)
  }
}
