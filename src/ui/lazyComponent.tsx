import { Component, type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { Button } from './Button.tsx'
import css from './lazyComponent.module.css'
import { Notice } from './Notice.tsx'

/** A component whose code is loaded when it is first shown; `waiting` takes its place until then. */
type Late<Props> = ComponentType<Props & { waiting?: ReactNode }> & {
  /** Loads the code ahead of time, so that the component is there at once. */
  readonly load: () => Promise<void>
}

/**
 * Makes a component late. If its code does not load, a message with Try again takes its place, and everything around
 * it stays, such as a half-filled form. In place of React's `lazy`, which remembers a failure for ever, and
 * `Suspense`, which shows its fallback for at least 300 ms.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): Late<Props> {
  let loaded: ComponentType<Props> | null = null
  const ready = async () => {
    loaded ??= await load()
  }
  const Part = ({ waiting, ...props }: Props & { waiting?: ReactNode }) => {
    const [Shown, setShown] = useState(() => loaded)
    const [error, setError] = useState<LoadError | null>(null)
    useEffect(() => {
      if (Shown) return
      const stop = new AbortController()
      const pressDone = followPresses(stop.signal)
      ready()
        .then(pressDone)
        .then(
          () => stop.signal.aborted || setShown(() => loaded),
          (cause: unknown) => stop.signal.aborted || setError(new LoadError('Not loaded', { cause })),
        )
      return () => stop.abort()
    }, [Shown])
    if (error) throw error
    return Shown ? <Shown {...(props as Props)} /> : <>{waiting}</>
  }
  // Try again mounts the part anew, which loads it anew.
  const LatePart = (props: Props & { waiting?: ReactNode }) => (
    <ErrorBoundary>
      <Part {...props} />
    </ErrorBoundary>
  )
  return Object.assign(LatePart, { load: ready })
}

/** How long a click may come after its press has ended, and the longest wait for a press (ms). */
const [CLICK_AFTER, LONGEST] = [50, 1_000]

/**
 * Follows presses until `signal` ends. The result waits for the end of one that is under way, because a press on what
 * is replaced is lost.
 */
function followPresses(signal: AbortSignal): () => Promise<void> {
  let press = Promise.resolve()
  const listen = (types: readonly string[], then: () => void, once = false) => {
    for (const type of types) document.addEventListener(type, then, { capture: true, signal, once })
  }
  listen(['pointerdown', 'keydown'], () => {
    press = new Promise((resolve) => {
      // A press may end in another window.
      setTimeout(resolve, LONGEST)
      listen(['pointerup', 'pointercancel', 'keyup'], () => setTimeout(resolve, CLICK_AFTER), true)
    })
  })
  return () => press
}

type BoundaryProps = {
  /** The part in words, such as “This page”. */
  what?: string
  children: ReactNode
}

/** Code that could not be loaded; see `late`. */
class LoadError extends Error {}

/**
 * Contains an unexpected error while rendering, or code that did not load: everything around it stays, and the
 * person can try again or reload.
 */
export class ErrorBoundary extends Component<BoundaryProps, { error: unknown; failed: boolean }> {
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
