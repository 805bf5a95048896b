/** One thing that waits for the person: what it is, what it means for the money, and where to act on it. */
export type Attention = {
  /** Changes when the same thing needs something else, so that it counts as new. */
  readonly id: string
  readonly tone: 'good' | 'sign' | 'warn' | 'bad'
  readonly title: string
  readonly text: string
  /** Where to act on it, and the word on its button. */
  readonly path: string
  readonly action: string
}
