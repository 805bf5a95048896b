import type { Provider } from './Provider.ts'

const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#3898ff"/><path d="M7 12h15a3 3 0 0 1 3 3v7H10a3 3 0 0 1-3-3z" fill="#06121f"/><circle cx="20.5" cy="17.5" r="1.8" fill="#3898ff"/></svg>',
)}`

/** Announces the provider as in EIP-6963: now, and to every site that asks later. */
export function announce(provider: Provider): void {
  const info = Object.freeze({
    uuid: crypto.randomUUID(),
    name: 'Sandbox Wallet',
    icon: ICON,
    rdns: 'local.sandbox.wallet',
  })
  const detail = Object.freeze({ info, provider })
  const tell = (): void => {
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  window.addEventListener('eip6963:requestProvider', tell)
  tell()
}
