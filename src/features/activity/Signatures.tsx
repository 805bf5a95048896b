import type { Address } from '#chain/money/Address.ts'
import * as AddressText from '#chain/money/Address.ts'
import { isOpen } from '#chain/settlement/PaymentStatus.ts'
import { when } from '#domain/shared/when.ts'
import type { ProposalReport } from '#safe/proposal/ProposalReport.ts'
import { ShortAddress } from '#ui/AddressText.tsx'
import css from './Activity.module.css'

/** Who has signed and who has not, in one line for a list. */
export function Signatures({ report, viewer }: { report: ProposalReport; viewer: Address | null }) {
  const { signers, missing } = report
  const waits = isOpen(report.status)
  return (
    <p className={css.signatures}>
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
