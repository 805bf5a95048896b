import { useEffect, useState } from 'react'

/** The last answer of a repeated request; the last successful one stays during an error. */
export type Polled<T> = { readonly data: T | undefined; readonly error: string | null }

/**
 * Calls `ask` at once, every `everyMs`, and whenever `key` changes; drops answers for an older key. `ask`
 * itself need not be stable.
 */
export function usePolled<T>(key: string, everyMs: number, ask: () => Promise<T>): Polled<T> {
  const [answers, setAnswers] = useState<{ key: string } & Polled<T>>({ key, data: undefined, error: null })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the request
  useEffect(() => {
    let stale = false
    async function poll(): Promise<void> {
      try {
        const data = await ask()
        if (!stale) setAnswers({ key, data, error: null })
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error)
        if (!stale) setAnswers((last) => ({ key, data: last.data, error: text }))
      }
    }
    void poll()
    const timer = setInterval(() => void poll(), everyMs)
    return () => {
      stale = true
      clearInterval(timer)
    }
  }, [key, everyMs])
  return answers
}
