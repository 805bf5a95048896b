import { Link } from 'wouter'
import { WrongNetwork } from '#components/account/WrongNetwork.tsx'
import { campaignsPath, payPaths, peoplePath, templatesPath } from '#domain/shared/paths.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { Steps } from '#ui/page/Steps.tsx'
import { Tabs } from '#ui/page/Tabs.tsx'
import css from './PayPage.module.css'
import { paySteps } from './payWords.ts'
import type { PayFlow } from './usePayFlow.ts'

/** The heading of Pay and its ways to pay, while something is filled in; and a wallet on another network. */
export function PayHead({ flow: { isFillingIn, step, list, state } }: { flow: PayFlow }) {
  return (
    <>
      {isFillingIn && (
        <div className="layout-between">
          <h1>Pay</h1>
          <nav className={css.beside} aria-label="Also in Pay">
            <Link className={buttonClass({ ghost: true, size: 'small' })} href={peoplePath}>
              <Icon name="book-user" size={16} /> People
            </Link>
            <Link className={buttonClass({ ghost: true, size: 'small' })} href={templatesPath}>
              <Icon name="refresh-cw" size={16} /> Templates
            </Link>
            <Link className={buttonClass({ ghost: true, size: 'small' })} href={campaignsPath}>
              <Icon name="layers" size={16} /> Campaigns
            </Link>
          </nav>
        </div>
      )}
      <WrongNetwork />
      {isFillingIn && (
        <Tabs
          boxed
          label="Ways to pay"
          current={payPaths[step]}
          tabs={[
            { href: payPaths.one, label: 'One person' },
            {
              href: payPaths.list,
              label: 'A list',
              count: list.source || list.isAside ? 'Draft' : undefined,
            },
            { href: payPaths.requests, label: 'Request links', count: state.requests.length },
          ]}
        >
          <Steps steps={paySteps} current={0} />
        </Tabs>
      )}
    </>
  )
}
