import { StopScreen } from '#features/shared/StopScreen.tsx'

/** Shown if the proposal waiting for signatures differs from the reviewed one. */
export function MismatchStop({ differences }: { differences: readonly string[] }) {
  return (
    <StopScreen
      title="Stop: do not sign this"
      intro="What is queued in the Safe is not the payment that you reviewed here."
      differences={differences}
      outro="Nothing was paid. If you changed it yourself in your Safe, check it there. If you did not, tell the other owners and reject it."
    >
      <a className="button" href="#/activity">
        Leave to Activity
      </a>
    </StopScreen>
  )
}
