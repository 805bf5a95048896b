import { DownloadButton } from '#ui/file/FileButton.tsx'
import { qrPng, qrSvgText } from './qrFiles.ts'

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
