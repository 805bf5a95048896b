import type { Address } from '#chain/money/Address.ts'
import * as AddressText from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import { meaningWords } from '#domain/activity/proposalWords.ts'
import { useNames } from '#features/shared/useNames.ts'
import type { ProposalReport } from '#safe/proposal/ProposalReport.ts'
import type { ProposalRow } from '#safe/tx/decodeProposal.ts'
import prose from '#ui/layout/prose.module.css'
import { WindowedList } from '#ui/list/WindowedList.tsx'
import css from './Activity.module.css'

/**
 * Every row of a proposal, decoded from its bytes: amount, then payee, with its name if there is one and
 * always the full address.
 */
export function ProposalRows({ report, viewer }: { report: ProposalReport; viewer: Address | null }) {
  const { rows } = report.content
  const names = useNames(rows.flatMap(({ meaning }) => (meaning.kind === 'transfer' ? [meaning.to] : [])))
  return (
    <WindowedList label="Rows of the proposal" keys={rows.map(({ path }) => path)}>
      {(index) => {
        const row = rows[index]
        return row && <Row row={row} alone={rows.length === 1} name={nameOf(row, report, viewer, names)} />
      }}
    </WindowedList>
  )
}

function Row({ row, alone, name }: { row: ProposalRow; alone: boolean; name: string | null }) {
  const { meaning, path } = row
  return (
    <div className={css.payment}>
      {!alone && <span className={css.path}>{path}</span>}
      {meaning.kind === 'transfer' ? (
        <>
          <span className={css.paid}>{Amount.format(meaning.amount)}</span>
          <span className={css.payee}>
            {name && <bdi className={css.name}>{name}</bdi>}
            <span className={prose.mono}>{meaning.to}</span>
            {!meaning.isPinned && <span className={css.warn}>unverified token {row.to}</span>}
          </span>
        </>
      ) : (
        <span className={css.payee}>
          <span className={meaning.kind === 'rejection' ? '' : css.warn}>{meaningWords(row)}</span>
          {meaning.kind !== 'rejection' && <span className={prose.mono}>{row.to}</span>}
          {row.value > 0n && <span>with {row.value.toString()} wei</span>}
        </span>
      )}
    </div>
  )
}

/** The name of an address: a role proven by the chain, or a `.bnb` name that resolves back to it. */
function nameOf(
  { meaning }: ProposalRow,
  { safe, owners }: ProposalReport,
  viewer: Address | null,
  names: ReadonlyMap<Address, string>,
): string | null {
  if (meaning.kind !== 'transfer') return null
  const { to } = meaning
  const roles = [
    names.get(to),
    viewer && AddressText.equal(to, viewer) && 'you',
    AddressText.equal(to, safe) && 'this Safe itself',
    owners?.some((owner) => AddressText.equal(owner, to)) && 'an owner of this Safe',
  ].filter(Boolean)
  return roles.length > 0 ? roles.join(', ') : null
}
