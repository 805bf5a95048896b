import type { EndpointQuestion, ProbedEndpoint, ProbedService } from './reading.ts'

/** True where a web page gets the answer: as Chromium found it, or as the answer and the CORS headers say. */
export function isServed({ node, cors, page }: ProbedEndpoint, question: EndpointQuestion): boolean {
  if (page) return page.checks[question]?.kind === 'yes'
  return (
    node.checks[question]?.kind === 'yes' && cors.preflight?.kind === 'yes' && cors.answer?.kind === 'yes'
  )
}

/** Who serves this to web pages. Endpoints of one operator count once. */
export function servingOperators(
  endpoints: readonly ProbedEndpoint[],
  question: EndpointQuestion,
): readonly string[] {
  return operatorsOf(endpoints.filter((one) => isServed(one, question)))
}

/** True where a transaction was found whose receipt could be asked for. */
export function isSampled(endpoints: readonly ProbedEndpoint[]): boolean {
  return endpoints.some(
    ({ node, page }) => node.checks.receipt !== undefined || page?.checks.receipt !== undefined,
  )
}

/** The largest group of operators that give web pages the same receipt. */
export function agreeingOperators(endpoints: readonly ProbedEndpoint[]): readonly string[] {
  const groups = new Map<string, ProbedEndpoint[]>()
  for (const one of endpoints) {
    const { receipt } = one.page ?? one.node
    if (receipt === null || !isServed(one, 'receipt')) continue
    groups.set(receipt, [...(groups.get(receipt) ?? []), one])
  }
  return [...groups.values()].map(operatorsOf).toSorted((a, b) => b.length - a.length)[0] ?? []
}

/** The operators that can confirm a payment: they agree about its receipt, and serve the final block. */
export function confirmingOperators(endpoints: readonly ProbedEndpoint[]): readonly string[] {
  const final = servingOperators(endpoints, 'finalized')
  return agreeingOperators(endpoints).filter((operator) => final.includes(operator))
}

/** Why a web page cannot use a service, in words that go on after its name; null when it can. */
export function serviceFault({ node, cors, page }: ProbedService): string | null {
  const seen = page ? Object.values(page) : [cors.preflight, cors.answer]
  const no = [...Object.values(node), ...seen].find((check) => check?.kind === 'no')
  return no?.kind === 'no' ? no.why : null
}

function operatorsOf(endpoints: readonly ProbedEndpoint[]): readonly string[] {
  return [...new Set(endpoints.map(({ operator }) => operator))]
}
