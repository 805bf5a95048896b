/**
 * Lets only well-formed messages of the host reach the listeners that come after it. The Safe Apps SDK's own listener
 * throws on a message that is null or whose version is not a text, and anybody may send one. Call it before the SDK
 * is made.
 */
export function guardMessages(hostOrigin: string): void {
  window.addEventListener('message', (event) => {
    const { source, origin, data } = event
    const isHosts = source === window.parent && origin === hostOrigin
    const isWellFormed = typeof data === 'object' && data !== null && typeof data.version === 'string'
    if (!isHosts || !isWellFormed) event.stopImmediatePropagation()
  })
}
