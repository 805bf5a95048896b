import {
  type EndpointQuestion,
  type EndpointReading,
  endpointQuestions,
  type ReadingCheck,
} from '#pages/settings/diagnostics/facts.ts'
import type { ProbeReport, ServiceReading } from './reading.ts'

/** A line of the table: a heading, one cell per column, or one answer for all endpoints together. */
export type Row =
  | { readonly kind: 'heading'; readonly label: string; readonly columns: boolean }
  | { readonly kind: 'cells'; readonly label: string; readonly cells: readonly (ReadingCheck | undefined)[] }
  | { readonly kind: 'wide'; readonly label: string; readonly check: ReadingCheck; readonly note: string }

type Asked = {
  readonly label: string
  readonly of: EndpointQuestion | null
  readonly service?: keyof ServiceReading
}

const asked: readonly Asked[] = [
  ...endpointQuestions.map(({ label, of }) => ({ label, of, ...(of === 'chain' && { service: of }) })),
  { label: 'queue of the Safe', of: null, service: 'queue' },
  { label: 'history of the Safe', of: null, service: 'history' },
]

/**
 * The table's rows in order: requests from Node, requests from a web page, and requests to all endpoints
 * together.
 */
export function rowsOf({ endpoints, gateway, txService, feeds, safe }: ProbeReport): readonly Row[] {
  const services = [gateway, ...(txService ? [txService] : [])]
  const group = (
    endpointsOf: readonly (EndpointReading | null)[],
    servicesOf: readonly (ServiceReading | null)[],
  ) =>
    asked
      .filter(({ of }) => of !== null || safe !== null)
      .map(
        ({ label, of, service }): Row => ({
          kind: 'cells',
          label,
          cells: [
            ...endpointsOf.map((reading) => (of === null ? undefined : reading?.checks[of])),
            ...servicesOf.map((reading) => (service === undefined ? undefined : reading?.[service])),
          ],
        }),
      )
  const all = [...endpoints, ...services]
  const pages = endpoints.map(({ page }) => page)
  return [
    { kind: 'heading', label: 'asked from Node', columns: true },
    ...group(
      endpoints.map(({ node }) => node),
      services.map(({ node }) => node),
    ),
    { kind: 'cells', label: 'CORS: preflight', cells: all.map(({ cors }) => cors.preflight) },
    { kind: 'cells', label: 'CORS: answer', cells: all.map(({ cors }) => cors.answer) },
    ...(pages.every((page) => page === null)
      ? []
      : [
          { kind: 'heading', label: 'asked from a web page', columns: true } as const,
          ...group(
            pages,
            services.map(({ page }) => page),
          ),
        ]),
    { kind: 'heading', label: 'asked of all endpoints together', columns: false },
    ...feeds.map(
      ({ pair, check, price }): Row => ({
        kind: 'wide',
        label: `price ${pair}`,
        check,
        note: price === null ? '' : `, ${price}`,
      }),
    ),
  ]
}
