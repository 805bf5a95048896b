/** The line as Chromium tells of it (Network Information API); other browsers tell nothing. */
type NetworkInformation = { readonly saveData?: boolean; readonly effectiveType?: string }

/** Whether the visitor asked the browser to save data. Then nothing is loaded before it is asked for. */
export function savesData(): boolean {
  return line().saveData === true
}

/** Whether data is saved, or the line is no faster than 3G. */
export function isDataPrecious(): boolean {
  return savesData() || /[23]g/.test(line().effectiveType ?? '')
}

function line(): NetworkInformation {
  return (navigator as { connection?: NetworkInformation }).connection ?? {}
}
