/**
 * The names that two visible buttons of a page share, so that a person who hears or speaks them can't tell which is
 * meant. Connect Wallet may stand in the header and on a page: both do the same. Runs in the page.
 */
export function sameNames(): string[] {
  const nameOf = (button: HTMLElement) => {
    const labels = button.getAttribute('aria-labelledby')?.split(' ') ?? []
    const texts = labels.map((id) => document.getElementById(id)?.textContent)
    return (button.ariaLabel ?? (texts.length > 0 ? texts.join(' ') : button.innerText)).trim()
  }
  const buttons = [...document.querySelectorAll<HTMLElement>('#root button')]
  const names = buttons.filter((button) => button.checkVisibility() && !button.closest('[inert]')).map(nameOf)
  return [
    ...new Set(names.filter((name, index) => names.indexOf(name) !== index && name !== 'Connect Wallet')),
  ]
}
