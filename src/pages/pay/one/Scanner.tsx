import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Actions, Button } from '#ui/Button.tsx'
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

/** Why the camera cannot be used. `blocked`: the page around this one, or the browser, does not let it be used here. */
type ScanFault = 'blocked' | 'denied' | 'no-camera' | 'busy'

type ScanResult =
  | { readonly kind: 'read'; readonly text: string }
  | { readonly kind: 'failed'; readonly why: ScanFault }
  | { readonly kind: 'stopped' }

/** Between two looks at the camera's picture (ms). */
const INTERVAL = 150
/** A wider picture (pixels) is made smaller: the decoder needs few pixels, and its time grows with them. */
const WIDEST = 800

/**
 * Shows the camera's picture in a video element until a QR code is read. The browser asks for permission. The camera is
 * off again once this has ended, also by the signal.
 */
async function scanQr(video: HTMLVideoElement, signal: AbortSignal): Promise<ScanResult> {
  const stopped = { kind: 'stopped' } as const
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (!devices?.getUserMedia) return { kind: 'failed', why: 'blocked' }
  let stream: MediaStream
  try {
    stream = await devices.getUserMedia({ audio: false, video: { facingMode: 'environment' } })
  } catch (error) {
    return signal.aborted ? stopped : { kind: 'failed', why: faultOf(error) }
  }
  const turnOff = () => {
    for (const track of stream.getTracks()) track.stop()
    video.srcObject = null
  }
  signal.addEventListener('abort', turnOff)
  try {
    if (signal.aborted) return stopped
    video.srcObject = stream
    await video.play()
    const read = await codeReader()
    while (!signal.aborted) {
      if (stream.getTracks().every(({ readyState }) => readyState === 'ended'))
        return { kind: 'failed', why: 'no-camera' }
      const text = await read(video)
      if (text && !signal.aborted) return { kind: 'read', text }
      await nextLook(signal)
    }
    return stopped
  } catch (error) {
    if (signal.aborted) return stopped
    throw error
  } finally {
    signal.removeEventListener('abort', turnOff)
    turnOff()
  }
}

/** The names are those of the specification of `getUserMedia`. */
function faultOf(error: unknown): ScanFault {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'no-camera'
  if (name === 'NotReadableError' || name === 'AbortError') return 'busy'
  // In a frame, a missing `allow="camera"` and a refusal look the same, and the frame is never asked about again.
  return window.parent === window ? 'denied' : 'blocked'
}

type CodeReader = (video: HTMLVideoElement) => Promise<string | null>

/** The Shape Detection API, which not every browser has. */
type WithDetector = {
  readonly BarcodeDetector?: {
    new (options: {
      formats: readonly string[]
    }): {
      detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>
    }
    getSupportedFormats(): Promise<readonly string[]>
  }
}

async function codeReader(): Promise<CodeReader> {
  const { BarcodeDetector } = window as WithDetector
  const none: readonly string[] = []
  const formats = (await BarcodeDetector?.getSupportedFormats().catch(() => none)) ?? none
  if (!BarcodeDetector || !formats.includes('qr_code')) return pictureReader()
  const detector = new BarcodeDetector({ formats: ['qr_code'] })
  return async (video) => (await detector.detect(video))[0]?.rawValue || null
}

async function pictureReader(): Promise<CodeReader> {
  const { default: jsQR } = await import('jsqr')
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return async (video) => {
    const { videoWidth, videoHeight } = video
    if (!context || videoWidth === 0) return null
    const scale = Math.min(1, WIDEST / videoWidth)
    canvas.width = Math.round(videoWidth * scale)
    canvas.height = Math.round(videoHeight * scale)
    context.drawImage(video, 0, 0, canvas.width, canvas.height)
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height)
    return jsQR(data, width, height)?.data || null
  }
}

function nextLook(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, INTERVAL)
    signal.addEventListener('abort', end)
  })
}
