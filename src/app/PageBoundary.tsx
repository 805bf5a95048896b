import { Component, type ReactNode, useEffect } from 'react'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'

/**
 * Contains an unexpected error in one page: header and navigation stay, and a retry renders the page again.
 */
export class PageBoundary extends Component<{ title: string; children: ReactNode }, { error: unknown }> {
  override state = { error: null as unknown }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { title, children } = this.props
    if (this.state.error === null) {
      return (
        <>
          <DocumentTitle title={title} />
          {children}
        </>
      )
    }
    return (
      <Notice
        tone="bad"
        title="This page ran into a fault."
        actions={
          <>
            <Button onClick={() => this.setState({ error: null })}>Show the page again</Button>
            <Button onClick={() => window.location.reload()}>Reload the portal</Button>
          </>
        }
      >
        <p>Nothing was sent by it. If you just paid, look in Activity before you pay again.</p>
      </Notice>
    )
  }
}

/** index.html has the only title element; each page sets its own text. */
function DocumentTitle({ title }: { title: string }) {
  useEffect(() => {
    document.title = title
  }, [title])
  return null
}
