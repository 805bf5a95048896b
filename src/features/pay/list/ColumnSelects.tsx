import type { Mapping } from '#domain/payout/import/mapColumns.ts'
import type { ReadRows } from '#domain/payout/import/readRows.ts'
import { type PayoutDraft, withColumn, withOptions } from '#domain/payout/list/payoutDraft.ts'
import { Field } from '#ui/Field.tsx'
import pay from '../PayPage.module.css'
import css from './many.module.css'

/** Which column holds what. All others are kept as notes, by name. */
export function ColumnSelects(props: {
  draft: PayoutDraft
  read: ReadRows
  onChange: (draft: PayoutDraft) => void
}) {
  const { draft, read, onChange } = props
  const { columns, mapping, unclear } = read
  const notes = columns.filter(({ use }) => use === 'note').map(({ title }) => title)
  const choose = (use: keyof Mapping, value: string) =>
    onChange(withOptions(draft, { mapping: withColumn(mapping, use, value === '' ? null : Number(value)) }))
  return (
    <>
      <div className={css.fields}>
        {uses.map(([use, label]) => {
          const isAsked =
            (unclear as readonly string[]).includes(use) ||
            ((use === 'payee' || use === 'amount') && mapping[use] === null)
          return (
            <Field
              key={use}
              label={`Column: ${label}`}
              fault={isAsked ? 'Choose the column that holds it.' : null}
            >
              {(control) => (
                <select
                  {...control}
                  value={mapping[use] ?? ''}
                  onChange={(event) => choose(use, event.target.value)}
                >
                  <option value="">{isAsked ? 'Choose…' : 'None'}</option>
                  {columns.map(({ title }, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                    <option key={index} value={index}>
                      {title}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          )
        })}
      </div>
      {notes.length > 0 && (
        <p className={pay.small}>
          Kept as notes: <bdi>{notes.slice(0, NAMED).join(', ')}</bdi>
          {notes.length > NAMED && ` and ${notes.length - NAMED} more`}
        </p>
      )}
    </>
  )
}

/** So many columns are named as notes. */
const NAMED = 20

const uses: readonly (readonly [keyof Mapping, string])[] = [
  ['payee', 'pay to'],
  ['amount', 'amount'],
  ['token', 'token'],
  ['tokenType', 'kind'],
  ['reference', 'reference'],
]
