import { test as base } from 'playwright/test'
import type { Listening } from '../../safe-app/service/http/listen.ts'

/** A `test` with the origin of a server of apps, on localhost. Each worker has a server of its own. */
export function withApps(serve: () => Promise<Listening>) {
  return base.extend<object, { apps: string }>({
    apps: [
      async ({ playwright: _ }, use) => {
        const { port, stop } = await serve()
        await use(`http://localhost:${port}`)
        await stop()
      },
      { scope: 'worker' },
    ],
  })
}
