import { useState } from 'react'
import type { Account } from '#account/Account.ts'
import { factsOf } from '#account/facts.ts'
import type { RequestDraft } from '#domain/request/requestDraft.ts'
import { Button } from '#ui/Button.tsx'
import { Identity } from '#ui/content/Identity.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import amountFieldCss from './AmountField.module.css'
import css from './PaidTo.module.css'

/** The address that is paid: the connected one, unless the person changes it. */
export function PaidTo(props: {
  account: Account | null
  draft: RequestDraft
  fault: string | null
  onChange: (payee: string) => void
}) {
  const { account, draft, fault, onChange } = props
  const [isOpen, setOpen] = useState(false)
  if (account && !isOpen && !fault && draft.payee === account.address) {
    return (
      <div className={amountFieldCss.field}>
        <span className={amountFieldCss.label}>Paid to</span>
        <div className={css.payee}>
          <Identity address={account.address} name={`Your ${factsOf(account).noun}`} />
          <Button
            ghost
            size="small"
            aria-label="Change the address that is paid"
            onClick={() => setOpen(true)}
          >
            Change
          </Button>
        </div>
      </div>
    )
  }
  return (
    <>
      <TextField
        label="Pay to (your address)"
        hint="Starts with 0x. BNB Smart Chain."
        fault={fault}
        name="payee"
        className="text-mono"
        value={draft.payee}
        spellCheck={false}
        onText={onChange}
      />
      {account && (
        <p>
          <Button
            size="small"
            onClick={() => {
              onChange(account.address)
              setOpen(false)
            }}
          >
            Use my address
          </Button>
        </p>
      )}
    </>
  )
}
