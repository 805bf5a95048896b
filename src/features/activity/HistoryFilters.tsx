import { useId } from 'react'
import * as Token from '#chain/Token.ts'
import css from './Activity.module.css'
import type { HistoryFilter } from './historyLines.ts'

/** Narrows the loaded part of a history. */
export function HistoryFilters(props: { filter: HistoryFilter; onChange: (filter: HistoryFilter) => void }) {
  const { filter, onChange } = props
  const id = useId()
  return (
    <search className={css.filters} aria-label="Filter the history">
      <div>
        <label htmlFor={`${id}-token`}>Token</label>
        <select
          id={`${id}-token`}
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
      </div>
      <div>
        <label htmlFor={`${id}-direction`}>Direction</label>
        <select
          id={`${id}-direction`}
          value={filter.direction}
          onChange={(event) =>
            onChange({ ...filter, direction: event.target.value as HistoryFilter['direction'] })
          }
        >
          <option value="">In and out</option>
          <option value="in">Received</option>
          <option value="out">Paid</option>
        </select>
      </div>
      <div>
        <label htmlFor={`${id}-with`}>Counterparty</label>
        <input
          id={`${id}-with`}
          type="search"
          value={filter.counterparty}
          placeholder="0x… or a part of it"
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => onChange({ ...filter, counterparty: event.target.value })}
        />
      </div>
    </search>
  )
}
