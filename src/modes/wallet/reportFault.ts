import { findPortalError } from '#chain/PortalError.ts'
import { tell } from './notices.ts'
import { walletFault } from './walletFault.ts'
import type { Asked } from './wallets/quiet.ts'

/** Says beside RainbowKit's dialog why a wallet did not do what it was asked, in the words of the catalogue. */
export function reportFault(error: unknown, asked: Asked, wallet: string): void {
  const own = findPortalError(error)
  if (own) {
    tell({ tone: 'info', title: wallet, text: own.message })
    return
  }
  const { kind, sentence, hint } = walletFault(error, asked, { connector: { name: wallet } })
  const text =
    hint ??
    (asked === 'connect'
      ? `${wallet} is not connected. You can try it again, or choose another wallet.`
      : `${wallet} is still on its other network. Nothing can be paid before it is on BNB Smart Chain.`)
  tell({ tone: kind === 'rejected' ? 'info' : 'warn', title: sentence, text })
}
