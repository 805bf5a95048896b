import { Route, Switch } from 'wouter'
import { CheckedProofPage } from './CheckedProofPage.tsx'
import { OwnProofPage } from './OwnProofPage.tsx'
import { VerifyHome } from './VerifyHome.tsx'

/** Everything under Verify: checking and making proofs; one's own; one that somebody gave. */
export function VerifyPage() {
  return (
    <Switch>
      <Route path="/verify">
        <VerifyHome />
      </Route>
      <Route path="/verify/mine/*">
        <OwnProofPage />
      </Route>
      <Route>
        <CheckedProofPage />
      </Route>
    </Switch>
  )
}
