import type { Address } from 'viem'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { firstAnswer, type SafeSource, safeTxHashOf } from '#safe/service/SafeSource.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import { toSafeTx } from '#safe/tx/signedFields.ts'
import { checkProposal } from './checkProposal.ts'
import type { ProposalReport } from './ProposalReport.ts'

/** The sources for proposals of a Safe: the host first, if there is one, then the sources in order. */
export type ProposalParts = {
  readonly address: Address
  readonly sources: readonly SafeSource[]
  readonly rpc: Rpc
  readonly host?: Pick<SafeSource, 'name' | 'transaction'>
}

/**
 * A proposal from the first source that knows it, computed and compared here; null if none knows it.
 * @throws PortalError when no source answered
 */
export async function readProposal(
  { address, sources, rpc, host }: ProposalParts,
  safeTxHash: SafeTxHash,
  signal: AbortSignal,
): Promise<ProposalReport | null> {
  const reported = await host?.transaction(safeTxHash, signal).catch(() => null)
  const found = reported
    ? { answer: reported, from: host?.name ?? '' }
    : await firstAnswer(sources, (source) => source.transaction(safeTxHash, signal))
  if (!found) return null
  return checkProposal(
    rpc,
    { safe: address, safeTxHash },
    {
      details: found.answer,
      source: found.from,
      async executedAt(nonce) {
        const found = await firstAnswer(sources, (source) => source.executedAt(address, nonce, signal))
        return (found?.answer ?? []).map(({ id, txHash }) => ({
          hash: txHash ?? null,
          tx: async () => {
            const safeTxHash = safeTxHashOf(id)
            const details =
              safeTxHash &&
              (await firstAnswer(sources, (source) => source.transaction(safeTxHash, signal)))?.answer
            return details ? toSafeTx(details) : null
          },
        }))
      },
    },
  )
}
