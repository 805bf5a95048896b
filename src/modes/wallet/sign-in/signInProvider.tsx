import { RainbowKitAuthenticationProvider } from '@rainbow-me/rainbowkit'
import { type ComponentType, type PropsWithChildren, useEffect, useSyncExternalStore } from 'react'
import { useAccount, WagmiProvider, type WagmiProviderProps } from 'wagmi'
import { bsc } from '#modes/wallet/bsc.ts'
import { authAdapter } from './authAdapter.ts'
import { authClient } from './authClient.ts'
import { unpreparedReport } from './reportUnprepared.ts'
import { createSession, statusOf } from './session.ts'

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
