import type { ReadWorkbook } from '#domain/draft/import/readWorkbook.ts'
import type { WorkbookQuestion } from '#domain/draft/import/workbook.worker.ts'
import workerUrl from '#domain/draft/import/workbook.worker.ts?worker&url'
import { scriptUrl } from '#ui/scriptUrl.ts'

/** ms. A workbook that takes longer is no list of payments. */
const LONGEST = 30_000

/**
 * Reads a workbook in a worker, which ends with the answer.
 * @param sheet the one to read; null if a person has not chosen yet
 */
export function openWorkbook(bytes: ArrayBuffer, sheet: string | null): Promise<ReadWorkbook> {
  return new Promise((resolve) => {
    const worker = new Worker(scriptUrl('workbook', workerUrl), { type: 'module' })
    const end = (answer: ReadWorkbook) => {
      clearTimeout(timer)
      worker.terminate()
      resolve(answer)
    }
    const timer = setTimeout(() => end({ kind: 'fault', fault: 'unpacks-too-large' }), LONGEST)
    worker.addEventListener('error', () => end({ kind: 'fault', fault: 'damaged' }))
    worker.addEventListener('message', (event: MessageEvent<ReadWorkbook>) => end(event.data))
    worker.postMessage({ bytes, sheet } satisfies WorkbookQuestion)
  })
}
