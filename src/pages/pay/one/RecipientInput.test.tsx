import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { renderInPortal } from '#tests/support/renderInPortal.tsx'
import { RecipientInput, type SuggestedRecipient } from './RecipientField.tsx'

const dana = payeeAt(1)
const recipients: readonly SuggestedRecipient[] = [
  { address: dana, name: 'Dana Dances', latest: null, why: 'payout' },
  { address: payeeAt(2), name: 'Dan Draws', latest: null, why: 'payout' },
  { address: payeeAt(3), name: null, latest: null, why: 'owner' },
]

function Form({ onSubmit }: { onSubmit: () => void }) {
  const [value, setValue] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <label htmlFor="to">To</label>
      <RecipientInput
        control={{ id: 'to' }}
        recipients={recipients}
        value={value}
        isComplete={value.length === 42}
        onChange={setValue}
      />
      <button type="submit">Review</button>
    </form>
  )
}

function open() {
  let submitted = 0
  const { user } = renderInPortal(
    <Form
      onSubmit={() => {
        submitted += 1
      }}
    />,
  )
  return {
    user,
    input: screen.getByRole<HTMLInputElement>('combobox', { name: 'To' }),
    options: () => screen.queryAllByRole('option').map(({ textContent }) => textContent),
    submitted: () => submitted,
  }
}

test('a click shows everyone, typing narrows them down, and an arrow and Enter choose', async () => {
  const { user, input, options, submitted } = open()
  await user.click(input)
  expect(options()).toHaveLength(3)
  await user.type(input, 'dan', { skipClick: true })
  expect(options()).toHaveLength(2)
  await user.keyboard('{ArrowDown}{Enter}')
  expect(input.value).toBe(dana)
  expect(options()).toEqual([])
  expect(submitted()).toBe(0)
})

test('a click on a recipient chooses them, and the field keeps the focus', async () => {
  const { user, input } = open()
  await user.click(screen.getByRole('button', { name: 'Choose a recipient' }))
  await user.click(screen.getByRole('option', { name: /Dan Draws/ }))
  expect(input.value).toBe(payeeAt(2))
  expect(document.activeElement).toBe(input)
})

test('Enter without a marked recipient submits the form, also while the mouse rests on one', async () => {
  const { user, input, submitted } = open()
  await user.type(input, 'dan')
  await user.hover(screen.getByRole('option', { name: /Dana Dances/ }))
  await user.keyboard('{Enter}')
  expect(submitted()).toBe(1)
  expect(input.value).toBe('dan')
})

test('leaving the field never chooses, not even a marked recipient', async () => {
  const { user, input, options } = open()
  await user.type(input, 'dan')
  await user.keyboard('{ArrowDown}')
  await user.tab()
  expect(options()).toEqual([])
  expect(input.value).toBe('dan')
})

test('Escape closes the list and keeps what was typed', async () => {
  const { user, input, options } = open()
  await user.type(input, 'dan')
  await user.keyboard('{Escape}')
  expect(options()).toEqual([])
  expect(input.value).toBe('dan')
})

test('the caret stays where a digit is corrected', async () => {
  const { user, input } = open()
  await user.type(input, 'dna')
  await user.type(input, 'a', { initialSelectionStart: 1, initialSelectionEnd: 1 })
  expect([input.value, input.selectionStart]).toEqual(['dana', 2])
})
