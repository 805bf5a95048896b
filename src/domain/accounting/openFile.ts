import { type ReadAccounting, readAccounting } from './readAccounting.ts'

/** Bytes; far more than a page can write. */
const MAX_SIZE = 64_000_000

/** Reads a file that a person chose. A wrong file is an answer, not an error. @throws when it cannot be read at all */
export async function openFile(chosen: File): Promise<ReadAccounting> {
  if (chosen.size > MAX_SIZE) return refused('The file is larger than any that this portal writes.')
  const bytes = await chosen.arrayBuffer()
  try {
    return await readAccounting(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch (error) {
    if (error instanceof TypeError) return refused('The file is not text in UTF-8.')
    throw error
  }
}

function refused(reason: string): ReadAccounting {
  return { ok: false, faults: [{ line: 1, reason }] }
}
