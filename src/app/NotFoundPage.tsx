import { Link } from 'wouter'
import { buttonClass } from '#ui/Button.tsx'
import css from './NotFoundPage.module.css'

/** Shown for an unknown URL. */
export function NotFoundPage() {
  return (
    <section className={css.page}>
      <h1>Page not found</h1>
      <p>The link may be incomplete. Nothing was sent.</p>
      <p>
        <Link className={buttonClass({ primary: true })} href="/">
          Back to the Overview
        </Link>
      </p>
    </section>
  )
}
