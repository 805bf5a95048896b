/** The portal's mark, drawn in place so that the first paint waits for no file. The same picture as logo.svg. */
export function Logo({ size }: { size: number }) {
  return (
    <svg viewBox="0 0 64 64" width={size} height={size} aria-hidden="true">
      <rect width="64" height="64" rx="16" fill="#3898ff" />
      <g fill="none" stroke="#041222" strokeWidth="6" strokeLinecap="round">
        <path d="M20 50V26a12 12 0 0 1 24 0v24M32 42v8" />
      </g>
      <circle cx="32" cy="36" r="6" fill="#041222" />
    </svg>
  )
}
