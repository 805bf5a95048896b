import { Link } from 'wouter'

/** Shown for an unknown URL. */
export function NotFoundPage() {
  return (
    <section className="hero">
      <h1>There is no such page</h1>
      <p>The link may be cut short or from another version of the portal. Nothing was sent.</p>
      <p>
        <Link href="/">Back to the Overview</Link>
      </p>
    </section>
  )
}
