import { type ComponentType, type ReactNode, useEffect } from 'react'
import { Route, Switch } from 'wouter'
import { OverviewPage } from '#features/overview/OverviewPage.tsx'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { late } from '#ui/late.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

/**
 * A page with its own code, followed by what marks its arrival, which has to be mounted after the page.
 */
function page(load: () => Promise<ComponentType>) {
  return late(async () => {
    const [Page, { Arrival }] = await Promise.all([load(), import('./Arrival.tsx')])
    return () => (
      <>
        <Page />
        <Arrival />
      </>
    )
  })
}

const ActivityPage = page(async () => (await import('#features/activity/ActivityPage.tsx')).ActivityPage)
const DiagnosticsPage = page(
  async () => (await import('#features/diagnostics/DiagnosticsPage.tsx')).DiagnosticsPage,
)
const GetPaidPage = page(async () => (await import('#features/get-paid/GetPaidPage.tsx')).GetPaidPage)
const OpenRequestPage = page(
  async () => (await import('#features/get-paid/OpenRequestPage.tsx')).OpenRequestPage,
)
const NotFoundPage = page(async () => (await import('./NotFoundPage.tsx')).NotFoundPage)
const SettingsPage = page(async () => (await import('#features/settings/SettingsPage.tsx')).SettingsPage)
const ReceiptPage = page(async () => (await import('#features/receipt/ReceiptPage.tsx')).ReceiptPage)
const VerifyPage = page(async () => (await import('#features/verify/VerifyPage.tsx')).VerifyPage)
const PayPage = page(async () => (await import('#features/pay/PayPage.tsx')).PayPage)

// Not needed until a second page is opened.
const Arrival = late(async () => (await import('./Arrival.tsx')).Arrival)

/** The page of every first visit, so its code is never late. */
function FirstPage() {
  return (
    <>
      <OverviewPage />
      <Arrival />
    </>
  )
}

/**
 * Every page in the navigation, in order. `below` is the rest of the paths that the page answers. The label is
 * also the document's title, but for the first page, which has the portal's.
 */
export const pages = [
  {
    path: '/',
    below: '',
    label: 'Overview',
    icon: 'house',
    Page: FirstPage as ComponentType<{ waiting?: ReactNode }>,
  },
  {
    path: '/activity',
    below: '/*?',
    label: 'Activity',
    icon: 'history',
    Page: ActivityPage,
  },
  {
    path: '/get-paid',
    below: '/*?',
    label: 'Get paid',
    icon: 'hand-coins',
    Page: GetPaidPage,
  },
  { path: '/pay', below: '/*?', label: 'Pay', icon: 'send', Page: PayPage },
  {
    path: '/verify',
    below: '/*?',
    label: 'Verify',
    icon: 'badge-check',
    Page: VerifyPage,
  },
] as const

/** Reached by a link: from the footer, from one of the pages, or from someone else. */
const others = [
  {
    path: '/r',
    below: '/*',
    label: 'Payment request',
    Page: OpenRequestPage,
  },
  { path: '/receipt', below: '/*?', label: 'Receipt', Page: ReceiptPage },
  { path: '/settings', below: '', label: 'Settings', Page: SettingsPage },
  {
    path: '/diagnostics',
    below: '',
    label: 'Diagnostics',
    Page: DiagnosticsPage,
  },
] as const

export const everyPage = [...pages, ...others] as const

/** What a page shows until its code is there. */
export function PageSkeleton({ label }: { label: string }) {
  return (
    <>
      <h1>{label}</h1>
      <Skeleton page lines={4} label="Loading the page" />
    </>
  )
}

export function Routes() {
  return (
    <Switch>
      {everyPage.map(({ path, below, label, Page }) => (
        <Route key={path} path={path + below}>
          <TitledPage key={path} title={path === '/' ? 'Influencer Portal' : label}>
            <Page waiting={<PageSkeleton label={label} />} />
          </TitledPage>
        </Route>
      ))}
      <Route>
        <TitledPage title="Not found">
          <NotFoundPage />
        </TitledPage>
      </Route>
    </Switch>
  )
}

/** A page with its document title. index.html has the only title element. */
function TitledPage({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = title
  }, [title])
  return <ErrorBoundary what="This page">{children}</ErrorBoundary>
}
