import { Component, type ReactNode } from 'react'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import css from './ErrorBoundary.module.css'

/**
 * Contains an unexpected error while rendering: everything around it stays, and the person can try again or
 * reload. `what` names the part in the title, such as “This page”.
 */
export class ErrorBoundary extends Component<{ what: string; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    const { what, children } = this.props
    if (!this.state.failed) return children
    return (
      <div className={css.failed}>
        <Notice
          tone="bad"
          title={`${what} stopped working.`}
          actions={
            <>
              <Button onClick={() => this.setState({ failed: false })}>Try again</Button>
              <Button onClick={() => window.location.reload()}>Reload the portal</Button>
            </>
          }
        >
          <p>The fault itself sent nothing. If you just paid, look in Activity before you pay again.</p>
        </Notice>
      </div>
    )
  }
}
