import { Route, Switch } from 'wouter'
import { MakePage } from './MakePage.tsx'
import { SharePage } from './SharePage.tsx'
import { SheetPage } from './SheetPage.tsx'

/** Everything under Get paid: making a request and those that were made; one of them; one of them on paper. */
export function GetPaidPage() {
  return (
    <Switch>
      <Route path="/get-paid">
        <MakePage />
      </Route>
      <Route path="/get-paid/sheet/*">
        <SheetPage />
      </Route>
      <Route>
        <SharePage />
      </Route>
    </Switch>
  )
}
