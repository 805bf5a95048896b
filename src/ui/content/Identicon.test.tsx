import { render } from '@testing-library/react'
import { bloSvg } from 'blo'
import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { anyAddress } from '#tests/support/arbitraries.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { Identicon } from './Identity.tsx'

const drawn = (address: `0x${string}`) => renderToStaticMarkup(<Identicon address={address} />)

/** The colours of the 64 squares: rectangles and unit squares in the order in which they are painted. */
function paint(svg: string): string[] {
  const squares = new Array<string>(64).fill('')
  const shapes = svg.matchAll(/<(?:rect|path) ([^>]*)>/g)
  for (const [, shape = ''] of shapes) {
    const read = (name: string) => new RegExp(`(?:^| )${name}="([^"]*)"`).exec(shape)?.[1]
    const fill = read('fill') ?? 'none'
    const path = read('d')
    if (path === undefined || path === 'M0,0H8V8H0z') {
      squares.fill(fill)
      continue
    }
    const steps = [...path.matchAll(/M(\d)[ ,](\d)h1v1h-1z/g)]
    // Nothing of the path may be left unread.
    expect(steps.map(([step]) => step).join('')).toBe(path)
    for (const [, x, y] of steps) squares[8 * Number(y) + Number(x)] = fill
  }
  return squares
}

const fixed = [
  '0x0000000000000000000000000000000000000000',
  '0xffffffffffffffffffffffffffffffffffffffff',
  '0x55d398326f99059fF775485246999027B3197955',
  '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
] as const

describe('the picture of an address', () => {
  test.each(fixed)('behavior: of %s is the one that blo draws', (address) => {
    expect(paint(drawn(address))).toEqual(paint(bloSvg(address)))
  })

  test('behavior: of any address is the one that blo draws', () => {
    fc.assert(
      fc.property(anyAddress, (address) => {
        expect(paint(drawn(address))).toEqual(paint(bloSvg(address)))
      }),
      propertyRuns(50),
    )
  })

  test('behavior: does not change with the case of the letters', () => {
    const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
    expect(drawn(address.toLowerCase() as `0x${string}`)).toBe(drawn(address))
  })

  test('behavior: is hidden from screen readers, has its size, no own style and no URL', () => {
    const svg = drawn(fixed[2])
    expect(svg).toContain('width="36" height="36"')
    expect(svg).toContain('aria-hidden="true"')
    expect(svg).not.toMatch(/style|href|url|data:/)
  })

  test('behavior: follows its address', () => {
    const { container, rerender } = render(<Identicon address={fixed[2]} size={20} />)
    const before = container.innerHTML
    rerender(<Identicon address={fixed[3]} size={20} />)
    expect(container.innerHTML).not.toBe(before)
    expect(paint(container.innerHTML)).toEqual(paint(bloSvg(fixed[3])))
  })
})
