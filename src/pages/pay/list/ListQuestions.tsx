import { useState } from 'react'
import * as Token from '#chain/money/Token.ts'
import { EuroPrice } from '#components/price/prices.tsx'
import { type AskedUse, type ColumnProof, columnName, type Mapping } from '#domain/draft/import/mapColumns.ts'
import { allStyles, type NumberStyle, numberExamples } from '#domain/draft/import/numberStyle.ts'
import type { FoundCurrency, ReadRows } from '#domain/draft/import/readRows.ts'
import type { Separator } from '#domain/draft/import/records.ts'
import { ROW_TOKEN } from '#domain/draft/import/rowToken.ts'
import { isTokenAsked } from '#domain/draft/parsedDraft.ts'
import { tokenOf } from '#domain/draft/payoutDraft.ts'
import { count, listOf } from '#domain/shared/format.ts'
import { SelectField, Tick } from '#ui/form/Fields.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'
import { TokenField } from './FillForm.tsx'
import { Choices, QuestionCard } from './QuestionCard.tsx'
import { useEditedList } from './useDraft.ts'

/** The separators of cells, as people call them. */
const separatorNames: Readonly<Record<Separator, string>> = {
  '\t': 'Tab (spreadsheets)',
  ';': 'Semicolon ;',
  ',': 'Comma ,',
  '|': 'Vertical bar |',
  text: 'Nothing: sentences',
  none: 'Nothing: one column',
}

/** The columns that are asked about: the question, and their name in the answer. */
const columnWords = {
  payee: ['Which column has the addresses?', 'Addresses'],
  amount: ['Which column has the amounts?', 'Amounts'],
  token: ['Which column has the tokens?', 'Tokens'],
} as const satisfies Readonly<Record<AskedUse, unknown>>

const askedUses = Object.keys(columnWords) as AskedUse[]

/**
 * The questions about how a list is written, all at once: its separator, its columns, its numbers, its currencies and its
 * token. Each choice shows what it would make of the first rows.
 */
export function ListQuestions({ read }: { read: ReadRows }) {
  const { draft, onOptions } = useEditedList()
  const { separator, unclear, mapping, styles, style } = read
  if (separator.state === 'ambiguous') {
    return (
      <QuestionCard question="What separates the columns?" answer={null}>
        <Choices
          choices={separator.options.map((value) => ({
            value,
            title: separatorNames[value],
            example: '',
          }))}
          chosen={null}
          onChoose={(value) => onOptions({ separator: value })}
        />
      </QuestionCard>
    )
  }
  const choices = styles.state === 'ask' ? styles.options : []
  const [only, another] = choices
  const chosen = choices.find((one) => one.style === style)
  return (
    <>
      {unclear.map((use) => (
        <ColumnQuestion key={use} use={use} read={read} />
      ))}
      {unclear.length === 0 && draft.options.mapping && <ChosenColumns read={read} />}
      {only && (
        <QuestionCard
          question={
            another ? 'How are the amounts in this list written?' : 'Amounts are read like this. Change it?'
          }
          answer={style === null ? null : `Amounts: ${chosen?.example || `like ${numberExamples[style]}`}.`}
        >
          <Choices<NumberStyle>
            choices={(another ? choices.map((one) => one.style) : allStyles).map((one) => {
              const option = choices.find((each) => each.style === one)
              return {
                value: one,
                title: option?.example ?? `like ${numberExamples[one]}`,
                example: option
                  ? `(like ${numberExamples[one]}; fits ${count(option.reads, 'amount')})`
                  : '(fits no amount here)',
              }
            })}
            chosen={style}
            onChoose={(value) => onOptions({ style: value })}
          />
        </QuestionCard>
      )}
      {style !== null &&
        read.currencies.map((currency) => (
          <CurrencyQuestion key={currency.sign} currency={currency} hasTokens={hasTokenColumn(mapping)} />
        ))}
      <TokenQuestion read={read} />
    </>
  )
}

function hasTokenColumn({ token, tokenType }: Mapping): boolean {
  return token !== null || tokenType !== null
}

function ColumnQuestion({ use, read }: { use: AskedUse; read: ReadRows }) {
  const { onColumn } = useEditedList()
  const { columns, choices, preview, mapping } = read
  const cells = (column: number) =>
    preview.flatMap((row) => (row[column] ? [clipped(row[column])] : [])).join(' · ')
  return (
    <QuestionCard question={columnWords[use][0]} answer={null}>
      <Choices
        choices={choices[use].map((column) => ({
          value: column,
          title: columnName(columns, column),
          example: cells(column),
        }))}
        chosen={null}
        onChoose={(column) => onColumn(mapping, use, column)}
      />
    </QuestionCard>
  )
}

function ChosenColumns({ read }: { read: ReadRows }) {
  const { onColumn } = useEditedList()
  const chosen = askedUses.flatMap((use) => {
    const column = read.mapping[use]
    return column === null ? [] : [`${columnWords[use][1]}: ${columnName(read.columns, column)}`]
  })
  return (
    <QuestionCard question="Which columns are used?" answer={`${listOf(chosen)}.`}>
      {askedUses.map((use) => (
        <Choices
          key={use}
          choices={read.columns.map(({ title }, column) => ({
            value: column,
            title,
            example: columnWords[use][1],
          }))}
          chosen={read.mapping[use]}
          onChoose={(column) => onColumn(read.mapping, use, column)}
        />
      ))}
    </QuestionCard>
  )
}

/** Asks for the token if nothing in the list names one. */
function TokenQuestion({ read }: { read: ReadRows }) {
  const { draft } = useEditedList()
  const { mapping, namesTokens } = read
  const isMissing = isTokenAsked(read, draft.options.token !== null)
  const hasTokens = hasTokenColumn(mapping) || namesTokens
  if (!isMissing && (hasTokens || draft.options.token === null)) return null
  const token = tokenOf(draft, draft.options.token)
  return (
    <QuestionCard question="Which token do you pay?" answer={token && `Paid in ${token.symbol}.`}>
      <ListToken label="Token for all payments" hint="The list names no token." none="Choose…" />
    </QuestionCard>
  )
}

/** Asks which token is paid for amounts in a currency. Only dollar tokens are offered: 250 $ are never 250 BNB. */
function CurrencyQuestion({ currency, hasTokens }: { currency: FoundCurrency; hasTokens: boolean }) {
  const { draft, onOptions } = useEditedList()
  const { sign, rows } = currency
  const { currencies } = draft.options
  const chosen = currencies?.[sign] ?? null
  const dollars = Token.pinned.filter(({ address }) => address !== null)
  const choices = [
    ...dollars.map((token) => ({ value: Token.key(token), title: token.symbol, example: '' })),
    ...(hasTokens ? [{ value: ROW_TOKEN, title: 'The token that each row names', example: '' }] : []),
  ]
  const answer = choices.find(({ value }) => value === chosen)?.title
  return (
    <QuestionCard
      question={`${count(rows, 'amount')} in ${sign}. Which token do you pay?`}
      hint={
        sign === '$' ? (
          '250 $ is paid as 250 of this token.'
        ) : (
          <>
            We don’t convert. 250 {sign} is paid as 250 of this token, which is worth 250 dollars.{' '}
            {sign === '€' && <EuroPrice />}
          </>
        )
      }
      answer={answer ? `${sign} is paid as ${answer}.` : null}
    >
      <Choices
        choices={choices}
        chosen={chosen}
        onChoose={(key) => onOptions({ currencies: { ...currencies, [sign]: key } })}
      />
    </QuestionCard>
  )
}

/** Longer cells are cut in an example. */
const LONGEST = 24

function clipped(cell: string): string {
  return cell.length > LONGEST ? `${cell.slice(0, LONGEST - 1)}…` : cell
}

const uses: readonly (readonly [keyof Mapping, string])[] = [
  ['payee', 'Address column'],
  ['amount', 'Amount column'],
  ['token', 'Token column'],
  ['tokenType', 'Token type column'],
  ['name', 'Name column'],
  ['handle', 'Handle column'],
  ['reference', 'Reference column'],
  ['note', 'Note column'],
]

const NAMED = 20

/** Which column is taken for the amounts, and why, if others have numbers too; null if there is no other. */
export function amountColumnText({
  mapping,
  choices,
  amountProof,
  columns,
  preview,
}: ReadRows): string | null {
  const { amount } = mapping
  const others = choices.amount.filter(
    (column) => column !== amount && preview.some((row) => /[0-9]/.test(row[column] ?? '')),
  )
  if (amount === null || others.length === 0 || amountProof === null) return null
  const names = others.slice(0, NAMED).map((column) => columnName(columns, column))
  return `“${columnName(columns, amount)}” is paid, because ${proofWords[amountProof]}, not ${names.join(', ')}.`
}

const proofWords: Readonly<Record<ColumnProof, string>> = {
  title: 'its title says so',
  cells: 'its cells name the token',
  only: 'no other has numbers',
}

/** How the text was read, and what can be changed about it. Every answer reads it again. */
export function ReadOptions({ read }: { read: ReadRows }) {
  const { onOptions, onColumn } = useEditedList()
  const { separator, mapping, header, columns } = read
  const hasTokens = hasTokenColumn(mapping) || read.namesTokens
  const [isOpen, setOpen] = useState(false)
  if (separator.state === 'ambiguous') return null
  return (
    <Disclosure summary="How it was read" onToggle={(isOpen) => isOpen && setOpen(true)}>
      {isOpen && (
        <div className="layout-form">
          <div className="layout-columns">
            <SelectField
              label="Columns are separated by"
              value={separator.separator}
              options={Object.entries(separatorNames) as [Separator, string][]}
              onChoose={(value) => onOptions({ separator: value })}
            />
            {hasTokens && <ListToken label="Token for rows without one" none="Leave as is" />}
            {uses.map(([use, label]) => (
              <SelectField
                key={use}
                label={label}
                value={mapping[use] ?? -1}
                options={[[-1, 'None'], ...columns.map(({ title }, index) => [index, title] as const)]}
                onChoose={(column) => onColumn(mapping, use, column < 0 ? null : column)}
              />
            ))}
          </div>
          <Tick isTicked={header !== null} onTick={(isTicked) => onOptions({ header: isTicked })}>
            First line is a header
          </Tick>
        </div>
      )}
    </Disclosure>
  )
}

function ListToken(props: { label: string; hint?: string; none: string }) {
  const { draft, onOptions } = useEditedList()
  return (
    <TokenField
      {...props}
      value={draft.options.token ?? ''}
      onChoose={(key) => onOptions({ token: key || null })}
    />
  )
}
