import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { Hash } from 'viem'
import { parseHashText } from '#account/hashLink.ts'
import { paidTransfersQuery } from '#account/paidTransfersQuery.ts'
import type { SeenPayment } from '#account/seenPayment.ts'
import type { PaymentRequest } from '#chain/PaymentRequest.ts'
import type { PaidTransfers } from '#safe/paidTransfers.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import css from './Request.module.css'

/** Somebody says that it is paid: their transaction is read from the chain, which works with any node. */
export function NamePayment(props: {
  request: PaymentRequest
  named: readonly Hash[]
  /** Payments to the payee in the token, in whatever transaction. */
  found: readonly SeenPayment[]
  onName: (hash: Hash) => void
}) {
  const { request, named, found, onName } = props
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const results = useQueries({ queries: named.map(paidTransfersQuery) })
  const answers = named.flatMap((hash, index) => {
    if (found.some((payment) => payment.hash === hash)) return []
    const result = results[index]
    return [
      { hash, words: result?.data ? answerWords(result.data, request) : result?.error ? UNREAD : 'Reading…' },
    ]
  })
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        const hash = parseHashText(text)
        if (!hash)
          return setFault('This is no transaction hash: 0x and 64 digits, or a link to it on the explorer.')
        setText('')
        onName(hash)
      }}
    >
      {answers.map(({ hash, words }) => (
        <p key={hash} role="status" className={css.mono}>
          {hash}: {words}
        </p>
      ))}
      <Field
        label="Paid already? Paste the transaction"
        hint="0x… or a link to it on the explorer"
        fault={fault}
      >
        {(control) => (
          <input
            {...control}
            value={text}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => {
              setText(event.target.value)
              setFault(null)
            }}
          />
        )}
      </Field>
      <p>
        <Button type="submit">Look for it there</Button>
      </p>
    </form>
  )
}

const UNREAD = 'could not be read. Try again in a moment.'

function answerWords(paid: PaidTransfers, { token }: PaymentRequest): string {
  switch (paid.kind) {
    case 'unknown-hash':
      return 'no node that was asked knows this transaction.'
    case 'pending':
      return 'it is in no block yet, so nothing is paid.'
    default:
      return paid.status === 'failed'
        ? 'it failed and moved nothing.'
        : `it pays no ${token.symbol} to this account, as far as a receipt tells.`
  }
}
