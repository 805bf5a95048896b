import { useState } from 'react'
import * as Token from '#chain/money/Token.ts'
import { type HistoryFilter, noFilter } from '#domain/activity/historyLines.ts'
import { Button } from '#ui/Button.tsx'
import { SelectField } from '#ui/form/SelectField.tsx'
import { TextField } from '#ui/form/TextField.tsx'
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
        <SelectField<Direction>
          label="Direction"
          value={filter.direction}
          options={[
            ['', 'Sent and received'],
            ['out', 'Sent'],
            ['in', 'Received'],
          ]}
          onChoose={(direction) => onChange({ ...filter, direction })}
        />
      )}
      <SelectField
        label="Token"
        value={filter.token}
        options={[['', 'All tokens'], ...Token.pinned.map((one) => [Token.key(one), one.symbol] as const)]}
        onChoose={(token) => onChange({ ...filter, token })}
      />
      <TextField
        label="Recipient or sender"
        type="search"
        value={filter.counterparty}
        placeholder="0x… or a part of it"
        spellCheck={false}
        onText={(counterparty) => onChange({ ...filter, counterparty })}
      />
      <Button onClick={() => onChange(noFilter)}>Clear filter</Button>
    </search>
  )
}
