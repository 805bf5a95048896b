import type { Prompt } from '../Prompts.ts'
import { element, shadow } from './shadow.ts'

/**
 * Shows one prompt and resolves with the user's answer; Escape rejects. It is a modal dialog, so it covers
 * the page's own dialogs, like a wallet's window.
 */
export function showCard(prompt: Prompt): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (approved: boolean): void => {
      dialog.remove()
      resolve(approved)
    }
    const dialog = element(
      'dialog',
      { ariaLabel: 'Sandbox Wallet', oncancel: () => answer(false) },
      element('h2', { textContent: 'Sandbox Wallet' }),
      element('h3', { textContent: prompt.title }),
      element(
        'dl',
        {},
        ...prompt.rows.flatMap(([label, value]) => [
          element('dt', { textContent: label }),
          element('dd', { textContent: value }),
        ]),
      ),
      ...(prompt.warning ? [element('p', { className: 'warning', textContent: prompt.warning })] : []),
      element(
        'div',
        { className: 'actions' },
        element('button', { type: 'button', textContent: 'Reject', onclick: () => answer(false) }),
        element('button', {
          type: 'button',
          className: 'primary',
          textContent: 'Approve',
          onclick: () => answer(true),
        }),
      ),
    )
    shadow().append(dialog)
    dialog.showModal()
  })
}
