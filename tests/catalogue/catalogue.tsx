import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { useHashLocation } from 'wouter/use-hash-location'
import type { Tone } from '#domain/shared/StatusText.ts'
import { Actions, Button, buttonClass } from '#ui/Button.tsx'
import { Check, CheckList } from '#ui/checks/CheckList.tsx'
import { AmountText } from '#ui/content/AmountText.tsx'
import { Card, CardPart } from '#ui/content/Card.tsx'
import { Identicon, Identity, ShortAddress } from '#ui/content/Identity.tsx'
import { Disc, Row, Rows } from '#ui/content/Rows.tsx'
import { ErrorNotice } from '#ui/ErrorNotice.tsx'
import { ConfirmDialog } from '#ui/form/ConfirmDialog.tsx'
import { SelectField, TextField, Tick } from '#ui/form/Fields.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Icon, TokenLogo } from '#ui/icons/Icon.tsx'
import { iconNames, tokenLogos } from '#ui/icons/names.ts'
import { Facts } from '#ui/layout/Facts.tsx'
import { Timeline, TimelineItem } from '#ui/list/Timeline.tsx'
import { Notice } from '#ui/Notice.tsx'
import { WholeAddress } from '#ui/page/AddressText.tsx'
import { BackLink } from '#ui/page/BackLink.tsx'
import { CopyButton } from '#ui/page/CopyButton.tsx'
import { Disclosure, Popover } from '#ui/page/Disclosure.tsx'
import { EmptyState } from '#ui/page/EmptyState.tsx'
import { StatusBadge, StatusBanner } from '#ui/page/StatusBadge.tsx'
import { FilterTabs, Tabs } from '#ui/page/Tabs.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

const ADDRESS = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

const tones: readonly (readonly [Tone, string])[] = [
  ['good', 'Paid'],
  ['wait', 'Confirming'],
  ['sign', '1 of 2 signed'],
  ['warn', 'Paid short by 2 USDT'],
  ['bad', 'Do not sign'],
  ['none', 'Not sent yet'],
]

/** Every component of the design system with its states, in the theme that the URL names (`?theme=light`). */
function Catalogue() {
  return (
    <main className="shell-main">
      <h1>Components</h1>
      <Part title="Buttons">
        <Actions>
          <Button primary>Pay 250 USDT</Button>
          <Button>Copy link</Button>
          <Button ghost>Filter</Button>
          <Button primary disabled>
            Confirm in MetaMask
          </Button>
          <Button disabled>Trying…</Button>
          <Button size="small">Load older</Button>
          <Button primary size="large">
            Connect Wallet
          </Button>
          <a className={buttonClass({ ghost: true, size: 'small' })} href="#/">
            BscScan <Icon name="external-link" size={16} />
          </a>
          <CopyButton text={ADDRESS} label="Copy the address" />
          <Popover icon="wrench" label="Tools">
            <a href="#/">
              <Icon name="search" /> Check a transaction
            </a>
          </Popover>
        </Actions>
      </Part>
      <Part title="Status">
        <Actions>
          {tones.map(([tone, words]) => (
            <StatusBadge key={tone} tone={tone}>
              {words}
            </StatusBadge>
          ))}
        </Actions>
        {tones.map(([tone, words]) => (
          <StatusBanner key={tone} tone={tone} status={words} action={<Button>Next step</Button>}>
            One sentence about the money.
          </StatusBanner>
        ))}
      </Part>
      <Part title="Messages">
        {(['info', 'good', 'warn', 'bad'] as const).map((tone) => (
          <Notice
            key={tone}
            tone={tone}
            title="What happened"
            actions={<Button size="small">Try again</Button>}
          >
            What it means for the money.
          </Notice>
        ))}
        <Notice tone="info">A message without a title.</Notice>
        <ErrorNotice
          what="Can’t reach BNB Smart Chain."
          money="Your money isn’t affected."
          todo="Try again in a moment."
          onRetry={() => {}}
        >
          Showing data as of 08:55.
        </ErrorNotice>
      </Part>
      <Part title="People, addresses and amounts">
        <Identity address={ADDRESS} name="dana.bnb" />
        <Identity address={ADDRESS} />
        <p>
          <ShortAddress address={ADDRESS} /> <ShortAddress address={ADDRESS} own />
        </p>
        <WholeAddress address={ADDRESS} explorer="#/" />
        <p>
          <AmountText large value="12,400" symbol="USDT" /> <AmountText value="250" symbol="USDT" sign="+" />
        </p>
        <Actions>
          {[...tokenLogos, 'CAKE'].map((symbol) => (
            <TokenLogo key={symbol} symbol={symbol} />
          ))}
          <Identicon address={ADDRESS} size={48} />
        </Actions>
      </Part>
      <Card
        title="A card with rows"
        flush
        action={<a href="#/">View all</a>}
        foot="Where the data comes from."
      >
        <Rows label="Rows">
          <li>
            <Row
              href="/"
              mark={<Disc icon="arrow-down-left" tone="good" />}
              title={<ShortAddress address={ADDRESS} />}
              sub="2 min ago"
              status={<StatusBadge tone="good">Received</StatusBadge>}
              end={<AmountText value="250" symbol="USDT" sign="+" />}
            />
          </li>
          <li>
            <Row
              tone="conflict"
              mark={<Disc icon="ban" tone="warn" />}
              title="Cancels nonce 6 (pays nothing)"
              sub="Nonce 15"
              status={<StatusBadge tone="sign">1 of 2 signed</StatusBadge>}
            />
          </li>
          <li>
            <Row
              mark={<Identicon address={ADDRESS} />}
              title="A row without a status"
              end={<Button size="small">View</Button>}
            />
          </li>
        </Rows>
        <CardPart>
          <Facts>
            <div>
              <dt>Proposed</dt>
              <dd>24 Nov 2026, 09:40</dd>
            </div>
          </Facts>
          <Disclosure summary="All 12 checks">
            <p>What nobody needs in order to decide.</p>
          </Disclosure>
        </CardPart>
      </Card>
      <Card title="Loading" flush>
        <Skeleton rows={3} label="Reading the payments" />
      </Card>
      <Card title="Empty" flush>
        <EmptyState
          icon="history"
          title="No payments yet"
          text="Payments appear here as soon as the network reports them."
        >
          <Button primary>Create a request</Button>
        </EmptyState>
      </Card>
      <Part title="Forms and navigation">
        <BackLink href="/">Activity</BackLink>
        <Tabs
          label="Tabs"
          current="/queue"
          tabs={[
            { href: '/', label: 'All' },
            { href: '/queue', label: 'Queue', count: 5 },
          ]}
        />
        <FilterTabs
          label="Show"
          current="all"
          tabs={[
            { id: 'all', label: 'All', count: 3 },
            { id: 'paid', label: 'Paid', count: 0 },
          ]}
          onChoose={() => {}}
        />
        <Form onSubmit={() => {}}>
          <TextField label="Address" hint="Starts with 0x." value={ADDRESS} onText={() => {}} />
          <TextField
            label="Amount"
            fault="Too many decimals (USDT allows 18)."
            value="0.1234567890123456789"
            onText={() => {}}
          />
          <SelectField label="Token" value="USDT" options={[['USDT', 'USDT']]} onChoose={() => {}} />
          <Tick isTicked onTick={() => {}}>
            I checked it.
          </Tick>
          <Actions>
            <Button primary type="submit">
              Save
            </Button>
            <ConfirmDialog label="Delete" confirm="Delete draft" cancel="Keep draft" onConfirm={() => {}} />
          </Actions>
        </Form>
        <CheckList label="Checks">
          {tones.map(([tone, words]) => (
            <Check key={tone} tone={tone} more="What the check covers.">
              {words}
            </Check>
          ))}
        </CheckList>
        <Timeline>
          <TimelineItem tone="sign" icon="check" title="Reviewed">
            24 Nov 2026, 09:40
          </TimelineItem>
          <TimelineItem tone="none" icon="circle-dashed" title="Paid, once it’s final" isLater />
        </Timeline>
      </Part>
      <Part title="Icons">
        <Actions>
          {iconNames.map((name) => (
            <Icon key={name} name={name} size={24} label={name} />
          ))}
        </Actions>
      </Part>
    </main>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return <Card title={title}>{children}</Card>
}

document.documentElement.dataset.theme = new URLSearchParams(window.location.search).get('theme') ?? 'dark'
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Router hook={useHashLocation}>
        <Catalogue />
      </Router>
    </StrictMode>,
  )
}
