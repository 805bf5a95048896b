// Creating a format is slow, and a long list needs it for every line.
const minutes = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** Day and minute, for people. */
export function when(ms: number | null): string {
  return ms === null ? 'Time unknown' : minutes.format(ms)
}
