import * as Toasts from '../state/Toasts.ts'
import { useHost, useHostState } from './HostContext.tsx'

/** The host's messages, over the top right corner of the app. */
export function ToastList() {
  const { store } = useHost()
  const toasts = useHostState((state) => state.toasts)
  return (
    <section className="toasts" aria-label="Notifications">
      {toasts.map(({ id, tone, text }) => (
        <div key={id} role="alert" className="toast" data-tone={tone}>
          <span>{text}</span>
          <button type="button" aria-label="Close" onClick={() => Toasts.close(store, id)}>
            ×
          </button>
        </div>
      ))}
    </section>
  )
}
