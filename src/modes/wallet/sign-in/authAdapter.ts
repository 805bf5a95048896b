import type { createAuthenticationAdapter } from '@rainbow-me/rainbowkit'
import type { Address } from 'viem'
import { createSiweMessage, parseSiweMessage } from 'viem/siwe'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import type { AuthClient } from './authClient.ts'
import type { UnpreparedReport } from './reportUnprepared.ts'
import type { Session } from './session.ts'

type Adapter = ReturnType<typeof createAuthenticationAdapter<string>>

/** What the adapter stands on. `site` is the part of `location` that the message names. */
export type AuthAdapterParts = {
  readonly client: Pick<AuthClient, 'nonce' | 'verify'>
  readonly session: Pick<Session, 'signedIn' | 'signOut'>
  readonly site: { readonly host: string; readonly origin: string }
  /** How the dialog tells that no nonce was to be had. */
  readonly report: UnpreparedReport
  readonly now?: () => number
}

/** The sentence that a person signs; it may not hold a line break. */
export const STATEMENT =
  'Sign in to Influencer Portal. This proves that the account is yours; it sends nothing and costs nothing.'

/** A signature is worth nothing after this time (ms). */
const MESSAGE_LIFE = 10 * 60_000
/** A nonce is asked for anew when it has waited this long (ms), well before a server forgets it. */
const NONCE_LIFE = 4 * 60_000

/** Handed to RainbowKit where there is no nonce: without a word its button stays disabled for good. */
const UNPREPARED = 'unprepared'

/**
 * RainbowKit's adapter over the four endpoints. RainbowKit asks for a nonce once per dialog, but a nonce is good for
 * one attempt: the adapter keeps its own and has the next one ready when an attempt has failed.
 */
export function authAdapter(parts: AuthAdapterParts): Adapter {
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
      // At once where it can be: some phones open the wallet only directly after a tap. A retry has to ask first.
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
