import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import type { EndpointReading, Facts, LogRange } from './facts.ts'
import { blocks, count, type Line, sentence } from './words.ts'

type Endpoint = Facts['endpoints'][number]
type Head = EndpointReading & { readonly state: 'ok' }

/** A head older than this (seconds) is behind: BSC makes a block about every second or faster. */
const OLD = 20
/** So many blocks are made in some 20 s; fewer can pass between two answers. */
const MANY_BLOCKS = 45

/** The endpoints that told their newest block. */
export function headsOf(endpoints: Facts['endpoints']): readonly Head[] {
  return endpoints.flatMap(({ reading }) => (reading?.state === 'ok' ? [reading] : []))
}

/** One endpoint in words, compared with what the others said. */
export function endpointLines({ reading, logs }: Endpoint, heads: readonly Head[]): readonly Line[] {
  const logLine = logRangeLine(logs)
  if (!reading) return [{ name: 'State', value: 'Asking…', tone: 'wait' }, logLine]
  const roundTrip: Line = { name: 'Round trip', value: `${count(reading.ms)} ms` }
  if (reading.state === 'fault') {
    const { words, chainId } = reading.fault
    return [
      { name: 'State', value: sentence(words), tone: 'bad' },
      ...(chainId === null
        ? []
        : [{ name: 'Chain id', value: `${chainId}, wrong: it must be ${BSC_CHAIN_ID}` }]),
      roundTrip,
      logLine,
    ]
  }
  const { newest, age, finalized } = reading
  const best = Math.max(...heads.filter((head) => head !== reading).map((head) => head.newest), newest)
  const behind = best - newest
  const isBehind = age > OLD || behind > MANY_BLOCKS
  return [
    isBehind
      ? { name: 'State', value: 'Behind', tone: 'warn' }
      : { name: 'State', value: 'Answers', tone: 'good' },
    { name: 'Chain id', value: `${BSC_CHAIN_ID}, BNB Smart Chain` },
    { name: 'Newest block', value: `${count(newest)}, ${ageWords(age)}${behindWords(behind, heads.length)}` },
    {
      name: 'Finalized block',
      value:
        typeof finalized === 'number'
          ? `${count(finalized)}, ${blocks(Math.max(newest - finalized, 0))} before the newest`
          : sentence(finalized.words),
      ...(typeof finalized !== 'number' && { tone: 'warn' as const }),
    },
    roundTrip,
    logLine,
  ]
}

function ageWords(age: number): string {
  if (age > OLD) return `behind: ${count(age)} s old`
  return age < 0 ? `${count(-age)} s ahead of this clock` : `${count(age)} s old`
}

function behindWords(behind: number, known: number): string {
  if (known < 2) return ''
  return behind === 0 ? ', none is further' : `, ${blocks(behind)} behind the best of the others`
}

function logRangeLine(logs: LogRange | 'measuring' | null): Line {
  const name = 'Log range'
  if (logs === null) return { name, value: 'Not measured' }
  if (logs === 'measuring') return { name, value: 'Measuring…', tone: 'wait' }
  const { atLeast, refused } = logs
  if (refused === null) return { name, value: `At least ${blocks(atLeast)}`, tone: 'good' }
  const why = `for ${blocks(refused.blocks)} it ${refused.words}`
  if (atLeast > 0) return { name, value: `At least ${blocks(atLeast)}; ${why}` }
  if (refused.blocks === 0) return { name, value: `Not measured: it ${refused.words}` }
  return { name, value: `${refused.byNode ? 'Disabled' : 'None'}: ${why}`, tone: 'warn' }
}
