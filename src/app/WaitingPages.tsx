import { PageSkeleton } from './PageSkeleton.tsx'
import { everyPage, markedPath } from './routes.tsx'
import css from './WaitingPages.module.css'

/**
 * Every page's skeleton, for the first paint: the prerendered HTML is the same for all URLs, and the styles show the
 * parts of the page that the URL names (`data-page`, see `boot/early.ts`).
 */
export function WaitingPages() {
  return (
    <>
      <style>{firstPaintRules()}</style>
      {everyPage.map(({ path, label, skeleton }) => (
        <div key={path} className={css.waiting} data-waiting={path.slice(1)}>
          <PageSkeleton label={label} kind={skeleton} />
        </div>
      ))}
    </>
  )
}

/**
 * Shows each page's skeleton, and marks the same entry of the navigation as `aria-current` does once the portal's
 * code runs.
 */
function firstPaintRules(): string {
  const selectors = (selectorOf: (row: (typeof everyPage)[number]) => string) =>
    everyPage.map((row) => `:root[data-page="${row.path.slice(1)}"] ${selectorOf(row)}`).join()
  const marked = selectors((row) => `.shell-nav a[href="#${markedPath(row)}"]`)
  const shown = selectors(({ path }) => `[data-waiting="${path.slice(1)}"]`)
  // The first page itself is in the HTML. In a frame the account comes first.
  const hidden = ':root:not([data-framed]) [data-waiting=""]'
  return `${marked}{background:var(--surface-3);color:var(--text)}${shown}{display:grid}${hidden}{display:none}`
}
