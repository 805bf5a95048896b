import { Link } from 'wouter'
import type { ListedAccount } from '#account/Activity.ts'
import type { Address } from '#chain/money/Address.ts'
import { isOpen } from '#chain/settlement/PaymentStatus.ts'
import { nameIn, payoutTitle } from '#components/payment/itemContent.tsx'
import { ownerActs } from '#domain/activity/ownerActs.ts'
import { titleWords } from '#domain/activity/proposalWords.ts'
import type { PayoutOrigin } from '#domain/payout/payoutOrigins.ts'
import type { ReadSharedNames } from '#domain/payout/sharedNames.ts'
import type { KeptProof } from '#domain/proof/keptProofs.ts'
import { encodeProof } from '#domain/proof/proofLink.ts'
import { proofPath } from '#domain/shared/paths.ts'
import { isStrangeRefund, type ProposalReport, STRANGE_REFUND } from '#safe/proposal/ProposalReport.ts'
import { safeWalletLink } from '#safe/safeWalletLink.ts'
import { buttonClass } from '#ui/Button.tsx'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'
import { Notice } from '#ui/Notice.tsx'
import { SignersCard } from './ChecksCard.tsx'
import { Flags } from './Flags.tsx'
import { OwnerCard, useOwner } from './OwnerCard.tsx'
import { ProposalEvidence } from './ProposalEvidence.tsx'
import { ProposalStatus } from './ProposalStatus.tsx'
import { proofTitle } from './useOwnProof.ts'
import { WhatItDoes } from './WhatItDoes.tsx'

/**
 * The title of a proposal, for the heading and the title of its page: that of its payout here, or else the one in the
 * link, in quotes because anybody may have written it.
 */
export function proposalTitle(
  { content, tx }: ProposalReport,
  origins: readonly PayoutOrigin[],
  proof: KeptProof | null,
  shared: ReadSharedNames | null,
): string {
  const { rows, others } = content
  const [row] = rows
  const purpose = shared?.ok && shared.names.purpose !== '' ? `“${shared.names.purpose}”` : null
  const name = nameIn(origins, rows.length) ?? purpose
  if (rows.length !== 1 || !row) return name ?? payoutTitle(content)
  if (row.meaning.kind === 'rejection') return `Cancels nonce ${tx.nonce}`
  if (proof) return proofTitle(proof)
  return others === 0 ? (name ?? 'Payment') : titleWords(row, tx.nonce)
}

/**
 * Answers a signer's questions in their order: the status of the proposal, what it pays, what is odd about it, who
 * signs, the evidence.
 */
export function ProposalView(props: {
  listed: ListedAccount
  report: ProposalReport
  viewer: Address | null
  /** The words in the link. */
  shared: ReadSharedNames | null
  /** The proof of this browser that it signs. */
  proof: KeptProof | null
  /** Every warning about it, also the one that its proof answers. */
  seen: readonly string[]
}) {
  const { listed, report, viewer, proof, seen } = props
  const { status, safe, safeTxHash, flags } = report
  const open = isOpen(status)
  const owner = useOwner(report)
  const acts = owner && open ? ownerActs(report, owner.address, owner.asOwner) : null
  const isOwnersTurn = acts !== null && (acts.canSign || acts.canExecute)
  const isForbidden = isStrangeRefund(report)
  const inSafeWallet = !isForbidden && (
    <ExternalLink
      className={buttonClass({ primary: !isOwnersTurn })}
      href={safeWalletLink(safe, safeTxHash)}
      icon
    >
      {status.kind === 'ready' ? 'Execute' : 'Sign'} in Safe{'{Wallet}'}
    </ExternalLink>
  )
  return (
    <div className="layout-page">
      <ProposalStatus
        listed={listed}
        report={report}
        viewer={viewer}
        action={open && !isOwnersTurn && inSafeWallet}
      />
      {proof && (
        <Notice tone="info" title={`${proofTitle(proof)}.`}>
          <p>
            It moves no money. <Link href={proofPath('own', encodeProof(proof))}>Read the text it signs</Link>
          </p>
        </Notice>
      )}
      <Flags of={flags} stop={isForbidden && open ? STRANGE_REFUND : null} />
      {owner && acts && isOwnersTurn && (
        <OwnerCard listed={listed} report={report} owner={owner} acts={acts} seen={seen}>
          {inSafeWallet}
        </OwnerCard>
      )}
      <div className="layout-aside">
        <div>
          <WhatItDoes report={report} viewer={viewer} shared={props.shared} />
        </div>
        <div>
          <SignersCard report={report} viewer={viewer} />
          <ProposalEvidence report={report} />
        </div>
      </div>
    </div>
  )
}
