import type { Address } from '#chain/money/Address.ts'
import { fileName } from '#domain/shared/csvCells.ts'
import { DownloadButton } from '#ui/file/FileButton.tsx'
import { QrCode } from '#ui/qr/QrCode.tsx'
import { qrPng } from '#ui/qr/qrFiles.ts'
import css from './AddressQr.module.css'

/** Side of the saved picture in pixels, sharp enough for printing. */
const SAVED = 800

/**
 * An account's address for a camera: plain and checksummed, because wallets differ in the prefixes they
 * support. The network is shown as text, because the code cannot contain it.
 */
export function AddressQr({ address }: { address: Address }) {
  const make = async () => {
    const content = await qrPng(address, SAVED)
    if (!content) throw new Error('An address always fits')
    return { name: fileName(['address', address], 'png'), content }
  }
  return (
    <figure className={css.figure}>
      <QrCode text={address} label={`QR code of the address ${address}`} />
      <figcaption className={css.caption}>
        <span className={css.whole}>{address}</span>
        <strong>BNB Smart Chain only</strong>
        <span className={css.muted}>Compare the address in your wallet after the scan.</span>
        <span>
          <DownloadButton label="Save as PNG" make={make} />
        </span>
      </figcaption>
    </figure>
  )
}
