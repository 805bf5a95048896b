import type { Address } from '#chain/money/Address.ts'
import { isOpen } from '#chain/settlement/PaymentStatus.ts'
import { when } from '#domain/shared/when.ts'
import type { ProposalReport, Signer } from '#safe/proposal/ProposalReport.ts'
import { Card } from '#ui/Card.tsx'
import { StatusText } from '#ui/StatusText.tsx'
import css from './Activity.module.css'

/** Who has signed, whether the signature is theirs, and who has not. */
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
      {missing === null && <p className={css.muted}>Who else owns this Safe could not be read.</p>}
    </Card>
  )
}

function Who({ address, viewer, note }: { address: Address; viewer: Address | null; note: string }) {
  return (
    <div className={css.main}>
      <span className={css.mono}>{address}</span>
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
