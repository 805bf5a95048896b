import type { SafeSource } from './SafeSource.ts'

/**
 * The first answer in source order, and its source. A null answer is skipped, because the source knows
 * nothing.
 * @throws the first source's error, when none answered
 */
export async function firstAnswer<T>(
  sources: readonly SafeSource[],
  ask: (source: SafeSource) => Promise<T | null>,
): Promise<{ readonly answer: T; readonly from: string } | null> {
  const faults: unknown[] = []
  for (const source of sources) {
    try {
      const answer = await ask(source)
      if (answer !== null) return { answer, from: source.name }
    } catch (fault) {
      // The caller has stopped waiting.
      if ((fault as Error | null)?.name === 'AbortError') throw fault
      faults.push(fault)
    }
  }
  if (faults.length > 0) throw faults[0]
  return null
}
