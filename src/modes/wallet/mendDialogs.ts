/**
 * Mends what RainbowKit 2.2.11 leaves out in its own dialogs, as they appear: pictures beside a name are decoration,
 * and a dialog has a name. `unreachable` marks the rows of wallets that cannot be used here. Returns the way to stop.
 */
export function mendDialogs(root: HTMLElement, unreachable: () => ReadonlyMap<string, string>): () => void {
  const mend = () => {
    for (const picture of root.querySelectorAll('[data-rk] [role="img"]:not([aria-label], [aria-hidden])')) {
      picture.setAttribute('aria-hidden', 'true')
    }
    // A blurred picture behind a download is no place to scroll to.
    for (const glow of root.querySelectorAll<HTMLElement>('[data-rk] [style*="blur(100px)"]')) {
      glow.style.overflow = 'hidden'
    }
    for (const dialog of root.querySelectorAll('[data-rk][role="dialog"], [data-rk] [role="dialog"]')) {
      nameDialog(dialog)
    }
    for (const row of root.querySelectorAll<HTMLElement>('[data-testid^="rk-wallet-option-"]')) {
      const reason = unreachable().get(row.dataset.testid?.slice('rk-wallet-option-'.length) ?? '')
      if (reason === undefined) delete row.dataset.unsupported
      else if (row.dataset.unsupported !== '') {
        row.dataset.unsupported = ''
        row.title = reason
      }
    }
  }
  const observer = new MutationObserver(mend)
  observer.observe(root, { childList: true, subtree: true })
  mend()
  return () => observer.disconnect()
}

/** A dialog whose title is not drawn (yet) is named after what it is for. */
function nameDialog(dialog: Element): void {
  const title = document.getElementById(dialog.getAttribute('aria-labelledby') ?? '')
  if (title && dialog.contains(title)) {
    dialog.removeAttribute('aria-label')
  } else if (!dialog.hasAttribute('aria-label')) {
    dialog.setAttribute('aria-label', dialog.querySelector('h1, h2')?.textContent?.trim() || 'Wallet')
  }
}
