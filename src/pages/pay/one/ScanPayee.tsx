import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'

const Scanner = lazyComponent(async () => (await import('./Scanner.tsx')).Scanner)

/** Opens the camera, which reads a QR code as the recipient. */
export function ScanPayee({ onText }: { onText: (text: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <Scanner onText={onText} onClose={() => setOpen(false)} />
  return (
    <Actions>
      <Button size="small" onClick={() => setOpen(true)}>
        <Icon name="qr-code" size={16} /> Scan
      </Button>
    </Actions>
  )
}
