import { Link } from 'wouter'
import type { Listed } from '#account/Activity.ts'
import { explorerAddress, explorerTx } from '#chain/explorer.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import type { Transfer } from '#chain/money/Call.ts'
import { isOpen } from '#chain/settlement/PaymentStatus.ts'
import { paidTo, statusWords, totalsWords } from '#domain/activity/proposalWords.ts'
import { paymentPath } from '#domain/shared/paths.ts'
import { when } from '#domain/shared/when.ts'
import { QueueOrderText, WithQueue } from '#features/shared/ActivityWhat.tsx'
import { FingerprintText } from '#features/shared/FingerprintText.tsx'
import { StopScreen } from '#features/shared/StopScreen.tsx'
import { differences, type ProposalReport } from '#safe/proposal/ProposalReport.ts'
import { type ProposalContent, safeWalletTx } from '#safe/tx/decodeProposal.ts'
import { WholeAddress } from '#ui/AddressText.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import { Facts } from '#ui/layout/Facts.tsx'
import layout from '#ui/layout/layout.module.css'
import prose from '#ui/layout/prose.module.css'
import { Notice } from '#ui/Notice.tsx'
import { StatusText } from '#ui/StatusText.tsx'
import css from './Activity.module.css'
import { ChecksCard, SignersCard } from './ChecksCard.tsx'
import { ProposalRows } from './ProposalRows.tsx'
import { signedWords } from './QueueCard.tsx'

/** Covers everything if the reported proposal differs from what is signed or what the chain shows. */
export function ProposalStop(props: {
  report: ProposalReport
  query: { readonly isFetching: boolean; readonly refetch: () => unknown }
}) {
  const { report, query } = props
  return (
    <StopScreen
      title="Stop: do not sign this"
      intro={`What the ${report.source} tells about this proposal does not fit together.`}
      differences={differences(report)}
      outro="Nothing was paid by looking at it. Show this to the other owners before anybody signs. If the owners or the threshold were changed a minute ago, the service may only be late: check again."
    >
      <Button onClick={() => void query.refetch()} disabled={query.isFetching}>
        {query.isFetching ? 'Checking…' : 'Check again'}
      </Button>
      <a className="button" href="#/activity">
        Leave to Activity
      </a>
    </StopScreen>
  )
}

/** The three hashes, in the order that signing devices show them, and the fields they cover. */
export function HashesCard({ report }: { report: ProposalReport }) {
  const { hashes, tx, version } = report
  if (!hashes) return null
  return (
    <Card title="Hashes, computed here">
      <p className={prose.muted}>
        Compare them with what your device or Safe{'{Wallet}'} shows before you sign. One digit that differs
        means: do not sign.
      </p>
      <Facts>
        <Hash name="Domain hash" value={hashes.domainHash} />
        <Hash name="Message hash" value={hashes.messageHash} />
        <Hash name="safeTxHash" value={hashes.safeTxHash} />
      </Facts>
      <details className={css.fields}>
        <summary>The ten signed fields{version && ` (contract version ${version})`}</summary>
        <dl>
          {Object.entries(tx).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className={prose.mono}>{String(value)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </Card>
  )
}

/** Groups of eight digits for comparison by eye; copied text has no gaps. */
function Hash({ name, value }: { name: string; value: string }) {
  const groups = value.slice(2).match(/.{1,8}/g) ?? []
  return (
    <div>
      <dt>{name}</dt>
      <dd className={css.hash}>
        <span className={prose.mono}>
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

/**
 * What a signer must know, in the order of their questions: what it does, what is odd about it, who signs,
 * the evidence.
 */
export function ProposalView(props: { listed: Listed; report: ProposalReport; viewer: Address | null }) {
  const { listed, report, viewer } = props
  const { status, content, safe, safeTxHash, flags } = report
  const words = statusWords(report, viewer)
  const coming = viewer ? paidTo(content, viewer) : []
  const hash = 'hash' in status ? status.hash : null
  const open = isOpen(status)
  return (
    <div className={layout.page}>
      {flags.length > 0 && (
        <Notice tone={flagTones[flags[0]?.level ?? 'note']} title={flagTitles[flags[0]?.level ?? 'note']}>
          <ul className={css.flags}>
            {flags.map(({ words: text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Card title="What it does" action={<StatusText tone={words.tone}>{words.words}</StatusText>}>
        <p className={css.total}>{headline(report)}</p>
        {isOpen(status) && (
          <WithQueue listed={listed}>
            {(queue) => <QueueOrderText queue={queue} turn={status.turn} safeTxHash={safeTxHash} />}
          </WithQueue>
        )}
        {coming.length > 0 && (
          <p className={css.coming}>
            Coming to you: {coming.map(Amount.format).join(', ')}, {signedWords(report)}
          </p>
        )}
        <ProposalRows report={report} viewer={viewer} />
        {content.others === 0 && <FingerprintText account={safe} transfers={transfersIn(content)} />}
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
              {report.note && (
                <>
                  , note: <q className={css.note}>{report.note}</q>
                </>
              )}
            </dd>
          </div>
        </Facts>
        <Actions>
          {open && (
            <a
              className="button"
              href={safeWalletTx(safe, safeTxHash)}
              target="_blank"
              rel="noopener noreferrer"
            >
              Open in Safe{'{Wallet}'}
            </a>
          )}
          {hash && <Link href={paymentPath(hash)}>Receipts</Link>}
          {hash && (
            <a href={explorerTx(hash)} target="_blank" rel="noopener noreferrer">
              Transaction on the explorer
            </a>
          )}
        </Actions>
      </Card>
      <SignersCard report={report} viewer={viewer} />
      <HashesCard report={report} />
      <ChecksCard report={report} />
    </div>
  )
}

const flagTones = { danger: 'bad', look: 'warn', note: 'info' } as const
const flagTitles = { danger: 'Red flags', look: 'Look at this first', note: 'Network fee' } as const

function headline({ content }: ProposalReport): string {
  const { rows } = content
  if (rows.length === 1 && rows[0]?.meaning.kind === 'rejection') return 'Nothing: it only uses up the nonce'
  const payments = rows.length - content.others
  if (payments === 0) return totalsWords(content)
  const people = new Set(rows.flatMap(({ meaning }) => (meaning.kind === 'transfer' ? [meaning.to] : [])))
    .size
  return `${totalsWords(content)} to ${people} ${people === 1 ? 'account' : 'accounts'}`
}

/** A proposal's transfers, as its fingerprint uses them. */
function transfersIn({ rows }: ProposalContent): readonly Transfer[] {
  return rows.flatMap(({ meaning }) =>
    meaning.kind === 'transfer'
      ? [{ token: meaning.amount.token.address, to: meaning.to, value: meaning.amount.value }]
      : [],
  )
}
