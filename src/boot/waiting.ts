/** The quiet line of index.html while a host is asked. */
export function showWaiting(text: string): void {
  const line = document.getElementById('boot-line')
  if (line) line.textContent = text
}
