import { type ComponentType, lazy, useReducer } from 'react'
import { ErrorBoundary, LoadError } from './ErrorBoundary.tsx'

/**
 * A component whose code is loaded when it is first shown, inside a `Suspense`. If that fails, a message with
 * Try again takes its place, and everything around it stays, such as a half-filled form. React's own `lazy`
 * would remember the failure for ever.
 */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const start = (): ComponentType<Props> =>
    lazy(() =>
      load().then(
        (component) => ({ default: component }),
        (cause: unknown) => {
          throw new LoadError('Not loaded', { cause })
        },
      ),
    )
  let Loaded = start()
  return function Late(props: Props) {
    const [, renderAgain] = useReducer((count: number) => count + 1, 0)
    const loadAgain = () => {
      Loaded = start()
      renderAgain()
    }
    return (
      <ErrorBoundary onRetry={loadAgain}>
        <Loaded {...props} />
      </ErrorBoundary>
    )
  }
}
