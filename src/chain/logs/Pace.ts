/** How large a step a scan dares: halved when nodes refuse, doubled when they keep answering. `window` in blocks. */
export type Pace = {
  readonly window: bigint
  /** Answers in a row. */
  readonly answers: number
  /** Refusals since the last progress that a smaller window could not have prevented. */
  readonly refusals: number
}

/** As many refusals of the smallest question end a scan; a person may try again. */
const MAX_REFUSALS = 5

/** A pace of `window` blocks that nobody has answered or refused yet. */
export function startPace(window: bigint): Pace {
  return { window, answers: 0, refusals: 0 }
}

/** After an answer. The window grows only after `patience` of them, since each attempt too large costs a request. */
export function answered(pace: Pace, patience: number, largest: bigint): Pace {
  if (pace.answers + 1 < patience) return { ...pace, answers: pace.answers + 1, refusals: 0 }
  const doubled = pace.window * 2n
  return startPace(doubled > largest ? largest : doubled)
}

/** After a refusal; `canShrink` is false where the question was not about a window. */
export function refused(pace: Pace, canShrink = true): Pace {
  if (canShrink && pace.window > 1n) return { ...pace, window: pace.window / 2n, answers: 0 }
  return { ...pace, answers: 0, refusals: pace.refusals + 1 }
}

/** True when even the smallest question was refused again and again. */
export function isGivenUp({ refusals }: Pace): boolean {
  return refusals >= MAX_REFUSALS
}
