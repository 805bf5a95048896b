import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInPortal } from '#tests/support/renderInPortal.tsx'
import { UnreadableNotice } from './UnreadableNotice.tsx'

test.each([
  [1, '1 entry couldn’t be read.', 'It stays in this browser and isn’t shown.'],
  [2, '2 entries couldn’t be read.', 'They stay in this browser and aren’t shown.'],
])('behavior: %i damaged entries are said to stay here', (number, title, rest) => {
  renderInPortal(<UnreadableNotice number={number} one="entry" many="entries" left="shown" />)
  expect(screen.getByText(title)).toBeTruthy()
  expect(screen.getByText(rest)).toBeTruthy()
})
