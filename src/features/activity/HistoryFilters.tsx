import * as Token from '#chain/money/Token.ts'
import type { HistoryFilter } from '#domain/activity/historyLines.ts'
import { Field } from '#ui/Field.tsx'
import css from './Activity.module.css'

/** Narrows the loaded part of a history. */
export function HistoryFilters(props: { filter: HistoryFilter; onChange: (filter: HistoryFilter) => void }) {
  const { filter, onChange } = props
  return (
    <search className={css.filters} aria-label="Filter the history">
      <Field label="Token">
        {(control) => (
          <select
            {...control}
            value={filter.token}
            onChange={(event) => onChange({ ...filter, token: event.target.value })}
          >
            <option value="">All tokens</option>
            {Token.pinned.map((token) => (
              <option key={Token.key(token)} value={Token.key(token)}>
                {token.symbol}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Direction">
        {(control) => (
          <select
            {...control}
            value={filter.direction}
            onChange={(event) =>
              onChange({ ...filter, direction: event.target.value as HistoryFilter['direction'] })
            }
          >
            <option value="">In and out</option>
            <option value="in">Received</option>
            <option value="out">Paid</option>
          </select>
        )}
      </Field>
      <Field label="Counterparty">
        {(control) => (
          <input
            {...control}
            type="search"
            value={filter.counterparty}
            placeholder="0x… or a part of it"
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => onChange({ ...filter, counterparty: event.target.value })}
          />
        )}
      </Field>
    </search>
  )
}
