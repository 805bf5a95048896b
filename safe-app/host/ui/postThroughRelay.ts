/** Posts a message to the app's frame through the relay frame, which is on another origin. */
export function postThroughRelay(
  relay: HTMLIFrameElement | null,
  app: HTMLIFrameElement,
  message: unknown,
  targetOrigin: string,
): void {
  if (!relay?.contentWindow) return
  const frames = Array.from({ length: window.length }, (_, index) => window[index] as Window | undefined)
  const frame = frames.indexOf(app.contentWindow ?? undefined)
  relay.contentWindow.postMessage({ frame, message, targetOrigin }, new URL(relay.src).origin)
}
