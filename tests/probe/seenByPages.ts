import type {
  EndpointQuestion,
  ReadingCheck,
  ReadingChecks,
  SeenEndpoint,
} from '#pages/settings/diagnostics/facts.ts'
import type { ProbedEndpoint, ProbedService } from './reading.ts'

/**
 * The readings available to a web page: Chromium's if there are any, otherwise Node's, provided that the CORS
 * headers allow it.
 */
export function seenByPages({ url, operator, node, cors, page }: ProbedEndpoint): SeenEndpoint {
  const closed = page ? undefined : [cors.preflight, cors.answer].find((check) => check?.kind === 'no')
  if (!closed) return { url, operator, reading: page ?? node }
  return { url, operator, reading: { ...node, receipt: null, checks: closedChecks(node.checks, closed) } }
}

function closedChecks(
  checks: ReadingChecks<EndpointQuestion>,
  closed: ReadingCheck,
): ReadingChecks<EndpointQuestion> {
  return Object.fromEntries(
    Object.entries(checks).map(([question, check]) => [question, check.kind === 'yes' ? closed : check]),
  )
}

/** Why a web page cannot use a service, as words that follow its name; null if it can. */
export function serviceFault({ node, cors, page }: ProbedService): string | null {
  const seen = page ? Object.values(page) : [cors.preflight, cors.answer]
  const no = [...Object.values(node), ...seen].find((check) => check?.kind === 'no')
  return no?.kind === 'no' ? no.why : null
}
