import type { Address } from '#chain/money/Address.ts'
import { requestInSafeUrl } from '#domain/shared/paths.ts'
import { ConnectButtons } from '#features/shared/ConnectButtons.tsx'
import layout from '#ui/layout/layout.module.css'

/** Ways to connect a paying account; the visitor chooses one. */
export function ConnectToPay({ text, payer }: { text: string; payer: Address | null }) {
  return (
    <div className={layout.stack}>
      <p>Connect a wallet to pay, or pay from your Safe.</p>
      <ConnectButtons />
      <OpenInSafe text={text} payer={payer} />
    </div>
  )
}

export function OpenInSafe({ text, payer }: { text: string; payer: Address | null }) {
  return (
    <p>
      <a className="button" href={requestInSafeUrl(text, payer)} target="_blank" rel="noopener noreferrer">
        Open in Safe{'{Wallet}'}
      </a>
    </p>
  )
}
