import type { Account } from '#account/Account.ts'
import { explorerAddress } from '#chain/explorer.ts'
import { fileName } from '#domain/shared/csvCells.ts'
import { Card } from '#ui/content/Card.tsx'
import { DownloadButton } from '#ui/file/FileButton.tsx'
import { WholeAddress } from '#ui/page/AddressText.tsx'
import { QrCode } from '#ui/qr/QrCode.tsx'
import { qrPng } from '#ui/qr/QrDownloads.tsx'
import css from './AddressCard.module.css'

/** Side of the saved picture in pixels, sharp enough for printing. */
const SAVED = 800

/**
 * The account's address for people and for cameras: plain and checksummed, because wallets differ in the prefixes
 * they support. The network is shown as text, because the code cannot contain it.
 */
export function AddressCard({ account: { address, safe } }: { account: Account }) {
  const name = fileName(['address', address], 'png')
  return (
    <Card
      title={safe ? 'Address of the Safe' : 'Your address'}
      action={<span className="text-fine">BNB Smart Chain only</span>}
    >
      <div className={css.code}>
        <QrCode text={address} label={`QR code of the address ${address}`} />
      </div>
      <WholeAddress address={address} explorer={explorerAddress(address)} />
      <p className="text-fine">After scanning, check that your wallet shows this address.</p>
      <div>
        <DownloadButton
          label="Save as PNG"
          make={async () => ({ name, content: await qrPng(address, SAVED) })}
        />
      </div>
    </Card>
  )
}
