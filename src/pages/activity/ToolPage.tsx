import type { ReactNode } from 'react'
import { BackLink } from '#ui/page/BackLink.tsx'

/** A page with one form of its own, below Activity. */
export function ToolPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <div>
        <BackLink href="/activity">Activity</BackLink>
        <h1>{title}</h1>
      </div>
      <div className="layout-narrow">{children}</div>
    </>
  )
}
