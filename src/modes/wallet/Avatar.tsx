/** Colours that are easy to distinguish on the dark dialog, bright enough for its text-sized details. */
const COLOURS = ['#3898ff', '#7ee0b5', '#ffd166', '#ff8fab', '#b79cff', '#6fd3ff'] as const

/** Cells drawn per row; the others mirror them. */
const HALF = 3
const SIDE = 5

/**
 * A picture derived from the address alone: the same address always looks the same, and no request is needed.
 * RainbowKit's own is an emoji, which some systems cannot draw.
 */
export function Avatar({ address, size }: { address: string; size: number }) {
  const digits = [...address.slice(2).toLowerCase()].map((digit) => Number.parseInt(digit, 16))
  const colour = COLOURS[(digits.at(-1) ?? 0) % COLOURS.length]
  const cells = digits.slice(0, HALF * SIDE).flatMap((digit, index) => {
    if (digit % 2 === 0) return []
    const [x, y] = [index % HALF, Math.floor(index / HALF)]
    return x === HALF - 1
      ? [{ x, y }]
      : [
          { x, y },
          { x: SIDE - 1 - x, y },
        ]
  })
  return (
    <svg width={size} height={size} viewBox="-1 -1 7 7" aria-hidden="true">
      <rect x="-1" y="-1" width="7" height="7" fill="#1b2436" />
      {cells.map(({ x, y }) => (
        <rect key={`${x} ${y}`} x={x} y={y} width="1" height="1" fill={colour} />
      ))}
    </svg>
  )
}
