import { useState } from 'react'
import { TokenChoices } from '#components/payment/TokenChoices.tsx'
import { type ColumnProof, columnName, type Mapping } from '#domain/draft/import/mapColumns.ts'
import type { ReadRows } from '#domain/draft/import/readRows.ts'
import type { Separator } from '#domain/draft/import/records.ts'
import { isTokenAsked } from '#domain/draft/parsedDraft.ts'
import { type PayoutDraft, withColumn, withOptions } from '#domain/draft/payoutDraft.ts'
import { Field } from '#ui/Field.tsx'
import { Tick } from '#ui/form/Tick.tsx'
import fillFormCss from './FillForm.module.css'
import { ListQuestions } from './ListQuestions.tsx'
import css from './ReadOptions.module.css'

/** Which column contains what. Other columns are kept as notes, by name. */
function ColumnSelects(props: {
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
      <div className={fillFormCss.fields}>
        {uses.map(([use, label]) => {
          const isAsked = (unclear as readonly string[]).includes(use)
          return (
            <Field key={use} label={label} fault={isAsked ? 'Choose the column.' : null}>
              {(control) => (
                <select
                  {...control}
                  value={mapping[use] ?? ''}
                  onChange={(event) => choose(use, event.target.value)}
                >
                  <option value="">{isAsked ? 'Choose…' : 'None'}</option>
                  {columns.map(({ title }, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its position
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
        <p className="text-small">
          Also kept: <bdi>{notes.slice(0, NAMED).join(', ')}</bdi>
          {notes.length > NAMED && ` and ${notes.length - NAMED} more`}
        </p>
      )}
    </>
  )
}

/** How many note columns are named. */
const NAMED = 20

const uses: readonly (readonly [keyof Mapping, string])[] = [
  ['payee', 'Address column'],
  ['amount', 'Amount column'],
  ['token', 'Token column'],
  ['tokenType', 'Token type column'],
  ['name', 'Name column'],
  ['reference', 'Reference column'],
]

/** Which column is taken for the amounts, and why, if others have numbers too; null if there is no other. */
function amountColumnText({ mapping, choices, proofs, columns }: ReadRows): string | null {
  const { amount } = mapping
  const others = choices.amount.filter((column) => column !== amount)
  if (amount === null || others.length === 0 || proofs.amount === undefined) return null
  const names = others.slice(0, NAMED).map((column) => columnName(columns, column))
  return `Amounts: ${columnName(columns, amount)}, because ${proofWords[proofs.amount]}. Not ${names.join(', ')}.`
}

const proofWords: Readonly<Record<ColumnProof, string>> = {
  title: 'its title says so',
  cells: 'its cells name the token',
  only: 'no other has numbers',
}

/** How the text was read, and the open questions about it. Every answer reads it again. */
export function ReadOptions(props: {
  draft: PayoutDraft
  read: ReadRows
  onChange: (draft: PayoutDraft) => void
}) {
  const { draft, read, onChange } = props
  const { separator, mapping, header } = read
  const hasTokens = mapping.token !== null || mapping.tokenType !== null || read.namesTokens
  const isTokenMissing = isTokenAsked(read, draft.options.token !== null)
  // It has no question of its own.
  const isAsked = separator.state === 'ambiguous'
  const said = amountColumnText(read)
  const [isOpen, setOpen] = useState(isAsked)
  // Stays open after the answer, because the focus is in it.
  if (isAsked && !isOpen) setOpen(true)
  return (
    <>
      <button type="button" className={css.change} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        How it was read
      </button>
      {said && <p>{said}</p>}
      <ListQuestions draft={draft} read={read} onChange={onChange} />
      {/* Stays after the answer, because the focus is in it. */}
      {(isTokenMissing || (!hasTokens && draft.options.token !== null)) && (
        <div className={css.question} data-open={isTokenMissing || undefined}>
          <TokenSelect draft={draft} isMissing={isTokenMissing} onChange={onChange} />
        </div>
      )}
      {isOpen && (
        <div className="layout-form">
          <div className={fillFormCss.fields}>
            <Field
              label="Columns are separated by"
              fault={separator.state === 'ambiguous' ? 'Could be either. Choose one.' : null}
            >
              {(control) => (
                <select
                  {...control}
                  value={separator.state === 'ambiguous' ? '' : separator.separator}
                  onChange={(event) =>
                    onChange(withOptions(draft, { separator: event.target.value as Separator }))
                  }
                >
                  {separator.state === 'ambiguous' && (
                    <option value="" disabled>
                      Choose…
                    </option>
                  )}
                  {separators.map(([value, words]) => (
                    <option key={value} value={value}>
                      {words}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            {hasTokens && <TokenSelect draft={draft} hasTokens onChange={onChange} />}
          </div>
          <Tick
            isTicked={header !== null}
            onTick={(isTicked) => onChange(withOptions(draft, { header: isTicked }))}
          >
            First line is a header
          </Tick>
          {separator.state !== 'ambiguous' && <ColumnSelects draft={draft} read={read} onChange={onChange} />}
        </div>
      )}
    </>
  )
}

/** The token of rows that name none. */
function TokenSelect(props: {
  draft: PayoutDraft
  /** Some rows name a token. */
  hasTokens?: boolean
  isMissing?: boolean
  onChange: (draft: PayoutDraft) => void
}) {
  const { draft, hasTokens = false } = props
  return (
    <Field
      label={hasTokens ? 'Token for rows without one' : 'Token for all payments'}
      hint={props.isMissing ? 'The list names no token.' : undefined}
    >
      {(control) => (
        <select
          {...control}
          value={draft.options.token ?? ''}
          onChange={(event) => props.onChange(withOptions(draft, { token: event.target.value || null }))}
        >
          <option value="">{hasTokens ? 'Leave as is' : 'Choose…'}</option>
          <TokenChoices more={draft.tokens} />
        </select>
      )}
    </Field>
  )
}

const separators: readonly (readonly [Separator, string])[] = [
  ['\t', 'Tab (spreadsheets)'],
  [';', 'Semicolon ;'],
  [',', 'Comma ,'],
  ['|', 'Vertical bar |'],
  ['text', 'Nothing: sentences'],
  ['none', 'Nothing: one column'],
]
