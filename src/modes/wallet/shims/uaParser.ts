/**
 * Replaces `ua-parser-js`. RainbowKit needs only the name of the operating system, to choose a
 * picture and a download link.
 * Written for ua-parser-js 2.0.10.
 */
export function UAParser(agent: string = navigator.userAgent): { os: { name: string | undefined } } {
  const systems = [
    ['Windows', /Windows/],
    ['Android', /Android/],
    ['iOS', /iPhone|iPad|iPod/],
    ['macOS', /Macintosh|Mac OS X/],
    ['Linux', /Linux|X11/],
  ] as const
  return { os: { name: systems.find(([, pattern]) => pattern.test(agent))?.[0] } }
}
