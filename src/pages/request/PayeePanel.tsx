import type { ReactNode } from 'react'
import { explorerAddress } from '#chain/explorer.ts'
import type { Address } from '#chain/money/Address.ts'
import { Identicon } from '#ui/content/Identicon.tsx'
import { WholeAddress } from '#ui/page/AddressText.tsx'
import openedRequestCss from './OpenedRequest.module.css'
import css from './PayeePanel.module.css'

/** The payee of a request: face, the name if a proof shows one, and the whole address. */
export function PayeePanel(props: {
  address: Address
  name: ReactNode
  sub: ReactNode
  badge: ReactNode
  children?: ReactNode
}) {
  const { address, name, sub, badge } = props
  return (
    <div className={`layout-stack ${css.who}`}>
      <div className={css.split}>
        <div className={`layout-line ${openedRequestCss.amount}`}>
          <Identicon address={address} size={44} />
          <div className="layout-tight">
            <strong>{name}</strong>
            <span className="text-fine">{sub}</span>
          </div>
        </div>
        {badge}
      </div>
      <WholeAddress address={address} explorer={explorerAddress(address)} />
      {props.children}
    </div>
  )
}
