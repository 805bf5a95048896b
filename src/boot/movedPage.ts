/**
 * Today's address of a page that used to be elsewhere: these pages were under `#/pay/`, the campaigns of Activity,
 * Diagnostics in Settings and the card You were pages, and so were the reminders of Pay, as templates.
 *
 * @param hash the page's fragment, with its `#`
 */
export function movedPage(hash: string): string {
  return hash
    .replace(/^#\/?pay\/(?=(people|templates|campaigns)([/?]|$))/, '#/')
    .replace(/^#\/?templates\/of\/(?=[^/?])/, '#/pay/payout/')
    .replace(/^#\/?templates(\/[^?]*)?(?=\?|$)/, '#/pay')
    .replace(/^#\/?(?=campaigns([/?]|$))/, '#/activity/')
    .replace(/^#\/?(?=diagnostics([/?]|$))/, '#/settings/')
    .replace(/^#\/?verify\/mine\/?(?=\?|$)/, '#/get-paid/you')
}
