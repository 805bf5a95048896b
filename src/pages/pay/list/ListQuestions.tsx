import * as Token from '#chain/money/Token.ts'
import { TokenChoices } from '#components/payment/TokenChoices.tsx'
import { EuroPrice } from '#components/price/prices.tsx'
import { type AskedUse, columnName } from '#domain/draft/import/mapColumns.ts'
import { allStyles, type NumberStyle, numberExamples } from '#domain/draft/import/numberStyle.ts'
import type { FoundCurrency, ReadRows } from '#domain/draft/import/readRows.ts'
import { ROW_TOKEN } from '#domain/draft/import/rowToken.ts'
import { isTokenAsked } from '#domain/draft/parsedDraft.ts'
import { type PayoutDraft, tokenOf, withColumn, withOptions } from '#domain/draft/payoutDraft.ts'
import { count, listOf } from '#domain/shared/format.ts'
import { Field } from '#ui/Field.tsx'
import { Choices, QuestionCard } from './QuestionCard.tsx'
import { separatorNames } from './ReadOptions.tsx'

const columnQuestions: Readonly<Record<AskedUse, string>> = {
  payee: 'Which column has the addresses?',
  amount: 'Which column has the amounts?',
  token: 'Which column has the tokens?',
}

const columnWords: Readonly<Record<AskedUse, string>> = {
  payee: 'Addresses',
  amount: 'Amounts',
  token: 'Tokens',
}

type Asking = { draft: PayoutDraft; read: ReadRows; onChange: (draft: PayoutDraft) => void }

/**
 * The questions about how a list is written, all at once: its separator, its columns, its numbers, its currencies and its
 * token. Each choice shows what it would make of the first rows.
 */
export function ListQuestions({ draft, read, onChange }: Asking) {
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
          onChoose={(value) => onChange(withOptions(draft, { separator: value }))}
        />
      </QuestionCard>
    )
  }
  const choices = styles.state === 'ask' ? styles.options : []
  const [only, another] = choices
  return (
    <>
      {unclear.map((use) => (
        <ColumnQuestion key={use} use={use} draft={draft} read={read} onChange={onChange} />
      ))}
      {unclear.length === 0 && draft.options.mapping && (
        <ChosenColumns draft={draft} read={read} onChange={onChange} />
      )}
      {only && (
        <QuestionCard
          question={
            another ? 'How are the amounts in this list written?' : 'Amounts are read like this. Change it?'
          }
          answer={style === null ? null : `Amounts: ${styleExample(style, choices)}.`}
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
            onChoose={(chosen) => onChange(withOptions(draft, { style: chosen }))}
          />
        </QuestionCard>
      )}
      {style !== null &&
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
      <TokenQuestion draft={draft} read={read} onChange={onChange} />
    </>
  )
}

function styleExample(
  style: NumberStyle,
  options: readonly { readonly style: NumberStyle; readonly example: string }[],
): string {
  const example = options.find((one) => one.style === style)?.example
  return example || `like ${numberExamples[style]}`
}

function ColumnQuestion({ use, draft, read, onChange }: Asking & { use: AskedUse }) {
  const { columns, choices, preview, mapping } = read
  const cells = (column: number) =>
    preview.flatMap((row) => (row[column] ? [clipped(row[column])] : [])).join(' · ')
  return (
    <QuestionCard question={columnQuestions[use]} answer={null}>
      <Choices
        choices={choices[use].map((column) => ({
          value: column,
          title: columnName(columns, column),
          example: cells(column),
        }))}
        chosen={null}
        onChoose={(column) => onChange(withOptions(draft, { mapping: withColumn(mapping, use, column) }))}
      />
    </QuestionCard>
  )
}

/** The columns that a person chose, in one line. */
function ChosenColumns({ draft, read, onChange }: Asking) {
  const chosen = (['payee', 'amount', 'token'] as const).flatMap((use) => {
    const column = read.mapping[use]
    return column === null ? [] : [`${columnWords[use]}: ${columnName(read.columns, column)}`]
  })
  return (
    <QuestionCard question="Which columns are used?" answer={`${listOf(chosen)}.`}>
      {(['payee', 'amount', 'token'] as const).map((use) => (
        <Choices
          key={use}
          choices={read.columns.map(({ title }, column) => ({
            value: column,
            title,
            example: columnWords[use],
          }))}
          chosen={read.mapping[use]}
          onChoose={(column) =>
            onChange(withOptions(draft, { mapping: withColumn(read.mapping, use, column) }))
          }
        />
      ))}
    </QuestionCard>
  )
}

/** Asks for the token if nothing in the list names one. */
function TokenQuestion({ draft, read, onChange }: Asking) {
  const { mapping, namesTokens } = read
  const isMissing = isTokenAsked(read, draft.options.token !== null)
  const hasTokens = mapping.token !== null || mapping.tokenType !== null || namesTokens
  if (!isMissing && (hasTokens || draft.options.token === null)) return null
  const token = tokenOf(draft, draft.options.token)
  return (
    <QuestionCard question="Which token do you pay?" answer={token && `Paid in ${token.symbol}.`}>
      <Field label="Token for all payments" hint="The list names no token.">
        {(control) => (
          <select
            {...control}
            value={draft.options.token ?? ''}
            onChange={(event) => onChange(withOptions(draft, { token: event.target.value || null }))}
          >
            <option value="">Choose…</option>
            <TokenChoices more={draft.tokens} />
          </select>
        )}
      </Field>
    </QuestionCard>
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
  const { chosen } = props
  const { sign, rows } = props.currency
  const dollars = Token.pinned.filter(({ address }) => address !== null)
  const choices = [
    ...dollars.map((token) => ({ value: Token.key(token), title: token.symbol, example: '' })),
    ...(props.hasTokens ? [{ value: ROW_TOKEN, title: 'The token that each row names', example: '' }] : []),
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
      <Choices choices={choices} chosen={chosen} onChoose={props.onChoose} />
    </QuestionCard>
  )
}

/** Longer cells are cut in an example. */
const LONGEST = 24

function clipped(cell: string): string {
  return cell.length > LONGEST ? `${cell.slice(0, LONGEST - 1)}…` : cell
}
