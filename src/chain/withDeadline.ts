/** No read keeps a person waiting longer than this (ms): then a sentence and a retry take its place. */
export const READ_DEADLINE = 9_000

/** Settles with `work`, or rejects with a TimeoutError when it takes longer than `ms`. */
export function withDeadline<T>(work: Promise<T>, ms: number = READ_DEADLINE): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException(`No answer within ${ms / 1000} s`, 'TimeoutError')), ms)
  })
  return Promise.race([work, limit]).finally(() => clearTimeout(timer))
}
