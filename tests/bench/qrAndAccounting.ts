import { getAddress } from 'viem'
import { readAccounting } from '#domain/accounting/readAccounting.ts'
import { accountingText } from '#domain/accounting/writeAccounting.ts'
import { row } from '#tests/support/accountingFiles.ts'
import { SAFE } from '#tests/support/safeExamples.ts'
import { qrModules, qrPath } from '#ui/qr/QrCode.tsx'
import { median, print, timed } from './figures.ts'

const CODES = 50
const ROWS = 100_000
/** Every address that is new to the reader costs one hash. */
const PAYERS = 20_000

/** The QR code of a long link, and an accounting file with more payments than a page ever keeps. */
export async function qrAndAccounting(): Promise<void> {
  const codes = Array.from({ length: CODES }, (_, index) => {
    const text = `https://portal.example/#/r?n=${index}`.padEnd(
      300,
      'pay0x55d398326f99059fF775485246999027B3197955',
    )
    return timed(() => {
      const drawing = qrModules(text)
      if (!drawing || qrPath(drawing) === '') throw new Error('There is no code')
    })
  })
  print('a QR code of 300 characters, median', median(codes), 'ms', 'under 50')
  print('the first of them, nothing warm', codes[0] ?? Number.NaN, 'ms', '')

  const rows = Array.from({ length: ROWS }, (_, index) => {
    const from = getAddress(`0x${((index % PAYERS) + 1).toString(16).padStart(40, '7')}`)
    return row({ from, counterparty: from, value: BigInt(index) * 10n ** 15n, memo: `=Invoice ${index}` })
  })
  const before = process.memoryUsage().heapUsed
  const from = performance.now()
  const text = accountingText({ account: SAFE, writtenAt: Date.now(), partial: [], notes: [], rows })
  const written = performance.now() - from
  print(`an accounting file of ${ROWS} payments, written`, written, 'ms', 'under 5000')
  const read = await readAccounting(text)
  if (!read.ok || read.file.rows.length !== ROWS) throw new Error('The file was not read')
  print('the same, read again', performance.now() - from - written, 'ms', 'under 5000')
  print('the text', text.length / 1e6, 'MB', '')
  print('the heap that both needed', (process.memoryUsage().heapUsed - before) / 1e6, 'MB', '')
}
