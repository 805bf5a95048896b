import { useState } from 'react'
import { TokenChoices } from '#components/payment/TokenChoices.tsx'
import { type HistoryFilter, noFilter } from '#domain/activity/historyLines.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import css from './HistoryFilter.module.css'

/** Which part of a timeline is shown. */
export type Direction = HistoryFilter['direction']

/** Shows and hides the filters of a timeline. */
export function FilterButton({ open, onOpen }: { open: boolean; onOpen: (open: boolean) => void }) {
  return (
    <Button ghost size="small" aria-expanded={open} onClick={() => onOpen(!open)}>
      <Icon name="list-filter" size={16} /> Filter
    </Button>
  )
}

/** The filters of a timeline, chosen in a panel above it. If tabs choose the `direction`, that one applies. */
export function useFilter(direction?: Direction) {
  const [filter, setFilter] = useState<HistoryFilter>(noFilter)
  return [direction === undefined ? filter : { ...filter, direction }, setFilter] as const
}

/** Filters the loaded part of a timeline. */
export function FilterPanel(props: {
  filter: HistoryFilter
  onChange: (filter: HistoryFilter) => void
  /** True if no tabs choose the direction. */
  directions?: boolean
}) {
  const { filter, onChange, directions } = props
  return (
    <search className={css.filters} aria-label="Filter the payments">
      {directions && (
        <Field label="Direction">
          {(control) => (
            <select
              {...control}
              value={filter.direction}
              onChange={(event) => onChange({ ...filter, direction: event.target.value as Direction })}
            >
              <option value="">Sent and received</option>
              <option value="out">Sent</option>
              <option value="in">Received</option>
            </select>
          )}
        </Field>
      )}
      <Field label="Token">
        {(control) => (
          <select
            {...control}
            value={filter.token}
            onChange={(event) => onChange({ ...filter, token: event.target.value })}
          >
            <option value="">All tokens</option>
            <TokenChoices />
          </select>
        )}
      </Field>
      <Field label="Recipient or sender">
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
      <Button onClick={() => onChange(noFilter)}>Clear filter</Button>
    </search>
  )
}
