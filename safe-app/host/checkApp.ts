import { request as askHttp } from 'node:http'
import { request as askHttps } from 'node:https'
import type { AppFinding, Asked, ServerAnswer } from './app/AppCheck.ts'
import { findInAnswers } from './app/findInAnswers.ts'
import { iconAddress } from './app/Manifest.ts'

const TIMEOUT_MS = 5_000
const MOST_BYTES = 1_000_000
/** Redirects of the page within its own origin, which Safe{Wallet} allows. */
const MOST_REDIRECTS = 3

/**
 * Asks an app's server as Safe{Wallet} and a frame in it would, and says in words what stands in the way. A browser
 * hides a foreign answer's headers, so the host's server asks. Only the origin of `appUrl` is asked, without cookies.
 *
 * @param hostOrigins - the origins of this host; the first one asked
 */
export async function checkApp(
  appUrl: string,
  hostOrigins: readonly string[],
): Promise<readonly AppFinding[]> {
  const base = (appUrl.split(/[?#]/)[0] ?? appUrl).replace(/\/$/, '')
  const origin = hostOrigins[0] ?? ''
  const [manifest, page] = await Promise.all([
    ask(`${base}/manifest.json`, { origin, 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' }, true),
    askPage(appUrl, origin),
  ])
  const icon = 'failure' in manifest ? null : iconOf(base, manifest)
  return findInAnswers(
    appUrl,
    { manifest, page, icon: icon === null ? null : await ask(icon, { 'sec-fetch-dest': 'image' }, false) },
    hostOrigins,
  )
}

async function askPage(url: string, origin: string): Promise<Asked> {
  let answer = await ask(url, pageHeaders(origin), false)
  for (let count = 0; count < MOST_REDIRECTS; count += 1) {
    if ('failure' in answer || answer.status < 300 || answer.status >= 400) return answer
    const location = String(answer.headers.location ?? '')
    const target = URL.canParse(location, answer.url) ? new URL(location, answer.url) : null
    if (target?.origin !== new URL(url).origin) return answer
    answer = await ask(target.href, pageHeaders(origin), false)
  }
  return answer
}

function pageHeaders(origin: string): Record<string, string> {
  return {
    accept: 'text/html',
    referer: `${origin}/`,
    'sec-fetch-dest': 'iframe',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-site': 'cross-site',
  }
}

/** The icon's address, if it is on the app's own origin. */
function iconOf(base: string, { status, body, isCut }: ServerAnswer): string | null {
  if (status !== 200 || isCut) return null
  try {
    const icon = iconAddress(base, JSON.parse(body))
    return icon !== null && new URL(icon).origin === new URL(base).origin ? icon : null
  } catch {
    return null
  }
}

/** One GET without following redirects. The body is read only where it is needed, and only its beginning. */
function ask(url: string, headers: Readonly<Record<string, string>>, readsBody: boolean): Promise<Asked> {
  return new Promise((resolve) => {
    const send = url.startsWith('https:') ? askHttps : askHttp
    const asked = send(url, {
      headers: { 'accept-encoding': 'identity', ...headers },
      agent: false,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    asked.on('error', (error) => resolve({ url, failure: reasonOf(error) }))
    asked.on('response', (response) => {
      const parts: Buffer[] = []
      let size = 0
      const done = () => {
        resolve({
          url,
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(parts).toString('utf8'),
          isCut: size > MOST_BYTES,
        })
        asked.destroy()
      }
      if (!readsBody) {
        done()
        return
      }
      response.on('data', (part: Buffer) => {
        size += part.length
        if (size > MOST_BYTES) done()
        else parts.push(part)
      })
      response.on('end', done)
      response.on('error', (error) => resolve({ url, failure: reasonOf(error) }))
    })
    asked.end()
  })
}

function reasonOf(error: Error & { code?: string; errors?: readonly Error[] }): string {
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'no answer within 5 s'
  // A name with several addresses fails once for each.
  const [first] = error.errors ?? []
  return error.code ?? first?.message ?? error.message
}
