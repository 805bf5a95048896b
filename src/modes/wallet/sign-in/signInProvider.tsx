import { type createAuthenticationAdapter, RainbowKitAuthenticationProvider } from '@rainbow-me/rainbowkit'
import { type ComponentType, type PropsWithChildren, useEffect, useSyncExternalStore } from 'react'
import * as v from 'valibot'
import type { Address } from 'viem'
import { createSiweMessage, parseSiweMessage } from 'viem/siwe'
import { useAccount, WagmiProvider, type WagmiProviderProps } from 'wagmi'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import { parse } from '#chain/money/Address.ts'
import { PortalError } from '#chain/PortalError.ts'
import { bsc } from '#modes/wallet/bsc.ts'
import { createStore, type Store } from '#storage/store.ts'

/**
 * WagmiProvider with the step "Verify your account" for its children. `openDialog` opens RainbowKit's dialog,
 * which is the sign-in dialog while the connected account is not verified.
 */
export function signInProvider(
  authUrl: string,
  openDialog: () => void,
): ComponentType<PropsWithChildren<WagmiProviderProps>> {
  const client = authClient(authUrl)
  const session = createSession(client)
  const report = unpreparedReport()
  const adapter = authAdapter({ client, session, site: location, report })

  function SignInStep({ children }: PropsWithChildren) {
    const state = useSyncExternalStore(session.subscribe, session.get)
    const { address, chainId, status: connection } = useAccount()
    const status = statusOf(state, address)
    // On an unknown network RainbowKit's button does nothing and hides the switch, so the network comes
    // first.
    const enabled = chainId === undefined || chainId === bsc.id
    const waiting = connection === 'connected' && enabled && status === 'unauthenticated'

    // Only after a person chose to connect: the portal prompts nobody before that.
    useEffect(() => {
      if (connection !== 'disconnected') session.load()
    }, [connection])

    useEffect(() => {
      if (!waiting) return
      // RainbowKit closes its dialogs when the account turns out to be unverified. This one opens after that.
      const timer = setTimeout(openDialog, 0)
      return () => clearTimeout(timer)
    }, [waiting])

    return (
      <RainbowKitAuthenticationProvider adapter={adapter} status={status} enabled={enabled}>
        {children}
      </RainbowKitAuthenticationProvider>
    )
  }

  return function SignInProvider({ children, ...wagmi }) {
    return (
      <WagmiProvider {...wagmi}>
        <SignInStep>{children}</SignInStep>
      </WagmiProvider>
    )
  }
}

type Adapter = ReturnType<typeof createAuthenticationAdapter<string>>

/** The dependencies of the adapter. `site` is the part of `location` that the message names. */
type AuthAdapterParts = {
  readonly client: Pick<AuthClient, 'nonce' | 'verify'>
  readonly session: Pick<Session, 'signedIn' | 'signOut'>
  readonly site: { readonly host: string; readonly origin: string }
  /** Makes the dialog report that no nonce was available. */
  readonly report: UnpreparedReport
  readonly now?: () => number
}

/** The sentence that a person signs; it must not contain a line break. */
const STATEMENT =
  'Sign in to Influencer Portal. This proves that the account is yours; it sends nothing and costs nothing.'

/** A signature expires after this time (ms). */
const MESSAGE_LIFE = 10 * 60_000
/** A nonce is replaced after this long (ms), well before a server forgets it. */
const NONCE_LIFE = 4 * 60_000

/** Passed to RainbowKit if there is no nonce: without one its button stays disabled for good. */
const UNPREPARED = 'unprepared'

/**
 * RainbowKit's adapter for the four endpoints. RainbowKit requests a nonce once per dialog, but a nonce is valid for
 * one attempt only. The adapter keeps its own and prepares the next one after a failed attempt.
 */
function authAdapter(parts: AuthAdapterParts): Adapter {
  const { client, session, site, report, now = Date.now } = parts
  let prepared: { readonly nonce: string; readonly at: number } | null = null

  const prepare = async (): Promise<string> => {
    const nonce = await client.nonce()
    prepared = { nonce, at: now() }
    return nonce
  }
  const unspent = () => (prepared !== null && now() - prepared.at < NONCE_LIFE ? prepared.nonce : null)

  return {
    async getNonce() {
      try {
        return unspent() ?? (await prepare())
      } catch {
        report.show()
        return UNPREPARED
      }
    },
    createMessage({ address, chainId }) {
      if (report.isPressing()) throw new Error('No nonce was to be had')
      if (chainId !== BSC_CHAIN_ID) throw new RangeError(`The account is on chain ${chainId}`)
      const message = (nonce: string) => {
        const issuedAt = new Date(now())
        return createSiweMessage({
          domain: site.host,
          address,
          statement: STATEMENT,
          uri: site.origin,
          version: '1',
          chainId,
          nonce,
          issuedAt,
          expirationTime: new Date(issuedAt.getTime() + MESSAGE_LIFE),
        })
      }
      const nonce = unspent()
      // Synchronously if possible: some phones open the wallet only directly after a tap. A retry must
      // request a nonce first.
      return nonce === null ? prepare().then(message) : message(nonce)
    },
    async verify({ message, signature }) {
      prepared = null
      try {
        const address = await client.verify(message, signature)
        if (address === null) throw new Error('The sign-in service refused the signature')
        if (address !== signerOf(message)) throw new Error(`The sign-in service took it for ${address}`)
        session.signedIn(address)
        return true
      } catch (error) {
        void prepare().catch(() => undefined)
        throw error
      }
    },
    signOut: session.signOut,
  }
}

function signerOf(message: string): Address | undefined {
  return parseSiweMessage(message).address
}

/** RainbowKit's selector for the button of its sign-in dialog. */
const BUTTON = '[data-testid="rk-auth-message-button"]'
/** RainbowKit has drawn its dialog by then (ms), or there is none. */
const PATIENCE = 1_000

/**
 * Makes RainbowKit's sign-in dialog report that it could not prepare a message, with a button that retries.
 */
type UnpreparedReport = {
  readonly show: () => void
  /** True while the report itself presses the button. No message may be made then. */
  readonly isPressing: () => boolean
}

/**
 * After a failed nonce, RainbowKit 2.2.11 shows "Error preparing message, please retry!" beside a button that
 * it never enables again. With a placeholder nonce it enables the button and shows the text after a press.
 * The first press, which prepares and requests nothing, is therefore made here.
 */
function unpreparedReport(root: ParentNode = document): UnpreparedReport {
  let pressing = false
  let answered = false
  const press = (until: number) => {
    pressing = true
    // React handles a click before `click` returns, so no press by the person can come in between.
    root.querySelector<HTMLButtonElement>(BUTTON)?.click()
    pressing = false
    // Until RainbowKit has rendered the nonce, a press does nothing, and the button does not show whether it
    // has.
    if (!answered && Date.now() < until) setTimeout(press, 16, until)
  }
  return {
    show() {
      answered = false
      setTimeout(press, 0, Date.now() + PATIENCE)
    },
    isPressing() {
      if (pressing) answered = true
      return pressing
    },
  }
}

/** The signed-in account: not asked yet, being asked, or known. */
type SessionState = 'unasked' | 'asking' | { readonly address: Address | null }

/**
 * This page's session with the sign-in server. It lives outside React because RainbowKit's adapter changes it
 * too.
 */
type Session = Pick<Store<SessionState>, 'get' | 'subscribe'> & {
  /** Asks the server once for the session of an earlier page. */
  readonly load: () => void
  readonly signedIn: (address: Address) => void
  /** Ends the session here at once, and on the server if there is one. Never rejects. */
  readonly signOut: () => Promise<void>
}

/** RainbowKit's status of the connected account. */
type AuthStatus = 'loading' | 'unauthenticated' | 'authenticated'

export function createSession(client: Pick<AuthClient, 'session' | 'logout'>): Session {
  const { get, set, subscribe } = createStore<SessionState>('unasked')
  let asked: Promise<void> = Promise.resolve()
  return {
    get,
    subscribe,
    load() {
      if (get() !== 'unasked') return
      set('asking')
      asked = client.session().then(
        (address) => set({ address }),
        // The person can then sign, and the dialog reports the server error.
        () => set({ address: null }),
      )
    },
    signedIn: (address) => set({ address }),
    async signOut() {
      await asked
      // RainbowKit signs out on every disconnect, even for an account that never signed in.
      const state = get()
      if (typeof state === 'string' || state.address === null) return
      set({ address: null })
      await client.logout().catch(() => undefined)
    },
  }
}

/**
 * The session counts only for the connected account. Without an account the status is unknown: on
 * "unauthenticated" RainbowKit closes all its dialogs, including one just opened to connect.
 */
export function statusOf(state: SessionState, connected: Address | undefined): AuthStatus {
  if (connected === undefined || typeof state === 'string') return 'loading'
  return state.address === connected ? 'authenticated' : 'unauthenticated'
}

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
