import { type createAuthenticationAdapter, RainbowKitAuthenticationProvider } from '@rainbow-me/rainbowkit'
import { type ComponentType, type PropsWithChildren, useEffect, useSyncExternalStore } from 'react'
import type { Address } from 'viem'
import { createSiweMessage, parseSiweMessage } from 'viem/siwe'
import { useAccount, WagmiProvider, type WagmiProviderProps } from 'wagmi'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import { bsc } from '#modes/wallet/bsc.ts'
import { createStore, type Store } from '#storage/store.ts'
import { type AuthClient, authClient } from './authClient.ts'

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
