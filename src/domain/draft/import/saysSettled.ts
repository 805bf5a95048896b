/** Words that say that a payment is made or not wanted. Whole words, in the languages of most lists. */
const SETTLED =
  /(?:^|[^\p{L}])(?:already|paid|sent|done|settled|cancell?ed|cancel|void|refunded|declined|don['’]?t|do not|not|skip|bezahlt|überwiesen|storniert|erledigt|nicht|payée?|annulée?|pagado|pagada|cancelado|pago|pagato|annullato|opłacone|ödendi|оплачено|отменено|не платить|已付|已支付)(?![\p{L}])|[✅✔☑❌🚫⛔]/iu

/** Words that take it back: `not paid`, `unpaid`, `to be paid`. */
const OPEN =
  /(?:not (?:yet )?|to be |will be |gets? |un)(?:paid|sent)|noch nicht|nicht bezahlt|non payée?|no pagado|non pagato|не оплачено|未付/iu

/** True for words beside a payment that say that it is made already, or that it is not wanted. */
export function saysSettled(words: string): boolean {
  const text = words.slice(0, LONGEST)
  return SETTLED.test(text.replace(OPEN, ' '))
}

/** Longer words (characters) are prose. */
const LONGEST = 500

/** A column that says whether its row is paid. */
const PAID_TITLE =
  /^(?:(?:is |already )?paid|sent|done|settled|bezahlt|erledigt|payé|pagado|pagato|оплачено)\??$/iu
const STATUS_TITLE = /^(?:payment )?(?:status|state|stand|statut|estado|stato|durum|статус|状态)$/iu
const YES = /^(?:yes|y|true|x|1|ja|oui|s[ií]|да|✓|✔|✅|☑)$/iu

/** True for a cell that says that its row is paid: `Yes` in a column `Paid`, `Paid` in a column `Status`. */
export function saysPaid(title: string, cell: string): boolean {
  const text = cell.slice(0, 60).trim()
  if (PAID_TITLE.test(title.trim())) return YES.test(text) || saysSettled(text)
  return STATUS_TITLE.test(title.trim()) && saysSettled(text)
}
