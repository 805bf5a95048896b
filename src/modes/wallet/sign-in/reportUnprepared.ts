/** RainbowKit's own mark on the button of its sign-in dialog. */
const BUTTON = '[data-testid="rk-auth-message-button"]'
/** RainbowKit has drawn its dialog by then (ms), or there is none. */
const PATIENCE = 1_000

/** Makes RainbowKit's sign-in dialog say that it could not prepare a message, with a button that tries again. */
export type UnpreparedReport = {
  readonly show: () => void
  /** True while the report itself presses the button: then no message may be made. */
  readonly isPressing: () => boolean
}

/**
 * RainbowKit 2.2.11 shows "Error preparing message, please retry!" after a failed nonce beside a button that it never
 * enables again. Given a nonce in name only, it enables the button and shows the text after a press; so the first
 * press, which prepares nothing and asks nobody, is made here.
 */
export function unpreparedReport(root: ParentNode = document): UnpreparedReport {
  let pressing = false
  let answered = false
  const press = (until: number) => {
    pressing = true
    // React handles a click before `click` returns, so no press of the person falls between.
    root.querySelector<HTMLButtonElement>(BUTTON)?.click()
    pressing = false
    // Before RainbowKit has drawn that it has a nonce, a press does nothing; the button does not show which.
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
