import { describe, expect, test } from 'vitest'
import * as Amount from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { usdt } from '#tests/support/activityItems.ts'
import {
  type Answers,
  type PastedList,
  pastedLists,
  payees,
  type Question,
} from '#tests/support/pastedLists.ts'
import { SAFE } from '#tests/support/safeExamples.ts'
import { decodeBytes } from './decodeBytes.ts'
import { type ReadRows, readRows, type TextOptions } from './readRows.ts'

const symbols = new Map([...Token.pinned, Token.BNB].map((token) => [token.symbol, Token.key(token)]))
const letters = new Map<string, string>(Object.entries(payees).map(([letter, payee]) => [payee, letter]))

/** Everything a person is asked before anything of a text is paid. */
function questionsOf(read: ReadRows): readonly Question[] {
  return [
    ...(read.separator.state === 'ambiguous' ? (['separator'] as const) : []),
    ...read.unclear,
    ...(read.style === null ? (['style'] as const) : []),
    ...(read.currencies.length > 0 ? (['currency'] as const) : []),
    ...(read.leftovers.some(({ isAsked }) => isAsked) ? (['leftover'] as const) : []),
    ...(read.records.some(({ maybeCut, read: row }) => maybeCut && row.ok) ? (['cut'] as const) : []),
  ]
}

function paidOf({ records, leftovers }: ReadRows, leave: readonly string[]): readonly string[] {
  const values = leftovers.flatMap((leftover) => leftover.values.filter(({ text }) => leave.includes(text)))
  const left = new Set(values.flatMap(({ lines }) => lines))
  return records.flatMap(({ read, line }) => {
    if (!read.ok || left.has(line)) return []
    const { payee, amount } = read.payment
    return [`${letters.get(payee)} ${Amount.toDecimal(amount)} ${amount.token.symbol}`]
  })
}

/** Reads a text again with the answers to what was asked: about columns first, because a style is one of a column. */
async function readAnswered(
  text: string,
  options: TextOptions,
  { style, currencies, leave: _, ...columns }: Answers,
) {
  const meant = Object.entries(currencies ?? {}).map(
    ([sign, symbol]) => [sign, symbols.get(symbol) ?? ''] as const,
  )
  const said = { ...options, currencies: new Map(meant) }
  const first = await readRows(text, said)
  const isChosen = first.unclear.length > 0 && Object.keys(columns).length > 0
  const mapped = { ...said, ...(isChosen && { mapping: { ...first.mapping, ...columns } }) }
  const second = await readRows(text, mapped)
  return style && second.style === null ? readRows(text, { ...mapped, style }) : second
}

/** The text as the portal gets it: pasted, or out of a file. */
function textOf({ text, encoding }: PastedList): string {
  if (encoding === undefined) return text
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  const decoded = decodeBytes(encoding === 'utf-16le' ? bytes : bytes.swap16())
  if (!decoded.ok) throw new Error(decoded.fault)
  return decoded.text
}

async function expectRead(list: PastedList): Promise<void> {
  const { asks = [], mayAsk = [], faults = [], pays } = list
  const options: TextOptions = {
    payer: SAFE,
    tokens: new Map(),
    token: list.chosen === false ? null : usdt,
  }
  const text = textOf(list)
  const questions = questionsOf(await readRows(text, options))
  expect(questions).toEqual(expect.arrayContaining([...asks]))
  const left = (await readRows(text, options)).leftovers.filter(({ isAsked }) => isAsked)
  expect(
    questions.filter((question) => ![...asks, ...mayAsk].includes(question)),
    JSON.stringify(left.map(({ id, values }) => [id, values.map((v) => v.text)])),
  ).toEqual([])
  const read = await readAnswered(text, options, list.answers ?? {})
  const failed = read.records.flatMap((row) => (row.read.ok ? [] : [row.line]))
  expect({ pays: paidOf(read, list.answers?.leave ?? []), faults: failed }).toEqual({ pays, faults })
}

describe('lists as people paste them', () => {
  const isWrong = ({ faults, asks }: PastedList) => faults !== undefined || asks !== undefined

  test.each(pastedLists.filter((list) => !isWrong(list)))('behavior: reads $name ($from)', expectRead)

  test.each(pastedLists.filter(isWrong))('error: asks or refuses $name ($from)', expectRead)

  test('behavior: have names of their own', () => {
    const names = pastedLists.map(({ name, from }) => `${name} ${from}`)
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeGreaterThanOrEqual(150)
  })
})
