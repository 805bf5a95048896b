import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { TextField } from './Fields.tsx'
import { Form } from './Form.tsx'

function Example({ onSave }: { onSave: () => void }) {
  const [isAsked, setAsked] = useState(false)
  const [name, setName] = useState('')
  return (
    <Form
      onSubmit={() => {
        setAsked(true)
        if (name !== '') onSave()
      }}
    >
      <TextField label="Note" hint="Optional." value="" onText={() => {}} />
      <details>
        <summary>More</summary>
        <TextField
          label="Name"
          hint="Your own."
          fault={isAsked && name === '' ? 'Name it.' : null}
          value={name}
          onText={setName}
        />
      </details>
      <button type="submit">Save</button>
    </Form>
  )
}

test('error: a submitted form moves the focus to its first fault, and opens the part that holds it', async () => {
  const onSave = vi.fn()
  render(<Example onSave={onSave} />)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const field = screen.getByLabelText('Name')
  await vi.waitFor(() => expect(document.activeElement).toBe(field))
  expect(field.closest('details')?.open).toBe(true)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  const described = (field.getAttribute('aria-describedby') ?? '').split(' ')
  expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual(['Your own.', 'Name it.'])
  expect(onSave).not.toHaveBeenCalled()
})

test('behavior: a step that cannot be undone takes two presses, and can be left', async () => {
  const onConfirm = vi.fn()
  render(
    <ConfirmDialog label="Delete" confirm="Delete draft" cancel="Keep draft" onConfirm={onConfirm}>
      <button type="button">Close</button>
    </ConfirmDialog>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keep draft' }))
  await userEvent.click(screen.getByRole('button', { name: 'Keep draft' }))
  expect(onConfirm).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  await userEvent.click(screen.getByRole('button', { name: 'Delete draft' }))
  expect(onConfirm).toHaveBeenCalledOnce()
})

test('behavior: without a way back, the step takes the focus of the button that asked', async () => {
  render(<ConfirmDialog label="Remove" confirm="Remove Ada" onConfirm={() => {}} />)
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove Ada' }))
})
