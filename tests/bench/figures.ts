/** The median of some figures. */
export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Prints one figure beside its limit. */
export function print(what: string, figure: number, unit: string, aim: string): void {
  console.log(`${what.padEnd(62)}${figure.toFixed(1).padStart(9)} ${unit.padEnd(4)} ${aim}`)
}

/** The duration of some work in ms. */
export function timed(work: () => void): number {
  const from = performance.now()
  work()
  return performance.now() - from
}
