import type { Address } from '#chain/money/Address.ts'
import { requestInSafeUrl } from '#domain/shared/paths.ts'
import { ConnectButtons } from '#features/shared/ConnectButtons.tsx'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'
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
      <ExternalLink className="button" href={requestInSafeUrl(text, payer)}>
        Open in Safe{'{Wallet}'}
      </ExternalLink>
    </p>
  )
}
