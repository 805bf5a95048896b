import jsQR from 'jsqr'

/** A picture's pixels, four bytes each, in a canvas's format. */
export type Pixels = { readonly data: Uint8ClampedArray; readonly width: number; readonly height: number }

/** Decodes a picture with dark modules on white with an independent decoder; null if it finds no code. */
export function readQr({ data, width, height }: Pixels): string | null {
  return jsQR(data, width, height, { inversionAttempts: 'dontInvert' })?.data ?? null
}

/**
 * Paints an SVG made of one white square and one path of horizontal runs, like a browser at `side` pixels
 * with crisp edges, on a grey page.
 */
export function paintSvg(svg: string, side: number, page: number): Pixels {
  const units = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1])
  const path = /<path d="([^"]*)" fill="#000"/.exec(svg)?.[1]
  if (!units || path === undefined || !svg.includes('fill="#fff"')) throw new Error(`No code: ${svg}`)
  const grey = new Uint8Array(units * units).fill(255)
  const rest = path.replace(/M(\d+) (\d+)h(\d+)v1h-\3z/g, (_, x: string, y: string, width: string) => {
    const from = Number(y) * units + Number(x)
    grey.fill(0, from, from + Number(width))
    return ''
  })
  if (rest !== '') throw new Error(`Not a run: ${rest}`)
  const margin = 20
  const width = side + 2 * margin
  const data = new Uint8ClampedArray(4 * width * width)
  // One write per pixel: grey is the same in any byte order.
  const pixels = new Uint32Array(data.buffer)
  const opaque = (grey: number) => (0xff000000 | (grey << 16) | (grey << 8) | grey) >>> 0
  const unitAt = Array.from({ length: width }, (_, at) => Math.floor(((at - margin + 0.5) * units) / side))
  const isInside = (unit: number) => unit >= 0 && unit < units
  unitAt.forEach((row, y) => {
    unitAt.forEach((column, x) => {
      const found = isInside(row) && isInside(column) ? grey[row * units + column] : undefined
      pixels[y * width + x] = opaque(found ?? page)
    })
  })
  return { data, width, height: width }
}
