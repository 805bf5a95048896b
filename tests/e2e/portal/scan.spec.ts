import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { encodeQR } from 'qr'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { connect, goTo } from '#tests/support/portalPage.ts'

const USDT = '0x55d398326f99059fF775485246999027B3197955'
const link = `ethereum:${USDT}@56/transfer?address=${payeeAt(1)}&uint256=5000000000000000000`

/** A still film in YUV4MPEG2, which Chromium shows as its camera: a code on white, grey only. */
function film(text: string): Buffer {
  const data = encodeQR(text, 'raw', { border: 4 })
  const size = data.length
  const [width, height] = [640, 480]
  const scale = Math.floor(height / size)
  const luma = Buffer.alloc(width * height, 235)
  for (let y = 0; y < size * scale; y++) {
    for (let x = 0; x < size * scale; x++) {
      if (data[Math.floor(y / scale)]?.[Math.floor(x / scale)]) luma[y * width + x] = 16
    }
  }
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, Buffer.alloc((width * height) / 2, 128)])
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420\n`), frame, frame])
}

test('behavior: the camera reads a payment link into the form', async ({
  playwright,
  launchOptions,
  world,
}) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'camera-'))
  const file = path.join(folder, 'code.y4m')
  await writeFile(file, film(link))
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions.args ?? []),
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${file}`,
    ],
  })
  try {
    const page = await (await browser.newContext({ permissions: ['camera'] })).newPage()
    await page.addInitScript(world.walletScript)
    await page.goto(world.portalUrl)
    await connect(page)
    await goTo(page, 'Pay')
    await page.getByRole('button', { name: 'Scan' }).click()
    await expect(page.getByLabel('To', { exact: true })).toHaveValue(payeeAt(1))
    await expect(page.getByLabel('Amount')).toHaveValue('5')
    await expect(page.getByLabel('Camera')).toHaveCount(0)
  } finally {
    await browser.close()
    await rm(folder, { recursive: true })
  }
})
