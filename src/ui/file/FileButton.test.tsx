import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderInPortal } from '#tests/support/renderInPortal.tsx'
import { keepSavedFiles } from '#tests/support/savedFiles.ts'
import { DownloadButton } from './FileButton.tsx'

afterEach(() => vi.restoreAllMocks())

test.each([
  ['report.csv', 'text/csv', 'payee,amount', 'payee,amount'],
  ['report.xlsx', 'application/vnd.ms-excel', 'PK', 'data:application/vnd.ms-excel;base64,UEs='],
])(
  'behavior: a browser that saves nothing still gives %s: said as asked for, copied, and shown',
  async (name, type, content, shown) => {
    const saved = keepSavedFiles()
    const { user } = renderInPortal(
      <DownloadButton label="Report" make={async () => ({ name, content: new Blob([content], { type }) })} />,
    )
    await user.click(screen.getByRole('button', { name: 'Report' }))
    const ways = await screen.findByRole('region', { name })
    expect(ways.textContent).toContain(
      `We asked your browser to save ${name}. If it didn’t, take the file here.`,
    )
    expect(saved).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: `Copy ${name}` }))
    expect(await navigator.clipboard.readText()).toBe(shown)
    await user.click(screen.getByText('Show the file'))
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'The file as text' }).value).toBe(shown)
  },
)
