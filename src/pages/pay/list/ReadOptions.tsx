import { useState } from 'react'
import { TokenChoices } from '#components/payment/TokenChoices.tsx'
import { type ColumnProof, columnName, type Mapping } from '#domain/draft/import/mapColumns.ts'
import type { ReadRows } from '#domain/draft/import/readRows.ts'
import type { Separator } from '#domain/draft/import/records.ts'
import { type PayoutDraft, withColumn, withOptions } from '#domain/draft/payoutDraft.ts'
import { Field } from '#ui/Field.tsx'
import { Tick } from '#ui/form/Tick.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'
import fillFormCss from './FillForm.module.css'

const uses: readonly (readonly [keyof Mapping, string])[] = [
  ['payee', 'Address column'],
  ['amount', 'Amount column'],
  ['token', 'Token column'],
  ['tokenType', 'Token type column'],
  ['name', 'Name column'],
  ['handle', 'Handle column'],
  ['reference', 'Reference column'],
  ['note', 'Note column'],
]

/** How many columns are named. */
const NAMED = 20

/** Which column is taken for the amounts, and why, if others have numbers too; null if there is no other. */
export function amountColumnText({ mapping, choices, proofs, columns, preview }: ReadRows): string | null {
  const { amount } = mapping
  const others = choices.amount.filter(
    (column) => column !== amount && preview.some((row) => /[0-9]/.test(row[column] ?? '')),
  )
  if (amount === null || others.length === 0 || proofs.amount === undefined) return null
  const names = others.slice(0, NAMED).map((column) => columnName(columns, column))
  return `“${columnName(columns, amount)}” is paid, because ${proofWords[proofs.amount]}, not ${names.join(', ')}.`
}

const proofWords: Readonly<Record<ColumnProof, string>> = {
  title: 'its title says so',
  cells: 'its cells name the token',
  only: 'no other has numbers',
}

/** How the text was read, and what can be changed about it. Every answer reads it again. */
export function ReadOptions(props: {
  draft: PayoutDraft
  read: ReadRows
  onChange: (draft: PayoutDraft) => void
}) {
  const { draft, read, onChange } = props
  const { separator, mapping, header, columns } = read
  const hasTokens = mapping.token !== null || mapping.tokenType !== null || read.namesTokens
  const [isOpen, setOpen] = useState(false)
  if (separator.state === 'ambiguous') return null
  const choose = (use: keyof Mapping, value: string) =>
    onChange(withOptions(draft, { mapping: withColumn(mapping, use, value === '' ? null : Number(value)) }))
  return (
    <Disclosure summary="How it was read" onToggle={(isOpen) => isOpen && setOpen(true)}>
      {isOpen && (
        <div className="layout-form">
          <div className={fillFormCss.fields}>
            <Field label="Columns are separated by">
              {(control) => (
                <select
                  {...control}
                  value={separator.separator}
                  onChange={(event) =>
                    onChange(withOptions(draft, { separator: event.target.value as Separator }))
                  }
                >
                  {Object.entries(separatorNames).map(([value, words]) => (
                    <option key={value} value={value}>
                      {words}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            {hasTokens && (
              <Field label="Token for rows without one">
                {(control) => (
                  <select
                    {...control}
                    value={draft.options.token ?? ''}
                    onChange={(event) => onChange(withOptions(draft, { token: event.target.value || null }))}
                  >
                    <option value="">Leave as is</option>
                    <TokenChoices more={draft.tokens} />
                  </select>
                )}
              </Field>
            )}
            {uses.map(([use, label]) => (
              <Field key={use} label={label}>
                {(control) => (
                  <select
                    {...control}
                    value={mapping[use] ?? ''}
                    onChange={(event) => choose(use, event.target.value)}
                  >
                    <option value="">None</option>
                    {columns.map(({ title }, index) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its position
                      <option key={index} value={index}>
                        {title}
                      </option>
                    ))}
                  </select>
                )}
              </Field>
            ))}
          </div>
          <Tick
            isTicked={header !== null}
            onTick={(isTicked) => onChange(withOptions(draft, { header: isTicked }))}
          >
            First line is a header
          </Tick>
        </div>
      )}
    </Disclosure>
  )
}

/** The separators of cells, as people call them. */
export const separatorNames: Readonly<Record<Separator, string>> = {
  '\t': 'Tab (spreadsheets)',
  ';': 'Semicolon ;',
  ',': 'Comma ,',
  '|': 'Vertical bar |',
  text: 'Nothing: sentences',
  none: 'Nothing: one column',
}
