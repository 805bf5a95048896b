/** The meaning of a status for the person: final, under way, to be signed, a decision, stop, nothing yet. */
export type Tone = 'good' | 'wait' | 'sign' | 'warn' | 'bad' | 'none'

/** A status in words, whatever it is about. Nothing decides by its wording. */
export type StatusText = {
  readonly tone: Tone
  readonly title: string
  /** The consequence for the money, or the reason. Paragraphs are separated by `\n`; empty if the title says it all. */
  readonly text: string
}

/** A task or an event that waits for the person: what it is, what it means for the money, and where to act on it. */
export type Attention = StatusText & {
  /** Changes when the same thing needs another action, so that it counts as new. */
  readonly id: string
  /** The page on which to act, and the label of the button. */
  readonly path: string
  readonly action: string
}
