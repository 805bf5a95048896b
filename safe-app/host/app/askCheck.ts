import type { AppFinding } from './AppCheck.ts'

/** The path under which the host's server checks an app. */
export const CHECK_PATH = '/check'

/** Asks the host's own server to check an app. Throws if it does not answer. */
export async function askCheck(url: string): Promise<readonly AppFinding[]> {
  const response = await fetch(CHECK_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  })
  if (!response.ok) throw new Error(`The host answered ${response.status}.`)
  return (await response.json()) as readonly AppFinding[]
}
