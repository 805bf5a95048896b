import { lazy, Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { OverviewPage } from '#features/overview/OverviewPage.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { PageBoundary } from './PageBoundary.tsx'

const ActivityPage = lazy(async () => ({
  default: (await import('#features/activity/ActivityPage.tsx')).ActivityPage,
}))
const NotFoundPage = lazy(async () => ({ default: (await import('./NotFoundPage.tsx')).NotFoundPage }))
const PayPage = lazy(async () => ({ default: (await import('#features/payout/PayPage.tsx')).PayPage }))

/** Every page of the portal, in the order of the navigation. `title` is the whole document title. */
export const pages = [
  { path: '/', label: 'Overview', title: 'Influencer Portal', Page: OverviewPage },
  { path: '/activity', label: 'Activity', title: 'Activity', Page: ActivityPage },
  { path: '/pay', label: 'Pay', title: 'Pay', Page: PayPage },
] as const

export function Routes() {
  return (
    <Switch>
      {pages.map(({ path, label, title, Page }) => (
        <Route key={path} path={path}>
          <PageBoundary key={path} title={title}>
            <Suspense
              fallback={
                <>
                  <h1>{label}</h1>
                  <Skeleton lines={4} label="Loading the page" />
                </>
              }
            >
              <Page />
            </Suspense>
          </PageBoundary>
        </Route>
      ))}
      <Route>
        <PageBoundary title="Not found">
          <Suspense>
            <NotFoundPage />
          </Suspense>
        </PageBoundary>
      </Route>
    </Switch>
  )
}
