import { Component, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import css from './ErrorBoundary.module.css'
import { Notice } from './Notice.tsx'

type Props = {
  /** The part in words, such as “This page”. */
  what?: string
  children: ReactNode
}

/** Code that could not be loaded; see `late`. */
export class LoadError extends Error {}

/**
 * Contains an unexpected error while rendering, or code that did not load: everything around it stays, and the
 * person can try again or reload.
 */
export class ErrorBoundary extends Component<Props, { error: unknown; failed: boolean }> {
  override state = { error: null, failed: false }

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true }
  }

  override render() {
    const { what = 'This part', children } = this.props
    const { error, failed } = this.state
    if (!failed) return children
    const isMissing = (error as unknown) instanceof LoadError
    return (
      <div className={css.failed}>
        <Notice
          tone="bad"
          title={`${what} ${isMissing ? 'did not load' : 'stopped working'}.`}
          actions={
            <>
              <Button onClick={() => this.setState({ failed: false })}>Try again</Button>
              <Button onClick={() => window.location.reload()}>Reload the page</Button>
            </>
          }
        >
          <p>
            {isMissing
              ? 'Check your connection and try again. Nothing was sent.'
              : 'Nothing was sent by this. If you just paid, check Activity before paying again.'}
          </p>
        </Notice>
      </div>
    )
  }
}
