import { type createAuthenticationAdapter, RainbowKitAuthenticationProvider } from '@rainbow-me/rainbowkit'
import { type ComponentType, type PropsWithChildren, useEffect, useSyncExternalStore } from 'react'
import type { Address } from 'viem'
import { createSiweMessage, parseSiweMessage } from 'viem/siwe'
import { useAccount, WagmiProvider, type WagmiProviderProps } from 'wagmi'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import { bsc } from '#modes/wallet/bsc.ts'
import { type AuthClient, authClient } from './authClient.ts'
import { type UnpreparedReport, unpreparedReport } from './reportUnprepared.ts'
import { createSession, type Session, statusOf } from './session.ts'

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
