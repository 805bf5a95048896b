import './plainPage.css'

/** A page built without React, for messages before a mode is known. */
export type PlainPage = {
  readonly title: string
  readonly text: string
  readonly actions?: readonly PlainAction[]
}

type PlainAction =
  | { readonly label: string; readonly href: string }
  | { readonly label: string; readonly onClick: () => void }

/**
 * Replaces the contents of `root` with a card that shows one message. Text nodes only, so nothing becomes
 * markup.
 */
export function showPlainPage(root: HTMLElement, page: PlainPage): void {
  const main = element('main', 'plain-page')
  const card = element('section', 'plain-card')
  card.setAttribute('role', 'status')
  const heading = element('h1')
  heading.textContent = page.title
  const text = element('p')
  text.textContent = page.text
  card.append(heading, text)
  if (page.actions?.length) {
    const actions = element('p', 'plain-actions')
    actions.append(...page.actions.map(toControl))
    card.append(actions)
  }
  main.append(card)
  root.replaceChildren(main)
}

function toControl(action: PlainAction): HTMLElement {
  if ('href' in action) {
    const link = element('a', 'button') as HTMLAnchorElement
    link.href = action.href
    link.target = '_blank'
    link.rel = 'noopener noreferrer'
    link.textContent = action.label
    return link
  }
  const button = element('button', 'button') as HTMLButtonElement
  button.type = 'button'
  button.textContent = action.label
  button.addEventListener('click', action.onClick)
  return button
}

function element(tag: string, className?: string): HTMLElement {
  const made = document.createElement(tag)
  if (className) made.className = className
  return made
}
