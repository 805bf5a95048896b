import type { SafeSource } from './SafeSource.ts'

/**
 * The first answer in the order of the sources, and who gave it; a source that knows nothing (null) gives none.
 * @throws what the first source threw when none answered
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
      // Nobody waits any more.
      if ((fault as Error | null)?.name === 'AbortError') throw fault
      faults.push(fault)
    }
  }
  if (faults.length > 0) throw faults[0]
  return null
}
