import { type ComponentType, type ReactNode, useEffect } from 'react'
import { Route, Switch } from 'wouter'
import { OverviewPage } from '#features/overview/OverviewPage.tsx'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import type { IconName } from '#ui/icons/names.ts'
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

/** A page of the portal. The build lists its files by what `load` imports (`hosting/startFiles.ts`). */
type PageRow = {
  readonly path: string
  /** The rest of the paths that the page answers. */
  readonly below?: string
  /** Also the document's title, but for the first page, which has the portal's. */
  readonly label: string
  /** In the navigation, if it has an icon. */
  readonly icon?: IconName
  /** Null for the page that comes with the portal. */
  readonly load: (() => Promise<ComponentType>) | null
}

/** Every page, those of the navigation in its order. */
const table: readonly PageRow[] = [
  { path: '/', label: 'Overview', icon: 'house', load: null },
  {
    path: '/activity',
    below: '/*?',
    label: 'Activity',
    icon: 'history',
    load: async () => (await import('#features/activity/ActivityPage.tsx')).ActivityPage,
  },
  {
    path: '/get-paid',
    below: '/*?',
    label: 'Get paid',
    icon: 'hand-coins',
    load: async () => (await import('#features/get-paid/GetPaidPage.tsx')).GetPaidPage,
  },
  {
    path: '/pay',
    below: '/*?',
    label: 'Pay',
    icon: 'send',
    load: async () => (await import('#features/pay/PayPage.tsx')).PayPage,
  },
  {
    path: '/verify',
    below: '/*?',
    label: 'Verify',
    icon: 'badge-check',
    load: async () => (await import('#features/verify/VerifyPage.tsx')).VerifyPage,
  },
  {
    path: '/r',
    below: '/*',
    label: 'Payment request',
    load: async () => (await import('#features/get-paid/OpenRequestPage.tsx')).OpenRequestPage,
  },
  {
    path: '/receipt',
    below: '/*?',
    label: 'Receipt',
    load: async () => (await import('#features/receipt/ReceiptPage.tsx')).ReceiptPage,
  },
  {
    path: '/settings',
    label: 'Settings',
    load: async () => (await import('#features/settings/SettingsPage.tsx')).SettingsPage,
  },
  {
    path: '/diagnostics',
    label: 'Diagnostics',
    load: async () => (await import('#features/diagnostics/DiagnosticsPage.tsx')).DiagnosticsPage,
  },
]

export const everyPage = table.map((row) => ({
  ...row,
  Page: row.load ? page(row.load) : (FirstPage as ComponentType<{ waiting?: ReactNode }>),
}))

/** The pages in the navigation, in order. */
export const pages = everyPage.flatMap(({ icon, ...one }) => (icon ? [{ ...one, icon }] : []))

const NotFoundPage = page(async () => (await import('./NotFoundPage.tsx')).NotFoundPage)

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
      {everyPage.map(({ path, below = '', label, Page }) => (
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
