import { hashMessage } from 'viem'
import { type Address, equal } from '#chain/money/Address.ts'
import { isOpen } from '#chain/settlement/PaymentStatus.ts'
import { useKeptProofs } from '#components/stored/useKept.ts'
import { handleText } from '#domain/proof/Handle.ts'
import type { KeptProof } from '#domain/proof/keptProofs.ts'
import { proofMessage } from '#domain/proof/proofMessage.ts'
import { count, when } from '#domain/shared/format.ts'
import type { ProposalCheck, ProposalReport, Signer } from '#safe/proposal/ProposalReport.ts'
import { Check, CheckList } from '#ui/checks/CheckList.tsx'
import { Card, Inset } from '#ui/content/Card.tsx'
import { Identicon, Identity, ShortAddress } from '#ui/content/Identity.tsx'
import { Rows } from '#ui/content/Rows.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { StatusBadge } from '#ui/page/StatusBadge.tsx'
import css from './ChecksCard.module.css'

/**
 * The owners who have and have not signed: faces for a list, with a tick on those that have signed; words for screen
 * readers.
 */
export function Signatures({ report, viewer }: { report: ProposalReport; viewer: Address | null }) {
  const { signers } = report
  const missing = isOpen(report.status) ? (report.missing ?? []) : []
  return (
    <span className={css.faces}>
      <span className="visually-hidden">
        {signers.length === 0 ? 'No one has signed yet' : 'Signed by '}
        <People of={signers.map(({ address }) => address)} viewer={viewer} />
        {missing.length > 0 && ' · not by '}
        <People of={missing} viewer={viewer} />
      </span>
      {signers.slice(0, FACES).map(({ address, at }) => (
        <span key={address} className={css.face} title={`${address}, signed ${when(at)}`}>
          <Identicon address={address} size={24} />
          <span className={`layout-disc ${css.tick}`}>
            <Icon name="check" size={10} />
          </span>
        </span>
      ))}
      {missing.slice(0, Math.max(0, FACES - signers.length)).map((address) => (
        <span key={address} className={css.missing} title={`${address}, not signed`}>
          <Identicon address={address} size={24} />
        </span>
      ))}
      {signers.length + missing.length > FACES && (
        <span aria-hidden="true">+{signers.length + missing.length - FACES}</span>
      )}
    </span>
  )
}

/** How many owners are shown with their faces. */
const FACES = 5

/** Accounts in a sentence. */
export function People({ of, viewer }: { of: readonly Address[]; viewer: Address | null }) {
  return of.map((address, index) => (
    <span key={address}>
      {index > 0 && ', '}
      <Person address={address} viewer={viewer} />
    </span>
  ))
}

function Person({ address, viewer }: { address: Address; viewer: Address | null }) {
  const isViewer = viewer !== null && equal(address, viewer)
  return (
    <>
      <ShortAddress address={address} />
      {isViewer && ' (you)'}
    </>
  )
}

const results = {
  same: { tone: 'good', word: 'Match' },
  different: { tone: 'bad', word: 'Mismatch' },
  unknown: { tone: 'warn', word: 'Not checked' },
} as const

/** Every comparison in a sentence, with an icon and a word. */
export function Checks({ checks }: { checks: readonly ProposalCheck[] }) {
  return (
    <CheckList label="Checks" isQuiet>
      {checks.map(({ result, words, evidence }) => (
        <Check key={words} {...results[result]}>
          {words}
          {evidence && (
            <span translate="no" className="text-mono text-small">
              {' '}
              {evidence}
            </span>
          )}
        </Check>
      ))}
    </CheckList>
  )
}

/** `12 checks passed`, `All 13 checks: 12 passed, 1 failed`. Never "safe": a check names its comparison. */
export function checksWords({ checks }: ProposalReport): string {
  const failed = checks.filter(({ result }) => result === 'different').length
  const open = checks.filter(({ result }) => result === 'unknown').length
  const passed = checks.length - failed - open
  if (failed > 0) return `All ${checks.length} checks: ${passed} passed, ${failed} failed`
  return open > 0 ? `${passed} of ${checks.length} checks passed` : `${count(passed, 'check')} passed`
}

/** The owners who have signed, whether each signature is valid, and the owners who have not signed. */
export function SignersCard({ report, viewer }: { report: ProposalReport; viewer: Address | null }) {
  const { signers, missing, status } = report
  return (
    <Card
      title="Signatures"
      flush
      action={isOpen(status) && <span className="text-muted">{`${status.have} of ${status.need}`}</span>}
    >
      {isOpen(status) && (
        <div className={css.progress} aria-hidden="true">
          {Array.from({ length: Math.min(status.need, 20) }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: all parts are identical
            <i key={index} className={index < status.have ? css.on : ''} />
          ))}
        </div>
      )}
      <Rows label="Owners">
        {signers.map((signer) => (
          <li key={signer.address} className={`layout-between ${css.signer}`}>
            <Owner address={signer.address} viewer={viewer} note={when(signer.at)} />
            <Proof signer={signer} />
          </li>
        ))}
        {(missing ?? []).map((address) => (
          <li key={address} className={`layout-between ${css.signer}`}>
            <Owner address={address} viewer={viewer} note="Owner" />
            <StatusBadge tone="none">Not signed</StatusBadge>
          </li>
        ))}
      </Rows>
      {missing === null && (
        <Inset>
          <p className="text-small">Couldn’t load the other owners of this Safe.</p>
        </Inset>
      )}
    </Card>
  )
}

function Owner({ address, viewer, note }: { address: Address; viewer: Address | null; note: string }) {
  return (
    <Identity address={address} size={32} name={<Person address={address} viewer={viewer} />} sub={note} />
  )
}

function Proof({ signer: { proof, isOwner } }: { signer: Signer }) {
  if (proof === 'wrong') return <StatusBadge tone="bad">Not their signature</StatusBadge>
  if (isOwner === false) return <StatusBadge tone="warn">Signed, not an owner now</StatusBadge>
  if (proof === 'unknown') return <StatusBadge tone="warn">Signed, not verified</StatusBadge>
  return <StatusBadge tone="good">Signed, verified</StatusBadge>
}

/** Finds the proof of this browser that a proposal signs, by the hash of its text; null for any other proposal. */
export function useOwnProof(): (report: ProposalReport) => KeptProof | null {
  const { items } = useKeptProofs()
  return ({ safe, content }) => {
    const [row] = content.rows
    if (content.rows.length !== 1 || row?.meaning.kind !== 'signature') return null
    const { hash } = row.meaning
    const isSigned = ({ proof }: KeptProof) =>
      equal(proof.address, safe) && hashMessage(proofMessage(proof)) === hash.toLowerCase()
    return items.find(isSigned) ?? null
  }
}

/** The same report without the warning about an unknown text, because this browser wrote the text. */
export function withoutTextFlag(report: ProposalReport): ProposalReport {
  const [row] = report.content.rows
  if (row?.meaning.kind !== 'signature') return report
  const { hash } = row.meaning
  return { ...report, flags: report.flags.filter(({ words }) => !words.includes(hash)) }
}

/** The title of a proposal that signs a proof of this browser. */
export function proofTitle({ proof }: KeptProof): string {
  return `Signs your proof ${handleText(proof.handle)}`
}
