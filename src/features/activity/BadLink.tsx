import { Link } from 'wouter'
import { Notice } from '#ui/Notice.tsx'

/** Stands where a link leads nowhere. */
export function BadLink({ what }: { what: string }) {
  return (
    <>
      <h1>Activity</h1>
      <Notice tone="warn" title={what}>
        <p>
          Nothing was read. Ask for the link again, or <Link href="/activity">go to Activity</Link>.
        </p>
      </Notice>
    </>
  )
}
