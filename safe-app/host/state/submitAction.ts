/** The main button's action in the transaction dialog. */
export type SubmitAction = 'sign' | 'batch'

/** Safe{Wallet} remembers the last choice for all later transactions, from any app. */
const STORAGE_KEY = 'SafeLocal__submitAction'

/** The remembered choice; Sign by default. */
export function readSubmitAction(): SubmitAction {
  return localStorage.getItem(STORAGE_KEY) === 'batch' ? 'batch' : 'sign'
}

export function rememberSubmitAction(action: SubmitAction): void {
  localStorage.setItem(STORAGE_KEY, action)
}
