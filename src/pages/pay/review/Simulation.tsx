import { useQuery } from '@tanstack/react-query'
import type { Address } from '#chain/money/Address.ts'
import type { Call } from '#chain/money/Call.ts'
import { ReadError } from '#components/error/ReadError.tsx'
import { useEarlyChecks } from '#components/settings/switches.ts'
import { formatNumber } from '#domain/shared/format.ts'
import type { StatusText } from '#domain/shared/StatusText.ts'
import { MAX_SIMULATED, simulationQuery } from '#queries/review.ts'
import type { SimulationResult } from '#safe/proposal/simulate.ts'
import { Check } from '#ui/checks/CheckList.tsx'

/** Simulates a Safe's proposals on a node without any key. This is advice only: the review does not depend on it. */
export function Simulation(props: { safe: Address; calls: readonly Call[]; limit: number }) {
  const { safe, calls, limit } = props
  const isOn = useEarlyChecks()
  const batches = Math.ceil(calls.length / limit)
  const tried = useQuery({ ...simulationQuery(safe, calls, limit), enabled: isOn })
  if (!isOn) return <Check tone="none">No dry run (turned off in Diagnostics).</Check>
  if (tried.error)
    return (
      <li>
        <ReadError read={tried} />
      </li>
    )
  return (
    <>
      {tried.data?.map((found, batch) => {
        const { tone, title } = simulationText(found)
        const which = batches > 1 ? `Batch ${batch + 1}: ` : ''
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: batches keep their order
          <Check key={batch} tone={tone}>{`${which}${title}`}</Check>
        )
      })}
      {!tried.data && <Check tone="wait">Running a dry run…</Check>}
      {tried.data && batches > MAX_SIMULATED && (
        <Check tone="none">No dry run for the other {batches - MAX_SIMULATED} batches.</Check>
      )}
    </>
  )
}

function simulationText(found: SimulationResult): StatusText {
  switch (found.kind) {
    case 'would-succeed':
      return { tone: 'good', title: `Dry run passed (block ${formatNumber(found.block)})`, text: '' }
    case 'would-fail':
      return {
        tone: 'warn',
        title: `Dry run failed (block ${formatNumber(found.block)})${found.reason ? `: “${found.reason}”` : ''}`,
        text: '',
      }
    case 'not-possible':
      return { tone: 'none', title: `No dry run: ${found.reason}`, text: '' }
  }
}
