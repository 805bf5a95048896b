import { noticeBehavior } from '../app/noticed.ts'
import { useHostState } from './HostContext.tsx'

/** The rules that the app's messages break, and a way to see it without storage. */
export function NoticedList({ appUrl }: { appUrl: string }) {
  const traffic = useHostState((state) => state.traffic)
  const noticed = noticeBehavior(traffic)
  return (
    <section className="stack" aria-labelledby="noticed">
      <h2 id="noticed">What we noticed</h2>
      {noticed.length === 0 ? (
        <p className="note">
          {traffic.total === 0
            ? 'The app has sent nothing yet.'
            : 'Nothing in the app’s messages speaks against Safe{Wallet}.'}
        </p>
      ) : (
        <ul className="findings" aria-label="What we noticed">
          {noticed.map(({ id, fact, why, fix }) => (
            <li key={id}>
              <p>{fact}</p>
              <p className="note">
                {why} {fix}
              </p>
            </li>
          ))}
        </ul>
      )}
      <BlockedStorage appUrl={appUrl} />
    </section>
  )
}

/** Inside Safe{Wallet} many browsers block an app's storage; under its other name this host is such a place. */
function BlockedStorage({ appUrl }: { appUrl: string }) {
  const app = URL.canParse(appUrl) ? new URL(appUrl).hostname : ''
  // An app on another host is always on another site than this page.
  if (app !== 'localhost' && app !== '127.0.0.1') return null
  const isBlocked = app !== location.hostname
  const other = new URL(location.href)
  other.hostname = location.hostname === 'localhost' ? '127.0.0.1' : 'localhost'
  return (
    <p className="actions">
      <a className="button" href={other.href}>
        {isBlocked ? 'Open with storage' : 'Open with blocked storage'}
      </a>
    </p>
  )
}
