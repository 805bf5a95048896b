import { type ReactNode, useId } from 'react'
import * as Token from '#chain/money/Token.ts'
import { EuroPrice } from '#components/price/prices.tsx'
import { type AskedUse, columnName } from '#domain/draft/import/mapColumns.ts'
import { type NumberStyle, numberExamples } from '#domain/draft/import/numberStyle.ts'
import type { FoundCurrency, ReadRows } from '#domain/draft/import/readRows.ts'
import { ROW_TOKEN } from '#domain/draft/import/rowToken.ts'
import { type PayoutDraft, withColumn, withOptions } from '#domain/draft/payoutDraft.ts'
import { count } from '#domain/shared/format.ts'
import css from './ReadOptions.module.css'

type Choice<Value> = {
  readonly value: Value
  readonly title: string
  /** The first rows under this choice. */
  readonly example: string
}

/** One question about the whole list. Nothing is preselected. */
function Question<Value extends string | number>(props: {
  legend: string
  hint?: ReactNode
  choices: readonly Choice<Value>[]
  chosen: Value | null
  onChoose: (value: Value) => void
}) {
  const name = useId()
  return (
    <fieldset className={`layout-choices ${css.question}`} data-open={props.chosen === null || undefined}>
      <legend>{props.legend}</legend>
      {props.hint && <p className="text-small">{props.hint}</p>}
      {props.choices.map(({ value, title, example }) => (
        <label key={value} className="layout-check">
          <input
            type="radio"
            name={name}
            checked={props.chosen === value}
            onChange={() => props.onChoose(value)}
          />
          <span>
            <bdi>{title}</bdi>{' '}
            {example !== '' && (
              <span className={css.example}>
                <bdi>{example}</bdi>
              </span>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

const legends: Readonly<Record<AskedUse, string>> = {
  payee: 'Which column has the addresses?',
  amount: 'Which column has the amounts?',
  token: 'Which column has the tokens?',
}

/** Longer cells are cut in an example. */
const LONGEST = 24

/**
 * The open questions about a list, one at a time: its columns, how its amounts are written, and which token its
 * currencies mean. Each choice shows what it would make of the first rows.
 */
export function ListQuestions(props: {
  draft: PayoutDraft
  read: ReadRows
  onChange: (draft: PayoutDraft) => void
}) {
  const { draft, read, onChange } = props
  const { unclear, choices, preview, mapping, styles } = read
  const cells = (column: number) =>
    preview
      .map((row) => clipped(row[column] ?? ''))
      .filter((cell) => cell !== '')
      .join(' · ')
  const [use] = unclear
  if (use !== undefined && read.separator.state !== 'ambiguous') {
    return (
      <Question
        legend={legends[use]}
        choices={choices[use].map((column) => ({
          value: column,
          title: columnName(read.columns, column),
          example: cells(column),
        }))}
        chosen={null}
        onChoose={(column) => onChange(withOptions(draft, { mapping: withColumn(mapping, use, column) }))}
      />
    )
  }
  if (read.separator.state === 'ambiguous') return null
  return (
    <>
      {styles.state === 'ask' && (
        <Question<NumberStyle>
          legend="How are the amounts in this list written?"
          choices={styles.options.map(({ style, reads, example }) => ({
            value: style,
            title: example,
            example: `(like ${numberExamples[style]}; fits ${count(reads, 'amount')})`,
          }))}
          chosen={draft.options.style}
          onChoose={(style) => onChange(withOptions(draft, { style }))}
        />
      )}
      {read.style !== null &&
        read.currencies.map((currency) => (
          <CurrencyQuestion
            key={currency.sign}
            currency={currency}
            hasTokens={mapping.token !== null || mapping.tokenType !== null}
            chosen={draft.options.currencies?.[currency.sign] ?? null}
            onChoose={(key) =>
              onChange(
                withOptions(draft, { currencies: { ...draft.options.currencies, [currency.sign]: key } }),
              )
            }
          />
        ))}
    </>
  )
}

/**
 * Asks which token is paid for amounts in a currency. Only dollar tokens are offered: 250 $ are never 250 BNB.
 */
function CurrencyQuestion(props: {
  currency: FoundCurrency
  hasTokens: boolean
  chosen: string | null
  onChoose: (key: string) => void
}) {
  const { sign, rows } = props.currency
  const dollars = Token.pinned.filter(({ address }) => address !== null)
  return (
    <Question
      legend={`${count(rows, 'amount')} in ${sign}. Which token do you pay?`}
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
      choices={[
        ...dollars.map((token) => ({ value: Token.key(token), title: token.symbol, example: '' })),
        ...(props.hasTokens
          ? [{ value: ROW_TOKEN, title: 'The token that each row names', example: '' }]
          : []),
      ]}
      chosen={props.chosen}
      onChoose={props.onChoose}
    />
  )
}

function clipped(cell: string): string {
  return cell.length > LONGEST ? `${cell.slice(0, LONGEST - 1)}…` : cell
}
