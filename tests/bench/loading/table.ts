import { median } from '#tests/bench/figures.ts'

/** One figure in all rounds: the portal's, and the other app's in the same round if it has one. */
export type Figure = {
  readonly what: string
  readonly portal: readonly number[]
  readonly other?: readonly number[]
  /** The limit of the ratio, or of the portal's own figure without another's. */
  readonly goal?: number
  readonly digits?: number
}

/** Prints the head of a table, with the name of the other app. */
export function printHead(title: string, other: string): void {
  console.log(
    `\n${title.padEnd(56)}${'portal'.padStart(9)}${other.padStart(12)}${'ratio'.padStart(8)}   goal`,
  )
}

/**
 * Prints the medians of a figure and of its ratio in each round, which load on the machine changes less than the
 * ratio of two medians.
 */
export function printFigure({ what, portal, other, goal, digits = 0 }: Figure): void {
  const own = median(known(portal))
  const theirs = other && median(known(other))
  const ratios = other && known(portal.map((value, round) => value / (other[round] ?? Number.NaN)))
  const ratio = ratios && median(ratios)
  const spread = ratios ? `${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)}` : ''
  const judged = ratio ?? own
  const verdict = goal === undefined ? '' : `<= ${goal}  ${judged <= goal ? 'ok' : 'OVER'}`
  console.log(
    what.padEnd(56) +
      own.toFixed(digits).padStart(9) +
      (theirs?.toFixed(digits) ?? '').padStart(12) +
      (ratio?.toFixed(3) ?? '').padStart(8) +
      `${spread.padStart(12)}   ${verdict}`,
  )
}

function known(figures: readonly number[]): number[] {
  return figures.filter((figure) => Number.isFinite(figure))
}
