import { DownloadButton } from '#ui/file/FileButton.tsx'
import { type QrDrawing, qrModules, qrPath } from './QrCode.tsx'

/** Large enough for a poster. */
const PNG_PIXELS = 1_024

/** A QR code as files, for print. `name` is that of both, without their ending. */
export function QrDownloads({ text, name }: { text: string; name: string }) {
  const svg = async () => {
    const drawn = qrSvgText(text)
    if (!drawn) throw new RangeError('No QR code can hold this')
    return { name: `${name}.svg`, content: new Blob([drawn], { type: 'image/svg+xml' }) }
  }
  const png = async () => ({ name: `${name}.png`, content: await qrPng(text, PNG_PIXELS) })
  return (
    <>
      <DownloadButton label="Download PNG" make={png} />
      <DownloadButton label="Download SVG" make={svg} />
    </>
  )
}

/** A text's QR code as a standalone SVG file; null if it does not fit. */
export function qrSvgText(text: string): string | null {
  const drawing = qrModules(text)
  if (!drawing) return null
  const { units } = drawing
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${units} ${units}" shape-rendering="crispEdges">`,
    `<rect width="${units}" height="${units}" fill="#fff"/>`,
    `<path d="${qrPath(drawing)}" fill="#000"/>`,
    '</svg>\n',
  ].join('')
}

/**
 * A text's QR code as a PNG picture. Each unit is the largest whole number of pixels that fits into `pixels`, and at
 * least one pixel.
 * @throws if no code can hold the text, and if the browser cannot draw a picture
 */
export async function qrPng(text: string, pixels: number): Promise<Blob> {
  const drawing = qrModules(text)
  if (!drawing) throw new RangeError('No QR code can hold this')
  const canvas = document.createElement('canvas')
  draw(canvas, drawing, Math.max(1, Math.floor(pixels / drawing.units)))
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('The browser made no picture')
  return blob
}

function draw(canvas: HTMLCanvasElement, { units, start, modules }: QrDrawing, unit: number): void {
  canvas.width = units * unit
  canvas.height = units * unit
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser draws no pictures')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#000'
  modules.forEach((row, y) => {
    row.forEach((dark, x) => {
      if (dark) context.fillRect((start + x) * unit, (start + y) * unit, unit, unit)
    })
  })
}
