import type { Address } from '#chain/money/Address.ts'
import type { PagedList } from '#domain/activity/pagedList.ts'
import { queueOrder, queueOrderWords, type Turn, wholeOrderWords } from '#domain/activity/queueOrder.ts'
import { safeWalletLink } from '#domain/shared/paths.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import { buttonClass } from '#ui/Button.tsx'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'

/** The nonces before a proposal and the other proposals at its own nonce. Hidden until the queue was read. */
export function QueueOrderText(props: {
  queue: Pick<PagedList, 'items' | 'cursor'> | undefined
  turn: Turn
  safeTxHash: string
  /** It is listed with the others at its nonce, under one title. Elsewhere the earlier nonces are shown next to it. */
  isAmongRivals?: boolean
}) {
  const { queue, turn, safeTxHash, isAmongRivals } = props
  const order = queueOrder(turn, safeTxHash, queue?.items ?? [], queue?.cursor === null)
  const words = isAmongRivals
    ? wholeOrderWords(turn, { ...order, rivals: { ...order.rivals, others: 0 } })
    : queueOrderWords(turn, order)
  return words.map((sentence) => <p key={sentence}>{sentence}</p>)
}

/** Opens a proposal in Safe{Wallet}, to do there what `verb` says. */
export function InSafeWallet(props: {
  verb: 'Sign' | 'Execute' | 'Open'
  of: { readonly safe: Address; readonly safeTxHash: SafeTxHash }
  primary?: boolean
}) {
  const { verb, of, primary = false } = props
  return (
    <ExternalLink className={buttonClass({ primary })} href={safeWalletLink(of.safe, of.safeTxHash)} icon>
      {verb} in Safe{'{Wallet}'}
    </ExternalLink>
  )
}
