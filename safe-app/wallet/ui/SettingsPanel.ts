import { broadcastErrors, type Faults } from '../Faults.ts'
import { ETHEREUM, type Wallet } from '../Wallet.ts'
import { element, shadow } from './shadow.ts'

const switches = [
  ['pending', 'A prompt is pending (-32002)'],
  ['locked', 'Locked'],
  ['unknownChain', 'BNB Smart Chain is unknown (4902)'],
  ['forgetsBatches', 'Forgets what it sent at once (5730)'],
  ['auto', 'Approve everything'],
] as const satisfies readonly (readonly [keyof Faults, string])[]

/** The wallet's settings, closed by default. */
export function mountSettings(wallet: Wallet): void {
  const panel = element('div', { className: 'panel', hidden: true })
  const toggle = element('button', { type: 'button', className: 'round', textContent: 'W' })
  toggle.ariaLabel = 'Sandbox Wallet settings'
  toggle.ariaExpanded = 'false'
  toggle.onclick = () => {
    panel.hidden = !panel.hidden
    toggle.ariaExpanded = String(!panel.hidden)
  }
  const draw = (): void => {
    panel.replaceChildren(...content(wallet))
  }
  draw()
  wallet.onChange(draw)
  const aside = element('aside', {}, panel, toggle)
  aside.ariaLabel = 'Sandbox Wallet'
  shadow().append(aside)
}

function content({ config, ...wallet }: Wallet): HTMLElement[] {
  const { id: home, name: homeName } = config.network
  return [
    element('h2', { textContent: 'Sandbox Wallet' }),
    element('p', {
      textContent: 'Test keys that everyone knows. What they sign is worthless elsewhere and must stay so.',
    }),
    choice(
      'Account',
      config.accounts.map(({ index, name }) => [String(index), name]),
      String(wallet.account().index),
      (value) => wallet.chooseAccount(Number(value)),
    ),
    choice(
      'Network',
      [[String(home), homeName], ...(home === ETHEREUM ? [] : [[String(ETHEREUM), 'Ethereum'] as const])],
      String(wallet.chainId()),
      (value) => wallet.chooseChain(Number(value)),
    ),
    choice(
      'Switching the network',
      [
        ['0', 'Works'],
        ['-32601', 'Fails with -32601'],
        ['4200', 'Fails with 4200'],
      ],
      String(wallet.faults.noSwitch),
      (value) => wallet.setFaults({ noSwitch: Number(value) }),
    ),
    choice(
      'Several payments at once',
      [
        ['', 'Not offered'],
        ['supported', 'Offered'],
        ['ready', 'After an upgrade'],
        ['legacy', 'Offered in the older form'],
        ['loose', 'Offered, but sent one by one'],
      ],
      wallet.faults.batches,
      (value) => wallet.setFaults({ batches: value as Faults['batches'] }),
    ),
    choice(
      'Sending several at once',
      [
        ['0', 'Works'],
        ['5740', 'Fails with 5740'],
        ['5750', 'Fails with 5750'],
        ['5760', 'Fails with 5760'],
      ],
      String(wallet.faults.batchError),
      (value) => wallet.setFaults({ batchError: Number(value) }),
    ),
    choice(
      'Payments go out',
      [
        ['', 'As transactions of its own'],
        ['pays', 'In somebody’s bundle'],
        ['fails', 'In somebody’s bundle, and fail in it'],
      ],
      wallet.faults.bundle,
      (value) => wallet.setFaults({ bundle: value as Faults['bundle'] }),
    ),
    choice(
      'What was broadcast is answered',
      [['0', 'By its hash'], ...broadcastErrors.map((code) => [`${code}`, `By ${code}`] as const)],
      String(wallet.faults.afterBroadcast),
      (value) => wallet.setFaults({ afterBroadcast: Number(value) }),
    ),
    check('Reject the next prompt', wallet.faults.rejectNext > 0, (on) =>
      wallet.setFaults({ rejectNext: on ? 1 : 0 }),
    ),
    ...switches.map(([name, label]) =>
      check(label, wallet.faults[name], (on) => wallet.setFaults({ [name]: on })),
    ),
    element('button', {
      type: 'button',
      textContent: 'Forget this site',
      onclick: () => wallet.setAuthorized(false),
    }),
    element('button', { type: 'button', textContent: 'Lose the node', onclick: () => wallet.disconnect() }),
  ]
}

function choice(
  label: string,
  options: readonly (readonly [value: string, text: string])[],
  value: string,
  onChoice: (value: string) => void,
): HTMLElement {
  const select = element(
    'select',
    {},
    ...options.map(([each, text]) => element('option', { value: each, textContent: text })),
  )
  select.value = value
  select.onchange = () => onChoice(select.value)
  return element('label', {}, label, select)
}

function check(label: string, checked: boolean, onChange: (checked: boolean) => void): HTMLElement {
  const input = element('input', { type: 'checkbox', checked })
  input.onchange = () => onChange(input.checked)
  return element('label', { className: 'check' }, input, label)
}
