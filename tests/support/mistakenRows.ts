import { getAddress } from 'viem'
import { solo, treasury } from '../../rig/seed/safes.ts'
import { influencers } from '../../safe-app/accounts.ts'
import { payeeAt } from './payeeAt.ts'

const USDT = '0x55d398326f99059fF775485246999027B3197955'
const [dana, eli] = influencers

/** A row with a mistake: its cells, the message, and the corrected cells; null to skip the row. */
export type Mistake = {
  readonly cells: readonly [payee: string, amount: string, token: string]
  readonly says: RegExp
  readonly mended: { readonly [label in 'To' | 'Amount' | 'Token']?: string } | null
}

/** Mistakes in lists of payments that other tools misread, drop or send. */
export const mistakes: readonly Mistake[] = [
  { cells: [payeeAt(101), '10', ''], says: /No token\./, mended: { Token: 'USDT' } },
  { cells: [payeeAt(102), '1,000.5', 'USDT'], says: /If you mean 1000.5/, mended: { Amount: '1000.5' } },
  { cells: [payeeAt(103), '0x10', 'USDT'], says: /hexadecimal/, mended: { Amount: '16' } },
  { cells: [payeeAt(104), '1e3', 'USDT'], says: /shorten long numbers/, mended: { Amount: '20' } },
  { cells: [payeeAt(105), '1.0000000000000000001', 'USDT'], says: /USDT allows 18/, mended: { Amount: '1' } },
  { cells: [payeeAt(106), '0', 'USDT'], says: /zero|above 0|more than/i, mended: { Amount: '12' } },
  { cells: [payeeAt(107), '-5', 'USDT'], says: /minus|negative/i, mended: { Amount: '5' } },
  { cells: [payeeAt(108), '50%', 'USDT'], says: /percentage/, mended: { Amount: '50' } },
  {
    cells: [dana.address.replace('F', 'f'), '10', 'USDT'],
    says: /This address has a typo/,
    mended: { To: dana.address },
  },
  {
    cells: ['dana.eth', '10', 'USDT'],
    says: /^We look up \.bnb names only/,
    mended: { To: eli.address },
  },
  {
    cells: [`eth:${payeeAt(109)}`, '10', 'USDT'],
    says: /another network/,
    mended: { To: payeeAt(109) },
  },
  { cells: [USDT, '10', 'USDT'], says: /token contract/, mended: null },
  { cells: [treasury.address, '10', 'USDT'], says: /the address you pay from/, mended: null },
  { cells: [payeeAt(110), '10', 'BUSD'], says: /We don’t know “BUSD”/, mended: null },
]

/** An account with the same first and last four digits as the first payee. */
export const lookAlike = (() => {
  const first = payeeAt(1).toLowerCase()
  return getAddress(`${first.slice(0, 6)}${payeeAt(900).toLowerCase().slice(6, -4)}${first.slice(-4)}`)
})()

const good = (index: number) => [payeeAt(index), `${20 + (index % 7)}.5`, 'USDT'] as const

/** 50 rows, a header and two blank lines: 30 correct rows, 14 with errors, and 6 that need confirmation. */
export const mistakenRows: string = [
  ['Wallet', 'Amount', 'Token', 'Handle'],
  ...Array.from({ length: 30 }, (_, index) => [...good(index + 1), `@creator${index + 1}`]),
  [''],
  ...mistakes.map(({ cells }, index) => [...cells, `@mistake${index + 1}`]),
  [''],
  // Two duplicates, a much larger amount, a look-alike of the first payee, a Safe, and one more.
  [...good(1), '@again'],
  [...good(1), '@again'],
  [payeeAt(31), '2500', 'USDT', '@star'],
  [lookAlike, '25', 'USDT', '@alike'],
  [solo.address, '25', 'USDT', '@safe'],
  [...good(32), '@last'],
]
  .map((cells) => cells.join(';'))
  .join('\r\n')
