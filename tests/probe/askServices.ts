import * as v from 'valibot'
import type { Address } from 'viem'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import { withDeadline } from '#chain/rpc/Rpc.ts'
import { createAsk, ProbeFault } from '#pages/settings/diagnostics/endpoints/askEndpoint.ts'
import type { SafeSource } from '#safe/service/SafeSource.ts'
import { gateway } from '#safe/service/sources.ts'
import { fetchJson } from './fetchJson.ts'
import type { ServiceReading } from './reading.ts'

const chain = v.object({ chainId: v.literal(`${BSC_CHAIN_ID}`) })
const about = v.object({ version: v.string() })

/** URL of a Safe gateway's document about the chain. */
export function gatewayChainUrl(base: string): string {
  return `${base}/v1/chains/${BSC_CHAIN_ID}`
}

/** URL of a transaction service's document about itself. */
export function txServiceAboutUrl(base: string): string {
  return `${base}/v1/about`
}

/** Requests the chain and a Safe's lists from the Safe gateway, with the portal's parsers. Never throws. */
export async function askGateway(base: string, safe: Address | null, pause: number): Promise<ServiceReading> {
  const ask = createAsk(base, pause)
  const { check } = await ask(async () => v.parse(chain, await fetchJson(gatewayChainUrl(base))))
  return {
    chain: check,
    ...(check.kind === 'yes' && safe && (await askLists(gateway(base), base, safe, pause))),
  }
}

/** Requests a Safe transaction service's version and, in Node, a Safe's lists. Never throws. */
export async function askTxService(
  base: string,
  lists: { readonly source: SafeSource; readonly safe: Address } | null,
  pause: number,
): Promise<ServiceReading> {
  const ask = createAsk(base, pause)
  const { check } = await ask(async () => v.parse(about, await fetchJson(txServiceAboutUrl(base))))
  return {
    chain: check,
    ...(check.kind === 'yes' && lists && (await askLists(lists.source, base, lists.safe, pause))),
  }
}

async function askLists(
  source: SafeSource,
  base: string,
  safe: Address,
  pause: number,
): Promise<ServiceReading> {
  const ask = createAsk(base, pause)
  const read = (list: 'queued' | 'history') =>
    ask(async () => {
      const { unreadable } = await withDeadline(source[list](safe, null))
      if (unreadable > 0) throw new ProbeFault('shape', `lists ${unreadable} transactions of another shape`)
    })
  const { check: queue } = await read('queued')
  const { check: history } = await read('history')
  return { queue, history }
}
