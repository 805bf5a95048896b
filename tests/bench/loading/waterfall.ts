import type { Readings } from './watchPage.ts'

/**
 * Prints the requests of a page with their times, its long tasks, its shifts and its moments, all in ms after its
 * navigation.
 */
export function printWaterfall(
  title: string,
  { moments, firstPaint, tasks, shifts, fetched }: Readings,
): void {
  console.log(
    `\n${title}\n${'asked'.padStart(8)}${'sent'.padStart(8)}${'there'.padStart(8)}${'bytes'.padStart(9)}`,
  )
  for (const { name, by, from, sent, to, size } of [...fetched].sort((a, b) => a.from - b.from)) {
    console.log(
      `${ms(from)}${ms(sent)}${ms(to)}${String(size).padStart(9)}  ${by.padEnd(12)}${name.replace(/^https?:\/\/[^/]+\//, '').slice(0, 90) || '/'}`,
    )
  }
  console.log('  long tasks: start + duration')
  for (const [from, duration] of tasks) console.log(`${ms(from)} +${duration.toFixed(0)}`)
  console.log('  moments')
  const all = Object.entries({ 'first contentful paint': firstPaint, ...moments })
  for (const [name, at] of all.sort(([, a], [, b]) => a - b)) console.log(`${ms(at)}  ${name}`)
  for (const [at, value, moved] of shifts) console.log(`${ms(at)}  shift of ${value.toFixed(4)}: ${moved}`)
}

function ms(at: number): string {
  return at.toFixed(0).padStart(8)
}
