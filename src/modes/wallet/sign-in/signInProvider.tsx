import { RainbowKitAuthenticationProvider } from '@rainbow-me/rainbowkit'
import { type ComponentType, type PropsWithChildren, useEffect, useSyncExternalStore } from 'react'
import { useAccount, WagmiProvider, type WagmiProviderProps } from 'wagmi'
import { bsc } from '#modes/wallet/bsc.ts'
import { authAdapter } from './authAdapter.ts'
import { authClient } from './authClient.ts'
import { unpreparedReport } from './reportUnprepared.ts'
import { createSession, statusOf } from './session.ts'

/**
 * WagmiProvider with the step "Verify your account" for everything in it. `openDialog` opens RainbowKit's dialog, which
 * is the one to sign in while the connected account is not verified.
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
    // RainbowKit's button does nothing on a network that it does not know, and hides the way to switch: that is first.
    const enabled = chainId === undefined || chainId === bsc.id
    const waiting = connection === 'connected' && enabled && status === 'unauthenticated'

    // Only once a person has chosen to connect: the portal asks nobody before.
    useEffect(() => {
      if (connection !== 'disconnected') session.load()
    }, [connection])

    useEffect(() => {
      if (!waiting) return
      // RainbowKit closes its dialogs when the account turns out to be unverified; after that this one is opened.
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
