import { Link } from 'wouter'
import type { Listed } from '#account/Activity.ts'
import { explorerAddress, explorerTx } from '#chain/explorer.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import type { Transfer } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import { isOpen } from '#chain/settlement/PaymentStatus.ts'
import { payoutTitle } from '#components/payment/ActivityRow.tsx'
import { QueueOrderText, WithQueue } from '#components/payment/ActivityWhat.tsx'
import { FingerprintText } from '#components/proposal/FingerprintText.tsx'
import { ownerActs } from '#domain/activity/ownerActs.ts'
import { paymentWords } from '#domain/activity/paymentWords.ts'
import { isExecuted, paidTo, proposalStatusWords, titleWords } from '#domain/activity/proposalWords.ts'
import { decodeSharedNames, type ReadSharedNames } from '#domain/payout/sharedNames.ts'
import type { KeptProof } from '#domain/proof/keptProofs.ts'
import { encodeProof } from '#domain/proof/proofLink.ts'
import { count, when } from '#domain/shared/format.ts'
import { paymentPath, proofPath } from '#domain/shared/paths.ts'
import { isRejectedByOwners, type ProposalReport } from '#safe/proposal/ProposalReport.ts'
import { safeWalletLink } from '#safe/safeWalletLink.ts'
import type { ProposalContent } from '#safe/tx/decodeProposal.ts'
import { buttonClass } from '#ui/Button.tsx'
import { AmountText } from '#ui/content/AmountText.tsx'
import { Card, CardPart, Inset } from '#ui/content/Card.tsx'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'
import { TokenLogo } from '#ui/icons/TokenLogo.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import { Facts } from '#ui/layout/Facts.tsx'
import { Notice } from '#ui/Notice.tsx'
import { WholeAddress } from '#ui/page/AddressText.tsx'
import { CopyButton } from '#ui/page/CopyButton.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'
import { StatusBanner } from '#ui/page/StatusBanner.tsx'
import css from './Activity.module.css'
import { Checks, checksWords, People, SignersCard } from './ChecksCard.tsx'
import { OwnerCard, useOwner } from './OwnerCard.tsx'
import { ProposalRows } from './ProposalRows.tsx'
import { signedWords } from './QueueList.tsx'
import { proofTitle } from './useOwnProof.ts'

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
              <dt>{name}</dt>
              <dd className="text-mono">{String(value)}</dd>
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
      <dt>{name}</dt>
      <dd className={css.hash}>
        <span className="text-mono">
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

/** The title of a proposal, for the heading and the title of its page. */
export function proposalTitle({ content, tx }: ProposalReport, proof: KeptProof | null = null): string {
  const { rows, others } = content
  const [row] = rows
  if (rows.length !== 1 || !row) return payoutTitle(content)
  if (row.meaning.kind === 'rejection') return `Cancels nonce ${tx.nonce}`
  if (proof) return proofTitle(proof)
  return others === 0 ? 'Payment' : titleWords(row, tx.nonce)
}

/**
 * Answers a signer's questions in their order: the status of the proposal, what it pays, what is odd about it, who
 * signs, the evidence.
 */
export function ProposalView(props: {
  listed: Listed
  report: ProposalReport
  viewer: Address | null
  /** Unparsed names for the payees, from the link. */
  names: string
  /** The proof of this browser that it signs. */
  proof: KeptProof | null
}) {
  const { listed, report, viewer, proof } = props
  const { status, content, safe, safeTxHash, flags } = report
  const words = proposalStatusWords(report, viewer)
  const coming = viewer ? paidTo(content, viewer) : []
  const hash = 'hash' in status ? status.hash : null
  const open = isOpen(status)
  const owner = useOwner(report)
  const acts = owner && open ? ownerActs(report, owner.address, owner.asOwner) : null
  const isOwnersTurn = acts !== null && (acts.canSign || acts.canExecute)
  const inSafeWallet = (
    <ExternalLink
      className={buttonClass({ primary: !isOwnersTurn })}
      href={safeWalletLink(safe, safeTxHash)}
      icon
    >
      {status.kind === 'ready' ? 'Execute' : 'Sign'} in Safe{'{Wallet}'}
    </ExternalLink>
  )
  const shared = props.names
    ? decodeSharedNames(props.names, { account: safe, transfers: transfersIn(content) })
    : null
  return (
    <div className="layout-page">
      <StatusBanner
        tone={words.tone}
        status={isRejectedByOwners(report) ? 'Rejected' : words.words}
        action={
          open
            ? !isOwnersTurn && inSafeWallet
            : isExecuted(report) &&
              hash && (
                <Link className={buttonClass({ primary: true })} href={paymentPath(hash)}>
                  View receipts
                </Link>
              )
        }
      >
        <p>{paymentWords(status, 'proposed').text}</p>
        {coming.length > 0 && (
          <p className={css.coming}>
            Coming to you: {coming.map(Amount.format).join(', ')}, {signedWords(report)}
          </p>
        )}
        {status.kind === 'needs-signatures' && viewer === safe && report.missing && (
          <p>
            Sign as any of <People of={report.missing} viewer={viewer} />.
          </p>
        )}
        {open && (
          <WithQueue listed={listed}>
            {(queue) => (
              <QueueOrderText queue={queue} turn={status.turn} safeTxHash={safeTxHash} isTurnSaid />
            )}
          </WithQueue>
        )}
      </StatusBanner>
      {proof && (
        <Notice tone="info" title={`${proofTitle(proof)}.`}>
          <p>
            It moves no money. <Link href={proofPath('own', encodeProof(proof))}>Read the text it signs</Link>
          </p>
        </Notice>
      )}
      {flags.length > 0 && (
        <Notice tone={flagTones[flags[0]?.level ?? 'note']} title={flagTitles[flags[0]?.level ?? 'note']}>
          <ul className={css.flags}>
            {flags.map(({ words: text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Notice>
      )}
      {owner && acts && isOwnersTurn && (
        <OwnerCard listed={listed} report={report} owner={owner} acts={acts}>
          {inSafeWallet}
        </OwnerCard>
      )}
      <div className="layout-aside">
        <div>
          <Card
            title="What it does"
            flush
            action={<span className="text-muted">{peopleWords(content)}</span>}
          >
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
            <ProposalRows
              report={report}
              viewer={viewer}
              givenName={(to) => (shared?.ok ? shared.names.nameOf(to) : null)}
            />
            <CardPart>
              <Facts>
                <div>
                  <dt>From the Safe</dt>
                  <dd>
                    <WholeAddress address={safe} explorer={explorerAddress(safe)} />
                  </dd>
                </div>
                <div>
                  <dt>Proposed</dt>
                  <dd>
                    {when(report.submittedAt)}
                    {report.appName && <> with “{report.appName}”</>}
                  </dd>
                </div>
                {report.note && (
                  <div>
                    <dt>Note</dt>
                    <dd>
                      <q>{report.note}</q>
                    </dd>
                  </div>
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
        </div>
        <div>
          <SignersCard report={report} viewer={viewer} />
          <Card title={checksWords(report)}>
            <Checks checks={firstChecks(report)} />
            <p className="text-small">Only you can judge whether these are the right people.</p>
            <div>
              <Disclosure summary={`All ${count(report.checks.length, 'check')}`}>
                <Checks checks={report.checks} />
                <p className="text-small">
                  The fields and signatures come from the {report.source}. We computed everything else in your
                  browser or read it from the network.
                </p>
              </Disclosure>
              <Hashes report={report} />
            </div>
          </Card>
        </div>
      </div>
    </div>
  )
}

/**
 * Says who gave the names in the link, or that the names do not belong to this proposal. They change nothing else on
 * the page.
 */
function GivenNames({ shared }: { shared: ReadSharedNames | null }) {
  if (!shared) return null
  return (
    <Inset>
      {shared.ok ? (
        <Notice
          tone="info"
          title={shared.names.by === '' ? 'The proposer’s names' : `${shared.names.by}’s names`}
        >
          <p>
            They came with the link and fit these payments. No one has checked them, and they aren’t saved. Go
            by the addresses.
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

/** All checks that could not be made, then some of the others. */
function firstChecks({ checks }: ProposalReport) {
  const open = checks.filter(({ result }) => result === 'unknown')
  return [...open, ...checks.filter(({ result }) => result === 'same')].slice(0, Math.max(3, open.length))
}

const flagTones = { danger: 'bad', look: 'warn', note: 'info' } as const
const flagTitles = { danger: 'Red flags', look: 'Look at this first', note: 'Network fee' } as const

function peopleWords({ rows }: ProposalContent): string {
  const people = new Set(rows.flatMap(({ meaning }) => (meaning.kind === 'transfer' ? [meaning.to] : [])))
  return people.size === 0 ? 'Pays no one' : count(people.size, 'recipient')
}

/** A proposal's transfers, as its fingerprint uses them. */
function transfersIn({ rows }: ProposalContent): readonly Transfer[] {
  return rows.flatMap(({ meaning }) =>
    meaning.kind === 'transfer'
      ? [{ token: meaning.amount.token.address, to: meaning.to, value: meaning.amount.value }]
      : [],
  )
}
