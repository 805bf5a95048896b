/** The meaning of a status for the person: final, under way, to be signed, a decision, stop, nothing yet. */
export type Tone = 'good' | 'wait' | 'sign' | 'warn' | 'bad' | 'none'

/** A status in words, whatever it is about. Nothing decides by its wording. */
export type StatusText = {
  readonly tone: Tone
  readonly title: string
  /** The consequence for the money, or the reason. Paragraphs are separated by `\n`; empty if the title says it all. */
  readonly text: string
}
