import { Link } from 'wouter'
import { BNB, pinned } from '#chain/money/Token.ts'
import { ConnectButtons } from '#components/account/ConnectButton.tsx'
import { youPath } from '#domain/shared/paths.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Icon, TokenLogo } from '#ui/icons/Icon.tsx'
import css from './Welcome.module.css'

/** Dollars first: they are what most people ask for. */
const tokens = [...pinned.filter((token) => token !== BNB), BNB]

const offers = [
  [
    '/get-paid',
    'hand-coins',
    'Request a payment',
    'A link or QR code the payer just confirms. No wallet needed to create one.',
  ],
  [
    '/pay',
    'table-2',
    'Pay creators',
    'Paste your list, fix mistakes, pay once. We say “Paid” only when it can’t be undone.',
  ],
  [
    youPath,
    'badge-check',
    'Prove it’s your address',
    'Link your address to your profile, so nobody pays an impostor.',
  ],
] as const

const steps = [
  ['Propose', 'One owner reviews the list and proposes it as one transaction.'],
  ['Sign', 'Other owners see names, totals and checks, then sign in Safe{Wallet}.'],
  ['Execute', 'With enough signatures, any owner sends it to the network.'],
  ['Paid', 'Shown when two independent sources call it final.'],
] as const

const promises = [
  ['user-x', 'No account', 'No sign-up and no email.'],
  ['server-off', 'No server', 'Requests stay in their link and in your browser.'],
  ['circle-check', 'No custody', 'You approve every payment. We never hold your money.'],
  ['unplug', 'Nothing connects by itself', 'Your wallet is asked only after a click.'],
] as const

/** Presents the portal to a visitor without an account. */
export function Welcome() {
  return (
    <div className={css.welcome} data-welcome="">
      <section className={css.hero}>
        <div className={css.pitch}>
          <h1>Get paid in crypto. Know when it’s final.</h1>
          <p>Getting paid: send a link, and see when the money is final.</p>
          <p>Paying: pay a whole list once, from a wallet or a Safe.</p>
          <div className={css.actions}>
            <ConnectButtons size="large" />
            <Link className={buttonClass({ size: 'large' })} href="/get-paid">
              Create a payment request
            </Link>
          </div>
          <p className="text-fine">
            Requests work without a wallet. Received a proof? <Link href="/verify">Check a proof</Link>
          </p>
          <ul className={`text-fine ${css.tokens}`} aria-label="Works with">
            {tokens.map(({ symbol }) => (
              <li key={symbol}>
                <TokenLogo symbol={symbol} size={20} />
                {symbol}
              </li>
            ))}
          </ul>
        </div>
        <Sample />
      </section>
      <ul className={`layout-columns ${css.offers}`}>
        {offers.map(([path, icon, title, text]) => (
          <li key={path} className="layout-press layout-surface">
            <span className={`layout-disc ${css.disc}`}>
              <Icon name={icon} />
            </span>
            <h2>
              <Link href={path}>{title}</Link>
            </h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <section className={css.part}>
        <h2>Pay from a Safe</h2>
        <p>Propose a payout; the other owners check it and sign.</p>
        <ol className={`layout-columns layout-surface ${css.steps}`}>
          {steps.map(([title, text]) => (
            <li key={title}>
              <h3>{title}</h3>
              <p className="text-fine">{text}</p>
            </li>
          ))}
        </ol>
      </section>
      <section className={css.part}>
        <h2>What you can rely on</h2>
        <ul className={`layout-columns ${css.promises}`}>
          {promises.map(([icon, title, text]) => (
            <li key={icon}>
              <Icon name={icon} size={20} />
              <h3>{title}</h3>
              <p className="text-fine">{text}</p>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

/** A picture of a request that was paid. Its words are examples, so screen readers skip it. */
function Sample() {
  return (
    <div className={css.sample} aria-hidden="true">
      <div className={css.card}>
        <span className="text-fine">dana.bnb requests</span>
        <span className={css.amount}>
          <TokenLogo symbol="USDT" size={36} /> 250 <i>USDT</i>
        </span>
        <span className="text-fine">Autumn reels</span>
        <span className="button button-primary">Pay 250 USDT</span>
      </div>
      <div className={css.paid}>
        <Icon name="circle-check" size={24} />
        <b>Paid</b> Final: it can’t be reversed.
      </div>
    </div>
  )
}
