import type { Address } from '#chain/money/Address.ts'
import * as AddressText from '#chain/money/Address.ts'
import { isOpen } from '#chain/settlement/PaymentStatus.ts'
import { when } from '#domain/shared/when.ts'
import type { Check, ProposalReport, Signer } from '#safe/proposal/ProposalReport.ts'
import { ShortAddress } from '#ui/AddressText.tsx'
import { Card } from '#ui/Card.tsx'
import prose from '#ui/layout/prose.module.css'
import { StatusText } from '#ui/StatusText.tsx'
import css from './Activity.module.css'

/** Who has and has not signed, on one line for a list. */
export function Signatures({ report, viewer }: { report: ProposalReport; viewer: Address | null }) {
  const { signers, missing } = report
  const waits = isOpen(report.status)
  return (
    <p className={prose.small}>
      {signers.length === 0 ? 'Nobody has signed yet' : 'Signed by '}
      {signers.map(({ address, at }, index) => (
        <span key={address} title={when(at)}>
          {index > 0 && ', '}
          <Person address={address} viewer={viewer} />
        </span>
      ))}
      {waits && missing && missing.length > 0 && (
        <>
          {' · not by '}
          {missing.map((address, index) => (
            <span key={address}>
              {index > 0 && ', '}
              <Person address={address} viewer={viewer} />
            </span>
          ))}
        </>
      )}
    </p>
  )
}

export function Person({ address, viewer }: { address: Address; viewer: Address | null }) {
  const isViewer = viewer !== null && AddressText.equal(address, viewer)
  return (
    <>
      <ShortAddress address={address} />
      {isViewer && ' (you)'}
    </>
  )
}

const results: Record<Check['result'], { readonly tone: 'good' | 'bad' | 'warn'; readonly word: string }> = {
  same: { tone: 'good', word: 'Same' },
  different: { tone: 'bad', word: 'Different' },
  unknown: { tone: 'warn', word: 'Not checked' },
}

/** Every comparison, one by one. The wording is "checked", never "safe". */
export function ChecksCard({ report }: { report: ProposalReport }) {
  return (
    <Card title="Checked">
      <ul className={css.list}>
        {report.checks.map(({ result, words }) => (
          <li key={words} className={css.row}>
            <span className={css.main}>{words}</span>
            <StatusText tone={results[result].tone}>{results[result].word}</StatusText>
          </li>
        ))}
      </ul>
      <p className={prose.small}>
        The fields and signatures were told by the {report.source}; everything else was computed here or read
        from the chain. Whether the payees are the right people is for you to know.
      </p>
    </Card>
  )
}

/** Who has signed, whether each signature is theirs, and who has not. */
export function SignersCard({ report, viewer }: { report: ProposalReport; viewer: Address | null }) {
  const { signers, missing, status } = report
  const need = isOpen(status) ? status.need : null
  return (
    <Card title={need === null ? 'Signatures' : `Signatures: ${isOpen(status) ? status.have : 0} of ${need}`}>
      <ul className={css.list}>
        {signers.map((signer) => (
          <li key={signer.address} className={css.row}>
            <Who address={signer.address} viewer={viewer} note={`Signed ${when(signer.at)}`} />
            <Proof signer={signer} />
          </li>
        ))}
        {(missing ?? []).map((address) => (
          <li key={address} className={css.row}>
            <Who address={address} viewer={viewer} note="Owner" />
            <StatusText tone="none">Has not signed</StatusText>
          </li>
        ))}
      </ul>
      {missing === null && <p className={prose.muted}>Who else owns this Safe could not be read.</p>}
    </Card>
  )
}

function Who({ address, viewer, note }: { address: Address; viewer: Address | null; note: string }) {
  return (
    <div className={css.main}>
      <span className={prose.mono}>{address}</span>
      <span className={css.meta}>
        <span>{note}</span>
        {viewer?.toLowerCase() === address.toLowerCase() && <strong>you</strong>}
      </span>
    </div>
  )
}

function Proof({ signer: { proof, isOwner } }: { signer: Signer }) {
  if (proof === 'wrong') return <StatusText tone="bad">Not their signature</StatusText>
  if (isOwner === false) return <StatusText tone="warn">Signed, not an owner now</StatusText>
  if (proof === 'unknown') return <StatusText tone="warn">Signed, says the service</StatusText>
  return <StatusText tone="good">Signature checked</StatusText>
}
