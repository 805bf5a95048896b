import { Route, Switch } from 'wouter'
import { MakePage } from './MakePage.tsx'
import { SharePage } from './SharePage.tsx'
import { SheetPage } from './SheetPage.tsx'

/** Routes under Get paid: making and listing requests, one request, one printable request. */
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
