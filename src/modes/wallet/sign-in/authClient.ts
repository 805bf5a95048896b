import * as v from 'valibot'
import type { Address } from 'viem'
import { parse } from '#chain/money/Address.ts'
import { PortalError } from '#chain/PortalError.ts'

/** The four requests of the sign-in step to its server. Every failure is a PortalError. */
export type AuthClient = {
  /** A fresh nonce, good for one attempt. */
  nonce(): Promise<string>
  /** The account for which the server accepts the signature, or null if it rejects it. */
  verify(message: string, signature: string): Promise<Address | null>
  /** The account signed in from this browser, or null. */
  session(): Promise<Address | null>
  logout(): Promise<void>
}

/** Time limit (ms) of an answer, up to its last byte. */
const TIMEOUT = 9_000
/** A longer answer (bytes) is not from a sign-in server. */
const MAX_LENGTH = 10_000

// EIP-4361 requires at least 8 letters and digits; the upper limit keeps the wallet's text readable.
const nonceAnswer = v.object({ nonce: v.pipe(v.string(), v.regex(/^[a-zA-Z0-9]{8,128}$/)) })
const address = v.pipe(
  v.string(),
  v.transform((text) => {
    const parsed = parse(text)
    return parsed.ok ? parsed.address : null
  }),
)
const accountAnswer = v.object({ address })
const sessionAnswer = v.object({ address: v.nullable(address) })

/**
 * The session is a server cookie: HttpOnly, so no script can read it, and it survives a reload, so that
 * people sign once per visit. If the browser blocks the cookie (a server on another site), the answer of
 * `verify` holds until the page is closed.
 * @param base URL in front of `/nonce`, `/verify`, `/session` and `/logout`, without a trailing slash
 */
export function authClient(base: string, timeout = TIMEOUT): AuthClient {
  const ask = (path: string, body?: object) => request(`${base}${path}`, body, timeout)
  return {
    async nonce() {
      return read(nonceAnswer, await granted(ask('/nonce'))).nonce
    },
    async verify(message, signature) {
      const answer = await ask('/verify', { message, signature })
      // The server understood the request and rejected it; every other status is a failure.
      if ([400, 401, 403, 422].includes(answer.status)) return null
      return named(read(accountAnswer, await granted(answer)).address)
    },
    async session() {
      const { address } = read(sessionAnswer, await granted(ask('/session')))
      return address
    },
    async logout() {
      await granted(ask('/logout', {}))
    },
  }
}

type Answer = { readonly status: number; readonly text: string }

async function request(url: string, body: object | undefined, timeout: number): Promise<Answer> {
  try {
    const response = await fetch(url, {
      // JSON is never sent across origins without the server's permission, so no other page can post here.
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { Accept: 'application/json', ...(body && { 'Content-Type': 'application/json' }) },
      credentials: 'include',
      cache: 'no-store',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(timeout),
    })
    return { status: response.status, text: await readBounded(response) }
  } catch (cause) {
    if (cause instanceof PortalError) throw cause
    throw new PortalError('unreachable', 'The sign-in service did not answer.', { cause })
  }
}

/** Stops reading an answer that does not end. */
async function readBounded(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder()
  let text = ''
  for (let length = 0; ; ) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    length += value.length
    if (length > MAX_LENGTH) {
      void reader.cancel()
      throw malformed(new RangeError(`More than ${MAX_LENGTH} bytes`))
    }
    text += decoder.decode(value, { stream: true })
  }
}

async function granted(asked: Answer | Promise<Answer>): Promise<string> {
  const { status, text } = await asked
  if (status >= 200 && status < 300) return text
  throw new PortalError('unreachable', `The sign-in service answered with error ${status}.`)
}

function read<const T extends v.GenericSchema>(schema: T, text: string): v.InferOutput<T> {
  try {
    return v.parse(schema, JSON.parse(text))
  } catch (cause) {
    throw malformed(cause)
  }
}

function named(account: Address | null): Address {
  if (account === null) throw malformed(new TypeError('No address'))
  return account
}

function malformed(cause: unknown): PortalError {
  return new PortalError('malformed', 'The sign-in service answered something that cannot be read.', {
    cause,
  })
}
