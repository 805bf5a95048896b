/** What the main button of the transaction dialog does. */
export type SubmitAction = 'sign' | 'batch'

/** Safe{Wallet} remembers the last choice for every later transaction, of any app. */
const STORAGE_KEY = 'SafeLocal__submitAction'

/** The remembered choice; Sign when there is none. */
export function readSubmitAction(): SubmitAction {
  return localStorage.getItem(STORAGE_KEY) === 'batch' ? 'batch' : 'sign'
}

export function rememberSubmitAction(action: SubmitAction): void {
  localStorage.setItem(STORAGE_KEY, action)
}
