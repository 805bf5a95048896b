import * as Token from '#chain/money/Token.ts'
import type { ReadRows } from '#domain/payout/import/readRows.ts'
import type { Separator } from '#domain/payout/import/records.ts'
import { type PayoutDraft, withOptions } from '#domain/payout/list/payoutDraft.ts'
import { Field } from '#ui/Field.tsx'
import pay from '../PayPage.module.css'
import { ColumnSelects } from './ColumnSelects.tsx'
import css from './many.module.css'
import { StyleQuestion } from './StyleQuestion.tsx'

/** How the text was read, and what a person has to say about it. Every answer reads it anew. */
export function ReadOptions(props: {
  draft: PayoutDraft
  read: ReadRows
  onChange: (draft: PayoutDraft) => void
}) {
  const { draft, read, onChange } = props
  const { separator, mapping, header } = read
  const hasTokens = mapping.token !== null || mapping.tokenType !== null
  return (
    <div className={css.options}>
      <div className={css.fields}>
        <Field
          label="Between two cells stands"
          fault={separator.state === 'ambiguous' ? 'Two of these may be meant. Choose one.' : null}
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
        <Field label={hasTokens ? 'Token of rows that name none' : 'Token for all rows'}>
          {(control) => (
            <select
              {...control}
              value={draft.options.token ?? ''}
              onChange={(event) => onChange(withOptions(draft, { token: event.target.value || null }))}
            >
              <option value="">{hasTokens ? 'As the rows say' : 'Choose…'}</option>
              {[...Token.pinned, ...draft.tokens].map((token) => (
                <option key={Token.key(token)} value={Token.key(token)}>
                  {token.symbol}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <label className={pay.check}>
        <input
          type="checkbox"
          checked={header !== null}
          onChange={(event) => onChange(withOptions(draft, { header: event.target.checked }))}
        />
        <span>First line is a header</span>
      </label>
      {separator.state !== 'ambiguous' && <ColumnSelects draft={draft} read={read} onChange={onChange} />}
      {read.styles.state === 'ask' && (
        <StyleQuestion
          options={read.styles.options}
          chosen={draft.options.style}
          onChoose={(style) => onChange(withOptions(draft, { style }))}
        />
      )}
    </div>
  )
}

const separators: readonly (readonly [Separator, string])[] = [
  ['\t', 'a tab, as in spreadsheets'],
  [';', 'a semicolon ;'],
  [',', 'a comma ,'],
  ['none', 'nothing: one column'],
]
