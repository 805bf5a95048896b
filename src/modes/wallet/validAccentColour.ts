/**
 * Gives back the accent colour of a wallet's icon, `#rgb` or `#rrggbb`. Anything else throws while the wallets are
 * put together: the colour goes into a style, and a wrong one is a mistake in the code.
 */
export function validAccentColour(colour: unknown, wallet: string): `#${string}` {
  if (!isHexColour(colour))
    throw new Error(`Property \`iconAccent\` is not a hex value for wallet: ${wallet}`)
  return colour
}

function isHexColour(value: unknown): value is `#${string}` {
  return typeof value === 'string' && /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(value)
}
