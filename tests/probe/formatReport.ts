import type { ReadingCheck } from '#pages/settings/diagnostics/facts.ts'
import { hostOf, oneLine } from '#pages/settings/diagnostics/foreignText.ts'
import type { Verdict } from './judge.ts'
import type { ProbedEndpoint, ProbeReport } from './reading.ts'
import { type Row, rowsOf } from './rows.ts'

/** The longest line in characters, if hosts have the usual length. */
export const WIDTH = 120
const LABEL = 24
/** A cell holds "no: HTTP 503" or "yes 1234 ms", and less if there are many endpoints. */
const WIDEST = 13

/** The whole text for a terminal: the table, findings, faults and the verdict. */
export function formatReport(report: ProbeReport, { faults, warnings, exitCode }: Verdict): string {
  return [
    formatTable(report),
    '',
    ...warnings.map((sentence) => `Worth knowing: ${oneLine(sentence)}`),
    ...(warnings.length > 0 ? [''] : []),
    ...faults.map((sentence) => `Would not work: ${oneLine(sentence)}`),
    exitCode === 0 ? 'Everything that the portal needs works.' : 'Do not release this.',
  ].join('\n')
}

/** The report as one table, with the legend of its columns above and the full reasons below. */
function formatTable(report: ProbeReport): string {
  const { endpoints, gateway, txService } = report
  const names = [...endpoints.map((_, at) => `${at + 1}`), 'G', ...(txService ? ['T'] : [])]
  const width = Math.min(WIDEST, Math.floor((WIDTH - LABEL) / names.length))
  const rows = rowsOf(report)
  return [
    ...endpoints.map((one, at) => legend(`${at + 1}`, one)),
    `G  ${hostOf(gateway.url)}, Safe gateway`,
    ...(txService ? [`T  ${hostOf(txService.url)}, Safe transaction service`] : []),
    ...rows.map((row) => line(row, names, width)),
    '',
    ...reasons(rows, names),
  ].join('\n')
}

function legend(name: string, { url, operator, node: { head, final } }: ProbedEndpoint): string {
  const number = (value: number) => value.toLocaleString('en')
  const blocks = [
    ...(head ? [`head ${number(head.number)}`] : []),
    ...(final === null ? [] : [`final ${number(final)}${head ? ` (${head.number - final} behind)` : ''}`]),
  ]
  const about = [hostOf(url), ...(operator === hostOf(url) ? [] : [`operator ${operator}`]), ...blocks]
  return cut(`${name.padEnd(3)}${about.join(', ')}`, WIDTH)
}

function line(row: Row, names: readonly string[], width: number): string {
  switch (row.kind) {
    case 'heading':
      return `\n${row.label.padEnd(LABEL)}${row.columns ? names.map((name) => name.padEnd(width)).join('') : ''}`.trimEnd()
    case 'wide':
      return cut(`${row.label.padEnd(LABEL)}${textOf(row.check, WIDTH)}${row.note}`, WIDTH)
    case 'cells':
      return `${row.label.padEnd(LABEL)}${names.map((_, at) => cell(row.cells[at], width)).join('')}`.trimEnd()
  }
}

function cell(check: ReadingCheck | undefined, width: number): string {
  return cut(textOf(check, width - 1), width - 1).padEnd(width)
}

function textOf(check: ReadingCheck | undefined, room: number): string {
  if (!check) return '-'
  if (check.kind === 'no') return `no: ${oneLine(check.short)}`
  const full = `yes ${check.ms} ms`
  return full.length <= room ? full : `yes ${check.ms}`
}

/** Each reason once per column, with the rows that it applies to. */
function reasons(rows: readonly Row[], names: readonly string[]): readonly string[] {
  return names.flatMap((name, at) => {
    const found = new Map<string, string[]>()
    for (const row of rows) {
      const check = row.kind === 'cells' ? row.cells[at] : undefined
      if (check?.kind !== 'no') continue
      found.set(check.why, [...(found.get(check.why) ?? []), row.label.trim()])
    }
    return [...found].map(([why, labels]) => {
      const where = [...new Set(labels)].join(', ')
      return cut(`${name.padEnd(3)}${oneLine(why)} [${where}]`, 2 * WIDTH)
    })
  })
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`
}
