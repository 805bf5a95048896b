/** One line of the page and of the report; `tone` only if there is something to judge. */
export type Line = {
  readonly name: string
  readonly value: string
  readonly tone?: 'good' | 'wait' | 'warn' | 'bad' | 'none'
}

/** A number with thousands separators. */
export function count(value: number): string {
  return value.toLocaleString('en-GB')
}

/** Turns words that follow a name into a sentence of their own. */
export function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A number of blocks. */
export function blocks(value: number): string {
  return `${count(value)} ${value === 1 ? 'block' : 'blocks'}`
}
