import type { Address } from 'viem'
import { createStore, type Store } from '#storage/store.ts'
import type { AuthClient } from './authClient.ts'

/** The signed-in account: not asked yet, being asked, or known. */
type SessionState = 'unasked' | 'asking' | { readonly address: Address | null }

/**
 * This page's session with the sign-in server. It lives outside React because RainbowKit's adapter changes it
 * too.
 */
export type Session = Pick<Store<SessionState>, 'get' | 'subscribe'> & {
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
