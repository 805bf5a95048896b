import { useQueries, useQuery } from '@tanstack/react-query'
import { useRef, useState, useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { useConnection, usePortal } from '#account/connection.ts'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { operatorOf } from '#chain/rpc/Endpoint.ts'
import { timeOfDay } from '#domain/shared/format.ts'
import { env, version } from '#env.ts'
import { askEndpoint } from '#pages/settings/diagnostics/endpoints/askEndpoint.ts'
import { type EndpointTable, findSample } from '#pages/settings/diagnostics/endpoints/endpointTable.ts'
import { diagnosticQuery } from '#queries/diagnostics.ts'
import { Button } from '#ui/Button.tsx'
import { CardPart, Inset } from '#ui/content/Card.tsx'
import { Disc } from '#ui/content/Rows.tsx'
import { TextToCopy } from '#ui/file/FileButton.tsx'
import { Tick } from '#ui/form/Fields.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import type { IconName } from '#ui/icons/names.ts'
import { Facts, NamedFact } from '#ui/layout/Facts.tsx'
import { CopyButton } from '#ui/page/CopyButton.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'
import { StatusBadge, StatusBanner } from '#ui/page/StatusBadge.tsx'
import css from './Diagnostics.module.css'
import {
  type DiagnosticFacts,
  type Line,
  readBrowser,
  readFraming,
  readStorage,
  type ServiceReading,
} from './facts.ts'
import { hostOf, oneLine } from './foreignText.ts'
import { problemsOf, problemWords, type Section, sectionsOf } from './sections.ts'

const icons: Readonly<Record<Section['id'], IconName>> = {
  network: 'globe',
  service: 'users',
  browser: 'monitor',
  page: 'layers',
}

/** One subject: its result as a row, and all details behind it. */
function Subject({ section }: { section: Section }) {
  const { id, title, summary, tone, problems, lines, table, parts } = section
  const badge = { good: 'OK', wait: 'Checking' } as const
  // The row already shows this line. The report has no rows.
  const rest = lines.filter(({ value }) => value !== summary)
  return (
    <section className={css.subject} aria-label={title}>
      <details>
        <summary className={css.row}>
          <Disc icon={icons[id]} tone={tone} />
          <div>
            <h3 className="text-medium">{title}</h3>
            <p className="text-fine text-wrap">{summary}</p>
          </div>
          <StatusBadge tone={tone}>
            {tone === 'warn' || tone === 'bad' ? problemWords(problems) : badge[tone]}
          </StatusBadge>
          <Icon name="chevron-right" size={16} />
        </summary>
        <div className={css.body}>
          {rest.length > 0 && <DiagnosticLines lines={rest} />}
          {table && <EndpointTableView table={table} />}
          {parts.length > 0 && (
            <div className={`layout-columns ${css.parts}`}>
              {parts.map((part, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two endpoints can share a host, and their order is fixed
                <div key={index} className={css.part}>
                  <h4 className="text-wrap">{part.title}</h4>
                  <DiagnosticLines lines={part.lines} />
                </div>
              ))}
            </div>
          )}
        </div>
      </details>
    </section>
  )
}

function DiagnosticLines({ lines }: { lines: readonly Line[] }) {
  return (
    <Facts>
      {lines.map(({ name, value, tone }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, and the order is fixed
        <NamedFact key={index} name={name}>
          {tone ? <StatusBadge tone={tone}>{value}</StatusBadge> : value}
        </NamedFact>
      ))}
    </Facts>
  )
}

const cellIcons = { good: 'check', warn: 'x', none: null } as const

/**
 * The answers of every endpoint, by its number in the list below. A narrow card shows the rows as a list. The roles
 * are written out, because browsers drop them when a table has another layout.
 */
function EndpointTableView({ table: { rows } }: { table: EndpointTable }) {
  const count = rows[0]?.cells.length ?? 0
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    <table className={css.table} role="table">
      <caption className="visually-hidden">What every RPC answered</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader">
            RPC
          </th>
          {Array.from({ length: count }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: endpoints keep their order
            <th key={index} scope="col" role="columnheader">
              {index + 1}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map(({ label, cells }) => (
          <tr key={label} role="row">
            <th scope="row" role="rowheader">
              {label}
            </th>
            {cells.map(({ short, tone }, index) => {
              const icon = cellIcons[tone]
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: endpoints keep their order
                <td key={index} role="cell" data-endpoint={index + 1}>
                  <span className={`${css.cell} ${css[tone] ?? ''}`}>
                    {icon && <Icon name={icon} size={14} />}
                    {short}
                  </span>
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  )
}

/** The options of the copied report, and the report itself, to copy by hand if the clipboard is blocked. */
function Report(props: { text: string; addresses: boolean; onAddresses: (addresses: boolean) => void }) {
  const { text, addresses, onAddresses } = props
  return (
    <CardPart>
      <h3>Report for support</h3>
      <p className="text-fine">Copy this for support. No addresses unless you include them.</p>
      <Tick isTicked={addresses} onTick={onAddresses}>
        Include addresses
      </Tick>
      <Disclosure summary="Preview">
        <TextToCopy label="Preview of the report" text={text} rows={16} />
      </Disclosure>
    </CardPart>
  )
}

/** The content of the card *Diagnostics* once it is open: whether everything works, how the portal runs, what answers. */
export function Diagnostics() {
  const { facts, checking, check } = useDiagnostics()
  const [addresses, setAddresses] = useState(false)
  const sections = sectionsOf(facts, { addresses })
  const text = reportText(facts, { addresses })
  const { count, tone } = problemsOf(sections)
  const time = facts.checkedAt === null ? '' : ` · ${timeOfDay(facts.checkedAt)}`
  return (
    <>
      <Inset>
        <StatusBanner
          tone={checking ? 'wait' : tone}
          status={
            checking ? 'Checking…' : count === 0 ? `All systems OK${time}` : `${problemWords(count)}${time}`
          }
          action={
            <>
              <CopyButton text={text} label="Copy report" words="Copy report" />
              {/* Not disabled during a check, because it would lose the focus. */}
              <Button size="small" aria-disabled={checking} onClick={check}>
                <Icon name="refresh-cw" size={16} /> Check again
              </Button>
            </>
          }
        >
          <p className={css.money}>{checking ? 'Asking each RPC a dozen questions.' : moneyWords(count)}</p>
        </StatusBanner>
      </Inset>
      {sections.map((section) => (
        <Subject key={section.id} section={section} />
      ))}
      <Report text={text} addresses={addresses} onAddresses={setAddresses} />
    </>
  )
}

function moneyWords(problems: number): string {
  return problems === 0
    ? 'The network, the Safe service and this browser work.'
    : 'Your money isn’t affected.'
}

/**
 * The whole page as plain text, for a message to support. URLs are reduced to their host; without `addresses`
 * every address is removed, whatever its source.
 */
export function reportText(facts: DiagnosticFacts, options: { readonly addresses: boolean }): string {
  const when = facts.checkedAt === null ? 'still checking' : new Date(facts.checkedAt).toISOString()
  const blocks = sectionsOf(facts, options).map(({ title, lines, table, parts }) =>
    [
      title,
      ...lines.map(print),
      ...(table ? tableLines(table) : []),
      ...parts.flatMap((part) => [`- ${part.title}`, ...part.lines.map(indent)]),
    ].join('\n'),
  )
  return [`Influencer Portal, diagnostics, ${when}`, ...blocks].join('\n\n').concat('\n')
}

function print({ name, value }: Line): string {
  return `${name}: ${value}`
}

function indent(line: Line): string {
  return `  ${print(line)}`
}

function tableLines({ rows }: EndpointTable): readonly string[] {
  const numbers = rows[0]?.cells.map((_, index) => index + 1) ?? []
  return [
    `Endpoint: ${numbers.join(' | ')}`,
    ...rows.map(({ label, cells }) => `${label}: ${cells.map(({ full }) => full).join(' | ')}`),
  ]
}

/** Reads everything in parallel; each result appears as soon as it arrives. */
function useDiagnostics() {
  const { page } = usePortal()
  const connection = useConnection()
  const keeping = useSyncExternalStore(page.storage.subscribe, page.storage.keeping)
  const [browser, setBrowser] = useState(readBrowser)
  const { rpcUrls, gatewayUrl, txServiceUrl } = env

  /** One sample for all endpoints of a check, which begin together; null before the first one asks. */
  const found = useRef<ReturnType<typeof findSample> | null>(null)
  const sample = () => {
    if (found.current === null) {
      found.current = findSample(bscRpc)
      // An endpoint that is down never asks for it.
      found.current.catch(() => {})
    }
    return found.current
  }
  const endpoints = useQueries({
    queries: rpcUrls.map((url) => diagnosticQuery(['endpoint', url], () => askEndpoint(url, sample()))),
  })
  const gateway = useQuery(diagnosticQuery(['gateway', gatewayUrl], () => readGateway(gatewayUrl)))
  const txService = useQuery(
    diagnosticQuery(['tx-service', txServiceUrl], () =>
      txServiceUrl === null ? null : readTxService(txServiceUrl),
    ),
  )
  const storage = useQuery(diagnosticQuery(['storage'], () => readStorage()))
  const framing = useQuery(diagnosticQuery(['framing'], () => readFraming()))

  const reads = [...endpoints, gateway, txService, storage, framing]
  const checking = reads.some((read) => read.isFetching)
  const facts: DiagnosticFacts = {
    version,
    checkedAt: checking ? null : Math.max(...reads.map((read) => read.dataUpdatedAt)),
    connection,
    handshake: page.handshake,
    framing: framing.data ?? null,
    keeping,
    endpoints: rpcUrls.map((url, index) => ({
      url,
      operator: operatorOf(url),
      reading: endpoints[index]?.data ?? null,
    })),
    gateway: { host: hostOf(gatewayUrl), reading: gateway.data ?? null },
    txService: txServiceUrl === null ? null : { host: hostOf(txServiceUrl), reading: txService.data ?? null },
    storage: storage.data ?? null,
    browser,
  }
  const check = () => {
    setBrowser(readBrowser())
    // The last check's search may still be under way, and may find nothing.
    found.current = null
    for (const read of reads) void read.refetch({ cancelRefetch: false })
  }
  return { facts, checking, check }
}

/** Time limit of a request (ms). */
const TIMEOUT = 8_000
/** An answer with more characters is not from one of these services. */
const MAX_LENGTH = 200_000

const indexing = v.object({ synced: v.boolean() })
const chain = v.object({ chainId: v.literal(`${BSC_CHAIN_ID}`) })
const about = v.object({ version: v.string() })

/** Asks the Safe gateway whether it follows the chain; an older one only whether it knows the chain. Never throws. */
export async function readGateway(base: string): Promise<ServiceReading> {
  const url = `${base}/v1/chains/${BSC_CHAIN_ID}`
  const reading = await read(`${url}/about/indexing`, (document) => {
    const { synced } = v.parse(indexing, document)
    return synced ? 'It has read every block.' : 'It has not read the newest blocks yet.'
  })
  if (reading.status !== 404) return reading
  return read(url, (document) => v.parse(chain, document) && 'It knows BNB Smart Chain')
}

/** Asks a Safe transaction service for its description. Never throws. */
export function readTxService(base: string): Promise<ServiceReading> {
  return read(`${base}/v1/about`, (document) => {
    const { version } = v.parse(about, document)
    return `Version ${oneLine(version).slice(0, 40)}`
  })
}

async function read(url: string, report: (document: unknown) => string): Promise<ServiceReading> {
  const began = performance.now()
  const host = hostOf(url)
  const end = (status: number | null, fault: string | null, said: string | null = null): ServiceReading => ({
    host,
    ms: Math.round(performance.now() - began),
    status,
    fault,
    about: said,
  })
  let status: number | null = null
  try {
    const response = await fetch(url, {
      headers: { Accept: 'application/json' },
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(TIMEOUT),
    })
    status = response.status
    if (!response.ok) return end(status, `answers HTTP ${status}`)
    const text = await response.text()
    if (text.length > MAX_LENGTH) return end(status, 'answers too much to be read')
    return end(status, null, report(JSON.parse(text)))
  } catch (error) {
    return end(status, faultOf(error, status))
  }
}

function faultOf(error: unknown, status: number | null): string {
  if (error instanceof Error && error.name === 'TimeoutError')
    return `gives no answer within ${TIMEOUT / 1_000} s`
  if (error instanceof TypeError) {
    return status === null ? 'is unreachable (down or blocked by CORS)' : 'stops in the middle of its answer'
  }
  return 'answers something that cannot be read'
}
