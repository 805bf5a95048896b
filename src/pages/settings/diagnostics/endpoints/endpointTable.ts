import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import { count, formatNumber } from '#domain/shared/format.ts'
import { type Line, sentence } from '#pages/settings/diagnostics/foreignText.ts'
import { endpointFindings } from './endpointFindings.ts'
import { endpointQuestions, type ReadingCheck, type SeenEndpoint } from './reading.ts'
import { confirmingOperators, unconfirmable } from './served.ts'

/** An older head (seconds) is behind: BSC makes a block about every second or faster. */
const OLD = 20

/** The facts about one endpoint, in words. @param all every endpoint that has answered, including itself */
export function endpointLines(one: SeenEndpoint, all: readonly SeenEndpoint[]): readonly Line[] {
  const { chainId, head, final, checks } = one.reading
  const operator: Line = { name: 'Operator', value: one.operator }
  if (checks.chain?.kind !== 'yes') {
    return [
      { name: 'State', value: sentence(checks.chain?.why ?? 'was not asked'), tone: 'bad' },
      operator,
      ...(chainId === null || chainId === BSC_CHAIN_ID
        ? []
        : [{ name: 'Chain id', value: `${chainId}, wrong: it must be ${BSC_CHAIN_ID}` }]),
    ]
  }
  const findings = endpointFindings(one, all)
  const age = ageOf(one)
  const isBehind = (age ?? 0) > OLD || findings.some((what) => what.startsWith('is '))
  return [
    isBehind
      ? { name: 'State', value: 'Behind', tone: 'warn' }
      : { name: 'State', value: 'OK', tone: 'good' },
    operator,
    ...findings.map((what): Line => ({ name: 'Note', value: sentence(what) })),
    { name: 'Chain id', value: `${BSC_CHAIN_ID}, BNB Smart Chain` },
    head === null || age === null
      ? { name: 'Newest block', value: 'It names none', tone: 'warn' }
      : { name: 'Newest block', value: `${formatNumber(head.number)}, ${ageWords(age)}` },
    final === null
      ? { name: 'Finalized block', value: sentence(whyNot(checks.finalized)), tone: 'warn' }
      : { name: 'Finalized block', value: finalWords(final, head?.number ?? null) },
    { name: 'Response time', value: `${formatNumber(checks.chain.ms)} ms` },
  ]
}

/** Seconds between an endpoint's newest block and this clock; negative if the clock is behind. */
export function ageOf({ reading: { head } }: SeenEndpoint): number | null {
  return head && Math.round(head.at / 1_000) - head.time
}

function ageWords(age: number): string {
  if (age > OLD) return `behind: ${formatNumber(age)} s old`
  return age < 0 ? `${formatNumber(-age)} s ahead of this clock` : `${formatNumber(age)} s old`
}

function finalWords(final: number, newest: number | null): string {
  if (newest === null) return formatNumber(final)
  return `${formatNumber(final)}, ${count(Math.max(newest - final, 0), 'block')} before the newest`
}

function whyNot(check: ReadingCheck | undefined): string {
  return check?.kind === 'no' ? check.why : 'was not asked'
}

/** Every endpoint's answers: a row per check, a cell per endpoint in order. */
export type EndpointTable = {
  readonly rows: readonly { readonly label: string; readonly cells: readonly Cell[] }[]
}

/** `full` is for a report, which has more room. */
type Cell = {
  readonly short: 'yes' | 'no' | '–'
  readonly full: string
  readonly tone: 'good' | 'warn' | 'none'
}

export function endpointTable(endpoints: readonly (SeenEndpoint | null)[]): EndpointTable {
  return {
    rows: endpointQuestions.map(({ label, of }) => ({
      label,
      cells: endpoints.map((one) => cellOf(one?.reading.checks[of])),
    })),
  }
}

function cellOf(check: ReadingCheck | undefined): Cell {
  if (!check) return { short: '–', full: 'not asked', tone: 'none' }
  if (check.kind === 'yes') return { short: 'yes', full: `yes, ${check.ms} ms`, tone: 'good' }
  return { short: 'no', full: `no: ${check.why}`, tone: 'warn' }
}

/** The consequence of the endpoints' state for the money, in one sentence. */
export function paidWords(endpoints: readonly SeenEndpoint[]): {
  readonly tone: 'good' | 'warn' | 'bad'
  readonly words: string
} {
  const fault = unconfirmable(endpoints)
  if (fault) return { tone: 'bad', words: fault }
  const operators = confirmingOperators(endpoints).length
  if (operators === 2)
    return { tone: 'warn', words: '“Paid” can be confirmed by 2 operators, with none to spare.' }
  return { tone: 'good', words: `“Paid” can be confirmed by ${operators} operators.` }
}
