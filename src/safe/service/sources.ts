import { env } from '#env.ts'
import { gateway } from './Gateway.ts'
import type { MessageSource, SafeSource } from './SafeSource.ts'
import { txService } from './TxService.ts'

/** One instance for the whole page, so that its requests are paced together. */
export const bscGateway: SafeSource & MessageSource = gateway(env.gatewayUrl)

/** The sources for any Safe on BSC, in the order in which they are tried. */
export const bscSources: readonly SafeSource[] = env.txServiceUrl
  ? [bscGateway, txService(env.txServiceUrl)]
  : [bscGateway]

/**
 * The first answer in source order, and its source. A null answer is skipped, because the source knows
 * nothing.
 * @throws the first source's error, when none answered
 */
export async function firstAnswer<T>(
  sources: readonly SafeSource[],
  ask: (source: SafeSource) => Promise<T | null>,
): Promise<{ readonly answer: T; readonly from: string } | null> {
  const faults: unknown[] = []
  for (const source of sources) {
    try {
      const answer = await ask(source)
      if (answer !== null) return { answer, from: source.name }
    } catch (fault) {
      // The caller has stopped waiting.
      if ((fault as Error | null)?.name === 'AbortError') throw fault
      faults.push(fault)
    }
  }
  if (faults.length > 0) throw faults[0]
  return null
}
