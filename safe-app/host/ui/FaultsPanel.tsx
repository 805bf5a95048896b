import { methods } from '../bridge/Protocol.ts'
import * as Faults from '../state/Faults.ts'
import { choose } from '../state/Host.ts'
import { EndpointFields } from './EndpointFields.tsx'
import { useHost, useHostState } from './HostContext.tsx'
import { NumberField } from './NumberField.tsx'
import { SwitchField } from './SwitchField.tsx'

const switches = [
  ['silent', 'Never answer'],
  ['twice', 'Reply twice'],
  ['closeSilent', 'Stay silent when a dialog is closed'],
  ['relay', 'Reply from another origin'],
  ['junk', 'Send junk messages'],
  ['lieHash', 'Answer a send with another safeTxHash'],
  ['noDrafts', 'Post nothing of what is added to the batch'],
] as const

const numbers = [
  ['delay', 'Delay replies (ms)'],
  ['drop', 'Drop the next messages'],
  ['refuse', 'Signatures that the wallet refuses'],
  ['closeDelay', 'Answer a closed dialog after (ms)'],
  ['notFound', 'Transaction unknown for (s)'],
  ['rebuildGap', 'Deaf after a rebuild (ms)'],
] as const

const lieTexts = {
  no: 'The truth',
  other: 'Another transaction',
  to: 'Another recipient',
  value: 'Another value',
} as const

/** The host's faults; all off is the faithful host. */
export function FaultsPanel() {
  const { config, store } = useHost()
  const { id: ownChain } = config.network
  const faults = useHostState((state) => state.faults)
  const settings = useHostState((state) => state.settings)
  return (
    <div className="stack">
      {numbers.map(([name, label]) => (
        <NumberField
          key={name}
          label={label}
          value={faults[name]}
          onChange={(value) => choose(store, {}, { [name]: value })}
        />
      ))}
      {switches.map(([name, label]) => (
        <SwitchField
          key={name}
          label={label}
          checked={faults[name]}
          onChange={(checked) => choose(store, {}, { [name]: checked })}
        />
      ))}
      <label>
        <span>getTxBySafeTxHash tells</span>
        <select
          value={faults.lieTx}
          onChange={(event) => choose(store, {}, { lieTx: event.target.value as Faults.LieTx })}
        >
          {Faults.lies.map((lie) => (
            <option key={lie} value={lie}>
              {lieTexts[lie]}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>Request failed, next</span>
        <select
          value=""
          onChange={(event) => {
            const method = event.target.value
            choose(store, {}, { fail: { ...faults.fail, [method]: (faults.fail[method] ?? 0) + 1 } })
          }}
        >
          <option value="">Choose a method</option>
          {methods.map((method) => (
            <option key={method}>{method}</option>
          ))}
        </select>
        <small>
          {Object.entries(faults.fail)
            .filter(([, times]) => times > 0)
            .map(([method, times]) => `${method} ×${times}`)
            .join(', ') || 'No failure is pending.'}
        </small>
      </label>
      <NumberField
        label="Chain id"
        value={settings.chainId}
        onChange={(chainId) => choose(store, { chainId })}
        hint={`${ownChain} is the truth.`}
      />
      <SwitchField
        label="Change the Safe without a new frame"
        checked={settings.keepFrame}
        onChange={(keepFrame) => choose(store, { keepFrame })}
      />
      <EndpointFields />
      <button
        type="button"
        onClick={() => choose(store, { chainId: ownChain, keepFrame: false }, Faults.none)}
      >
        All faults off
      </button>
    </div>
  )
}
