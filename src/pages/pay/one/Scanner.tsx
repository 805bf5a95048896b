import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Actions, Button } from '#ui/Button.tsx'
import { type ScanFault, scanQr } from '#ui/qr/scanQr.ts'
import css from './Scanner.module.css'

/** The camera's picture until a QR code is read. The camera is off again once this is closed or left. */
export function Scanner(props: { onText: (text: string) => void; onClose: () => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [fault, setFault] = useState<ScanFault | null>(null)
  const [isUnread, setUnread] = useState(false)
  const take = useEffectEvent((text: string) => {
    props.onText(text)
    props.onClose()
  })
  useEffect(() => {
    const stop = new AbortController()
    if (video.current)
      scanQr(video.current, stop.signal).then(
        (result) => {
          if (result.kind === 'read') take(result.text)
          else if (result.kind === 'failed') setFault(result.why)
        },
        () => setFault('busy'),
      )
    return () => stop.abort()
  }, [])
  const paste = async () => {
    try {
      const text = await navigator.clipboard.readText()
      props.onText(text)
      props.onClose()
    } catch {
      setUnread(true)
    }
  }
  return (
    <div className="layout-stack">
      {fault ? (
        <p role="alert">{isUnread ? UNREAD : faultTexts[fault]}</p>
      ) : (
        <video ref={video} className={css.video} aria-label="Camera" muted playsInline />
      )}
      <Actions>
        {fault && <Button onClick={paste}>Paste</Button>}
        <Button onClick={props.onClose}>Close</Button>
      </Actions>
    </div>
  )
}

const UNREAD = 'Your browser doesn’t let us read what you copied. Paste it into the field above.'

const faultTexts: Readonly<Record<ScanFault, string>> = {
  blocked: 'The camera can’t be used inside this page. Paste the address instead.',
  denied: 'You didn’t allow the camera. Allow it in your browser’s settings, or paste the address.',
  'no-camera': 'We found no camera. Paste the address instead.',
  busy: 'The camera didn’t start. Close other apps that use it, or paste the address.',
}
