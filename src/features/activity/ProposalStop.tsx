import { StopScreen } from '#features/shared/StopScreen.tsx'
import { differences, type ProposalReport } from '#safe/proposal/ProposalReport.ts'
import { Button } from '#ui/Button.tsx'

/** Covers everything when what is told about a proposal and what is signed, or what the chain says, differ. */
export function ProposalStop(props: {
  report: ProposalReport
  query: { readonly isFetching: boolean; readonly refetch: () => unknown }
}) {
  const { report, query } = props
  return (
    <StopScreen
      title="Stop: do not sign this"
      intro={`What the ${report.source} tells about this proposal does not fit together.`}
      differences={differences(report)}
      outro="Nothing was paid by looking at it. Show this to the other owners before anybody signs. If the owners or the threshold were changed a minute ago, the service may only be late: check again."
    >
      <Button onClick={() => void query.refetch()} disabled={query.isFetching}>
        {query.isFetching ? 'Checking…' : 'Check again'}
      </Button>
      <a className="button" href="#/activity">
        Leave to Activity
      </a>
    </StopScreen>
  )
}
