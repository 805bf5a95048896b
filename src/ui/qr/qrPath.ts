import type { QrDrawing } from './qrModules.ts'

/** The dark runs of each row as the `d` of a single path, in units. */
export function qrPath({ modules, start }: QrDrawing): string {
  let path = ''
  modules.forEach((row, y) => {
    for (let x = 0; x < row.length; ) {
      let end = x
      while (row[end]) end++
      if (end > x) path += `M${start + x} ${start + y}h${end - x}v1h${x - end}z`
      x = end + 1
    }
  })
  return path
}
