import { readWorkbook } from './readWorkbook.ts'

/** A workbook to read, and the sheet that was chosen. */
export type WorkbookQuestion = { readonly bytes: ArrayBuffer; readonly sheet: string | null }

// In a worker, because unpacking a large workbook takes seconds in which a page could do nothing else.
addEventListener('message', (event: MessageEvent<WorkbookQuestion>) => {
  const { bytes, sheet } = event.data
  void readWorkbook(new Uint8Array(bytes), sheet).then((answer) => postMessage(answer))
})
