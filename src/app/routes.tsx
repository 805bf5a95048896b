import { Activity, type ComponentType, type ReactNode, useState } from 'react'
import { matchRoute, useLocation, useRouter } from 'wouter'
import { OverviewPage } from '#pages/overview/OverviewPage.tsx'
import type { IconName } from '#ui/icons/names.ts'
import { ErrorBoundary, lazyComponent } from '#ui/lazyComponent.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useDocumentTitle } from '#ui/useDocumentTitle.ts'

/** A page with its own code, followed by the component that marks its arrival. That one must mount after the page. */
function page(load: () => Promise<ComponentType>) {
  return lazyComponent(async () => {
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
const Arrival = lazyComponent(async () => (await import('./Arrival.tsx')).Arrival)

/** The page of every first visit, so its code is never late. */
function FirstPage() {
  return (
    <>
      <OverviewPage />
      <Arrival />
    </>
  )
}

/** A page of the portal. The build lists its files from the imports of `load` (`build/startFiles.ts`). */
type PageRow = {
  /** One segment, by which the first paint knows the page (`boot/early.ts`). */
  readonly path: string
  /** The rest of the paths that the page answers. */
  readonly below?: string
  /** Also the document's title, except for the first page, which has the portal's title. */
  readonly label: string
  /** In the navigation, if it has an icon. */
  readonly icon?: IconName
  /** The page that leads here. The navigation marks it if it hasn't this one, and its form keeps its content. */
  readonly beside?: string
  /** Shown until the page's code has loaded. */
  readonly skeleton: SkeletonKind
  /** Null for the page that comes with the portal. */
  readonly load: (() => Promise<ComponentType>) | null
}

/** Every page, those of the navigation in its order. */
const table: readonly PageRow[] = [
  { path: '/', label: 'Overview', icon: 'house', skeleton: 'card', load: null },
  {
    path: '/activity',
    below: '/*?',
    label: 'Activity',
    icon: 'history',
    skeleton: 'list',
    load: async () => (await import('#pages/activity/ActivityPage.tsx')).ActivityPage,
  },
  {
    path: '/get-paid',
    below: '/*?',
    label: 'Get paid',
    icon: 'hand-coins',
    skeleton: 'form',
    load: async () => (await import('#pages/get-paid/GetPaidPage.tsx')).GetPaidPage,
  },
  {
    path: '/pay',
    below: '/*?',
    label: 'Pay',
    icon: 'send',
    skeleton: 'form',
    load: async () => (await import('#pages/pay/PayPage.tsx')).PayPage,
  },
  {
    path: '/people',
    below: '/*?',
    label: 'People',
    icon: 'users',
    beside: '/pay',
    skeleton: 'list',
    load: async () => (await import('#pages/people/PeoplePage.tsx')).PeoplePage,
  },
  {
    path: '/verify',
    below: '/*?',
    label: 'Check a proof',
    beside: '/get-paid',
    skeleton: 'form',
    load: async () => (await import('#pages/verify/VerifyPage.tsx')).VerifyPage,
  },
  {
    path: '/r',
    below: '/*',
    label: 'Payment request',
    skeleton: 'card',
    load: async () => (await import('#pages/request/OpenRequestPage.tsx')).OpenRequestPage,
  },
  {
    path: '/receipt',
    below: '/*?',
    label: 'Receipt',
    skeleton: 'card',
    load: async () => (await import('#pages/receipt/ReceiptPage.tsx')).ReceiptPage,
  },
  {
    path: '/statement',
    below: '/*?',
    label: 'Statement',
    beside: '/activity',
    skeleton: 'card',
    load: async () => (await import('#pages/statement/StatementPage.tsx')).StatementPage,
  },
  {
    path: '/settings',
    below: '/*?',
    label: 'Settings',
    skeleton: 'list',
    load: async () => (await import('#pages/settings/SettingsPage.tsx')).SettingsPage,
  },
]

export const everyPage = table.map((row) => ({
  ...row,
  Page: row.load ? page(row.load) : (FirstPage as ComponentType<{ waiting?: ReactNode }>),
  /** Stays mounted while a page beside it is shown. */
  stays: table.some(({ beside }) => beside === row.path),
}))

/** The path that the navigation marks while a page is shown. */
export function markedPath({ path, icon, beside = path }: Pick<PageRow, 'path' | 'icon' | 'beside'>): string {
  return icon ? path : beside
}

/** The pages in the navigation, in order. */
export const pages = everyPage.flatMap(({ icon, ...one }) => (icon ? [{ ...one, icon }] : []))

const NotFoundPage = page(async () => (await import('./NotFoundPage.tsx')).NotFoundPage)

/** The page at the location, whatever its query; undefined if there is none. */
export function usePageRow() {
  const { parser } = useRouter()
  const [location] = useLocation()
  const [path = ''] = location.split('?')
  return everyPage.find((row) => matchRoute(parser, row.path + (row.below ?? ''), path)[0])
}

export function Routes() {
  const shown = usePageRow()
  // The page that was shown before those beside it.
  const [left, setLeft] = useState(shown)
  if (!shown?.beside && left !== shown) setLeft(shown)
  if (!shown)
    return (
      <TitledPage title="Not found">
        <NotFoundPage />
      </TitledPage>
    )
  const rows = left && left.path === shown.beside ? [shown, left] : [shown]
  return rows.map((row) => <OpenPage key={row.path} row={row} isShown={row === shown} />)
}

function OpenPage({ row, isShown }: { row: (typeof everyPage)[number]; isShown: boolean }) {
  const { path, label, skeleton, stays, Page } = row
  const page = (
    <TitledPage title={path === '/' ? 'Influencer Portal' : label}>
      <Page waiting={<PageSkeleton label={label} kind={skeleton} />} />
    </TitledPage>
  )
  return stays ? <Activity mode={isShown ? 'visible' : 'hidden'}>{page}</Activity> : page
}

/** A page with its document title. index.html has the only title element. */
function TitledPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <DocumentTitle title={title} />
      <ErrorBoundary what="This page">{children}</ErrorBoundary>
    </>
  )
}

/** Before the page, because the page may set a title of its own. */
function DocumentTitle({ title }: { title: string }) {
  useDocumentTitle(title)
  return null
}

/** The first thing on a page: rows of a list, fields and a button, or one card of text. */
type SkeletonKind = 'list' | 'form' | 'card'

const shapes = { list: { rows: 5 }, form: { fields: 3 }, card: { lines: 4 } } as const

/** Shown until a page's code has loaded. */
export function PageSkeleton({ label, kind }: { label: string; kind: SkeletonKind }) {
  return (
    <>
      <h1>{label}</h1>
      <Skeleton page {...shapes[kind]} label="Loading the page" />
    </>
  )
}
