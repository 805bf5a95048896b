import { useEffect, useState } from 'react'

/** The last answer of something that is asked again and again; the last good one stays through an error. */
export type Polled<T> = { readonly data: T | undefined; readonly error: string | null }

/**
 * Asks at once, every `everyMs`, and whenever `key` changes; answers for an older key are dropped. `ask` itself need
 * not be stable.
 */
export function usePolled<T>(key: string, everyMs: number, ask: () => Promise<T>): Polled<T> {
  const [answers, setAnswers] = useState<{ key: string } & Polled<T>>({ key, data: undefined, error: null })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what is asked
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
