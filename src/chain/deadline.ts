/** Maximum time (ms) for a read. After that, the UI shows a message and a retry. */
const READ_DEADLINE = 9_000

/** Settles with `work`, or rejects with a TimeoutError if it takes longer than `ms`. */
export function withDeadline<T>(work: Promise<T>, ms: number = READ_DEADLINE): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException(`No answer within ${ms / 1000} s`, 'TimeoutError')), ms)
  })
  return Promise.race([work, limit]).finally(() => clearTimeout(timer))
}
