import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Icon } from '#ui/icons/Icon.tsx'
import { Popover } from '#ui/page/Popover.tsx'
import { copyFile, DownloadButton, type FileWay } from './FileButton.tsx'

/** An entry of the menu: a file, made when pressed, or a page that prints. */
export type ExportWay = FileWay | { readonly label: string; readonly href: string }

/** The same file as text for the clipboard. */
export function copyWay({ make }: FileWay): ExportWay {
  return { icon: 'copy', label: 'Copy as text', make, deliver: copyFile }
}

/** Every way to take data out of a page. A made file stays in the menu, because some browsers save none. */
export function ExportMenu({ ways, note }: { ways: readonly ExportWay[]; note?: ReactNode }) {
  return (
    <Popover icon="download" label="Export">
      {ways.map((way) =>
        'href' in way ? (
          <Link key={way.label} href={way.href}>
            <Icon name="printer" /> {way.label}
          </Link>
        ) : (
          <DownloadButton key={way.label} {...way} />
        ),
      )}
      {note && <p role="status">{note}</p>}
    </Popover>
  )
}
