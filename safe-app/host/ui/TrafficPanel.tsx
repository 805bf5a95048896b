import { useHostState } from './HostContext.tsx'

const marks = { in: '→', out: '←', lost: '×' } as const

/** The newest messages between the app and the host. */
export function TrafficPanel() {
  const traffic = useHostState((state) => state.traffic)
  if (traffic.length === 0) return <p>No message came from the app yet.</p>
  return (
    <ol className="traffic" aria-label="Traffic">
      {traffic.map(({ number, at, direction, text }) => (
        <li key={number} data-direction={direction}>
          <time>{new Date(at).toISOString().slice(14, 23)}</time>
          <span aria-hidden="true">{marks[direction]}</span> {text}
        </li>
      ))}
    </ol>
  )
}
