import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { ListedAccount } from '#account/Activity.ts'
import { explorerAddress, explorerTx } from '#chain/explorer.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { isOpen } from '#chain/settlement/PaymentStatus.ts'
import { nameIn, payoutTitle } from '#components/payment/ActivityRow.tsx'
import { InSafeWallet, QueueOrderText } from '#components/payment/QueueOrder.tsx'
import { FingerprintText } from '#components/proposal/ProposalStop.tsx'
import {
  comingWords,
  isExecuted,
  peopleWords,
  proposalStatusWords,
  titleWords,
} from '#domain/activity/proposalWords.ts'
import type { PayoutOrigin } from '#domain/payout/payoutOrigins.ts'
import type { ReadSharedNames } from '#domain/payout/sharedNames.ts'
import type { KeptProof } from '#domain/proof/keptProofs.ts'
import { encodeProof } from '#domain/proof/proofLink.ts'
import { count, when } from '#domain/shared/format.ts'
import { withoutQuotes } from '#domain/shared/labelText.ts'
import { paymentPath, proofPath } from '#domain/shared/paths.ts'
import { usePagedList } from '#queries/activity.ts'
import {
  isRejectedByOwners,
  isStrangeRefund,
  type ProposalReport,
  STRANGE_REFUND,
} from '#safe/proposal/ProposalReport.ts'
import { transfersIn } from '#safe/tx/decodeProposal.ts'
import { Actions, buttonClass } from '#ui/Button.tsx'
import { AmountText } from '#ui/content/AmountText.tsx'
import { Card, CardPart, Inset } from '#ui/content/Card.tsx'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'
import { TokenLogo } from '#ui/icons/Icon.tsx'
import { Facts, NamedFact } from '#ui/layout/Facts.tsx'
import { Sentences } from '#ui/list/Sentences.tsx'
import { Notice } from '#ui/Notice.tsx'
import { WholeAddress } from '#ui/page/AddressText.tsx'
import { CopyButton } from '#ui/page/CopyButton.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'
import { StatusBanner } from '#ui/page/StatusBadge.tsx'
import { Checks, checksWords, People, proofTitle, SignersCard } from './ChecksCard.tsx'
import { OwnerCard, ownerActs, useOwner } from './OwnerCard.tsx'
import { ProposalRows } from './ProposalRows.tsx'
import css from './ProposalView.module.css'

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
  const purpose =
    shared?.ok && shared.names.purpose !== '' ? `“${withoutQuotes(shared.names.purpose)}”` : null
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
  const { status, flags } = report
  const open = isOpen(status)
  const owner = useOwner(report)
  const acts = owner && open ? ownerActs(report, owner.address, owner.asOwner) : null
  const isOwnersTurn = acts !== null && (acts.canSign || acts.canExecute)
  const isForbidden = isStrangeRefund(report)
  const inSafeWallet = !isForbidden && (
    <InSafeWallet verb={status.kind === 'ready' ? 'Execute' : 'Sign'} of={report} primary={!isOwnersTurn} />
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
        <OwnerCard
          // Ticks and signatures belong to one owner, and the wallet may switch to another.
          key={owner.address}
          listed={listed}
          report={report}
          owner={owner}
          acts={acts}
          seen={seen}
        >
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

/**
 * The red flags and oddities of a proposal, the worst first.
 * @param props.stop why it may not be signed at all; null for nothing
 */
function Flags({ of: flags, stop }: { of: ProposalReport['flags']; stop: string | null }) {
  if (flags.length === 0) return null
  const level = flags[0]?.level ?? 'note'
  return (
    <Notice tone={flagTones[level]} title={stop ?? flagTitles[level]}>
      <Sentences of={flags.map(({ words }) => words)} />
    </Notice>
  )
}

const flagTones = { danger: 'bad', look: 'warn', note: 'info' } as const
const flagTitles = { danger: 'Red flags', look: 'Look at this first', note: 'Network fee' } as const

/** The status of a proposal, and what it means for the viewer. */
function ProposalStatus(props: {
  listed: ListedAccount
  report: ProposalReport
  viewer: Address | null
  /** The next step of an open proposal. */
  action: ReactNode
}) {
  const { listed, report, viewer, action } = props
  const { status, safe, safeTxHash } = report
  const words = proposalStatusWords(report, viewer)
  const coming = viewer && comingWords(report, viewer)
  const hash = 'hash' in status ? status.hash : null
  const open = isOpen(status)
  const queue = usePagedList(listed, 'queued', open).query.data
  return (
    <StatusBanner
      tone={words.tone}
      status={isRejectedByOwners(report) ? 'Rejected' : words.title}
      action={
        open
          ? action
          : isExecuted(report) &&
            hash && (
              <Link className={buttonClass({ primary: true })} href={paymentPath(hash)}>
                View receipts
              </Link>
            )
      }
    >
      <p>{words.text}</p>
      {coming && <p className={css.coming}>{coming}</p>}
      {status.kind === 'needs-signatures' && viewer === safe && report.missing && (
        <p>
          Sign as any of <People of={report.missing} viewer={viewer} />.
        </p>
      )}
      {open && <QueueOrderText queue={queue} turn={status.turn} safeTxHash={safeTxHash} />}
    </StatusBanner>
  )
}

/** The checks of a proposal, and the hashes that a signer compares. */
function ProposalEvidence({ report }: { report: ProposalReport }) {
  const first = firstChecks(report)
  const others = report.checks.filter((check) => !first.includes(check))
  return (
    <Card title={checksWords(report)}>
      <Checks checks={first} />
      <p className="text-small">Only you can judge whether these are the right people.</p>
      <div>
        {others.length > 0 && (
          <Disclosure summary={count(others.length, 'more check')}>
            <Checks checks={others} />
            <p className="text-small">
              The fields and signatures come from the {report.source}. We computed everything else in your
              browser or read it from the network.
            </p>
          </Disclosure>
        )}
        <Hashes report={report} />
      </div>
    </Card>
  )
}

/** The three hashes, in the order that signing devices show them, and the fields they cover. */
function Hashes({ report }: { report: ProposalReport }) {
  const { hashes, tx, version, safe, content } = report
  if (!hashes) return null
  return (
    <Disclosure summary="Compare before signing: hashes and fingerprint">
      <p className="text-small">
        Your hardware wallet should show exactly these. If one character differs, don’t sign.
      </p>
      <dl className={css.hashes}>
        <Hash name="Domain hash" value={hashes.domainHash} />
        <Hash name="Message hash" value={hashes.messageHash} />
        <Hash name="safeTxHash" value={hashes.safeTxHash} />
      </dl>
      {content.others === 0 && <FingerprintText account={safe} transfers={transfersIn(content)} />}
      <Disclosure summary={`Raw transaction fields${version ? ` (contract version ${version})` : ''}`}>
        <dl className={css.hashes}>
          {Object.entries(tx).map(([name, value]) => (
            <div key={name}>
              <dt className="text-fine">{name}</dt>
              <dd translate="no" className="text-mono">
                {String(value)}
              </dd>
            </div>
          ))}
        </dl>
      </Disclosure>
    </Disclosure>
  )
}

/** Groups of eight digits for comparison by eye; copied text has no gaps. */
function Hash({ name, value }: { name: string; value: string }) {
  const groups = value.slice(2).match(/.{1,8}/g) ?? []
  return (
    <div>
      <dt className="text-fine">{name}</dt>
      <dd className={css.hash}>
        <span translate="no" className="text-mono">
          0x
          {groups.map((group, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same digits can occur twice
            <span key={index} className={css.digits}>
              {group}
            </span>
          ))}
        </span>
        <CopyButton text={value} label={`Copy ${name}`} />
      </dd>
    </div>
  )
}

/** All checks that could not be made, then some of the others. */
function firstChecks({ checks }: ProposalReport) {
  const open = checks.filter(({ result }) => result === 'unknown')
  return [...open, ...checks.filter(({ result }) => result === 'same')].slice(0, Math.max(3, open.length))
}

/** The payments of a proposal, their payees, and its origin. */
function WhatItDoes(props: {
  report: ProposalReport
  viewer: Address | null
  /** The words in the link; null for a link without any. */
  shared: ReadSharedNames | null
}) {
  const { report, viewer, shared } = props
  const { status, content, safe } = report
  const hash = 'hash' in status ? status.hash : null
  return (
    <Card title="What it does" flush action={<span className="text-muted">{peopleWords(content)}</span>}>
      {content.totals.length > 0 && (
        <div className={css.totals}>
          {content.totals.map((total) => (
            <span key={Token.key(total.token)}>
              <TokenLogo symbol={total.token.symbol} size={36} />
              <AmountText large value={Amount.formatNumber(total)} symbol={total.token.symbol} />
            </span>
          ))}
        </div>
      )}
      <GivenNames shared={shared} />
      <ProposalRows report={report} viewer={viewer} given={shared?.ok ? shared.names.ofPayments : []} />
      <CardPart>
        <Facts>
          <NamedFact name="From the Safe">
            <WholeAddress address={safe} explorer={explorerAddress(safe)} />
          </NamedFact>
          <NamedFact name="Proposed">
            {when(report.submittedAt)}
            {report.appName && <> with “{withoutQuotes(report.appName)}”</>}
          </NamedFact>
          {report.note && (
            <NamedFact name="Note">
              <q>{withoutQuotes(report.note)}</q>
            </NamedFact>
          )}
        </Facts>
        {hash && (
          <Actions>
            <ExternalLink className={buttonClass({ size: 'small' })} href={explorerTx(hash)} icon>
              Transaction on BscScan
            </ExternalLink>
          </Actions>
        )}
      </CardPart>
    </Card>
  )
}

/**
 * Says who gave the words in the link, or that they do not belong to this proposal. They change nothing else on the
 * page.
 */
function GivenNames({ shared }: { shared: ReadSharedNames | null }) {
  if (!shared) return null
  const isNaming = shared.ok && shared.names.ofPayments.some((name) => name !== null)
  return (
    <Inset>
      {shared.ok ? (
        <Notice tone="info" title={`${shared.names.by || 'The proposer'}’s ${isNaming ? 'names' : 'note'}`}>
          {shared.names.purpose !== '' && (
            <p>
              For{' '}
              <q>
                <bdi>{withoutQuotes(shared.names.purpose)}</bdi>
              </q>
            </p>
          )}
          <p>
            {isNaming
              ? 'They came with the link and fit these payments. No one has checked them, and they aren’t saved. Go by the addresses.'
              : 'It came with the link and was written for these payments. No one has checked it, and it isn’t saved.'}
          </p>
        </Notice>
      ) : (
        <Notice tone="warn" title="The names in this link aren’t shown.">
          <p>
            {shared.fault === 'other'
              ? 'They were made for other payments than these. Ask the proposer before you sign.'
              : 'They are incomplete or were changed. Ask for the link again.'}
          </p>
        </Notice>
      )}
    </Inset>
  )
}
