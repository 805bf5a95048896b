import { everyPage, PageSkeleton } from './routes.tsx'
import css from './WaitingPages.module.css'

/**
 * Every page's skeleton, for the first paint: the prerendered HTML is the same for all URLs, and the
 * stylesheet shows the skeleton of the page that the URL names (`data-page`, see `boot/early.ts`).
 */
export function WaitingPages() {
  return everyPage.map((page) => (
    <div key={page.path} className={css.waiting} data-waiting={page.path.slice(1)}>
      <PageSkeleton {...page} />
    </div>
  ))
}
