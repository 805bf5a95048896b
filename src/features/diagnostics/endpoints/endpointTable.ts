import { type Check, endpointQuestions, type SeenEndpoint } from './reading.ts'
import { confirmingOperators, unconfirmable } from './served.ts'

/** What every endpoint answered: a row for each question, a cell for each endpoint in its order. */
export type EndpointTable = {
  readonly rows: readonly { readonly label: string; readonly cells: readonly Cell[] }[]
}

/** `full` is for a report, where there is room. */
export type Cell = {
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

function cellOf(check: Check | undefined): Cell {
  if (!check) return { short: '–', full: 'not asked', tone: 'none' }
  if (check.kind === 'yes') return { short: 'yes', full: `yes, ${check.ms} ms`, tone: 'good' }
  return { short: 'no', full: `no: ${check.why}`, tone: 'warn' }
}

/** What the endpoints mean for the money, in one sentence. */
export function paidWords(endpoints: readonly SeenEndpoint[]): {
  readonly tone: 'good' | 'warn' | 'bad'
  readonly words: string
} {
  const fault = unconfirmable(endpoints)
  if (fault) return { tone: 'bad', words: fault }
  const count = confirmingOperators(endpoints).length
  if (count === 2)
    return { tone: 'warn', words: '“Paid” can be confirmed by 2 operators, with none to spare.' }
  return { tone: 'good', words: `“Paid” can be confirmed by ${count} operators.` }
}
