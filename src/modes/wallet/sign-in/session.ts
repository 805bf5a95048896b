import type { Address } from 'viem'
import type { AuthClient } from './authClient.ts'

/** Who is signed in: not asked yet, being asked, or known. */
export type SessionState = 'unasked' | 'asking' | { readonly address: Address | null }

/** The session of this page with the sign-in server. It lives outside React: RainbowKit's adapter changes it too. */
export type Session = {
  readonly get: () => SessionState
  readonly subscribe: (listener: () => void) => () => void
  /** Asks the server once for the session that an earlier page may have left. */
  readonly load: () => void
  readonly signedIn: (address: Address) => void
  /** Ends the session here at once, and at the server where there is one. Never rejects. */
  readonly signOut: () => Promise<void>
}

/** RainbowKit's status of the connected account. */
export type AuthStatus = 'loading' | 'unauthenticated' | 'authenticated'

export function createSession(client: Pick<AuthClient, 'session' | 'logout'>): Session {
  let state: SessionState = 'unasked'
  let asked: Promise<void> = Promise.resolve()
  const listeners = new Set<() => void>()
  const become = (next: SessionState) => {
    state = next
    for (const listener of listeners) listener()
  }
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    load() {
      if (state !== 'unasked') return
      become('asking')
      asked = client.session().then(
        (address) => become({ address }),
        // Then the person signs, and the dialog says what is wrong with the server.
        () => become({ address: null }),
      )
    },
    signedIn: (address) => become({ address }),
    async signOut() {
      await asked
      // RainbowKit signs out at every disconnect, also of an account that never signed in.
      if (typeof state === 'string' || state.address === null) return
      become({ address: null })
      await client.logout().catch(() => undefined)
    },
  }
}

/**
 * The session counts only for the very account that is connected. Without one nothing is known yet: RainbowKit closes
 * all its dialogs on "unauthenticated", also the one that a person has just opened to connect.
 */
export function statusOf(state: SessionState, connected: Address | undefined): AuthStatus {
  if (connected === undefined || typeof state === 'string') return 'loading'
  return state.address === connected ? 'authenticated' : 'unauthenticated'
}
