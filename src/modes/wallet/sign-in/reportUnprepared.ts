/** RainbowKit's selector for the button of its sign-in dialog. */
const BUTTON = '[data-testid="rk-auth-message-button"]'
/** RainbowKit has drawn its dialog by then (ms), or there is none. */
const PATIENCE = 1_000

/**
 * Makes RainbowKit's sign-in dialog report that it could not prepare a message, with a button that retries.
 */
export type UnpreparedReport = {
  readonly show: () => void
  /** True while the report itself presses the button. No message may be made then. */
  readonly isPressing: () => boolean
}

/**
 * After a failed nonce, RainbowKit 2.2.11 shows "Error preparing message, please retry!" beside a button that
 * it never enables again. With a placeholder nonce it enables the button and shows the text after a press.
 * The first press, which prepares and requests nothing, is therefore made here.
 */
export function unpreparedReport(root: ParentNode = document): UnpreparedReport {
  let pressing = false
  let answered = false
  const press = (until: number) => {
    pressing = true
    // React handles a click before `click` returns, so no press by the person can come in between.
    root.querySelector<HTMLButtonElement>(BUTTON)?.click()
    pressing = false
    // Until RainbowKit has rendered the nonce, a press does nothing, and the button does not show whether it
    // has.
    if (!answered && Date.now() < until) setTimeout(press, 16, until)
  }
  return {
    show() {
      answered = false
      setTimeout(press, 0, Date.now() + PATIENCE)
    },
    isPressing() {
      if (pressing) answered = true
      return pressing
    },
  }
}
