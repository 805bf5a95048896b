import { render, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { pinned } from '#chain/money/Token.ts'
import css from './Icon.module.css'
import { Icon, TokenLogo } from './Icon.tsx'

const svgOf = (element: HTMLElement) => element.querySelector('svg')
const reference = (element: HTMLElement) => element.querySelector('use')?.getAttribute('href')

describe('an icon', () => {
  test('behavior: points into the shared file and only decorates', () => {
    const { container } = render(<Icon name="house" />)
    expect(reference(container)).toMatch(/icons\.svg#house$/)
    expect(svgOf(container)?.getAttribute('aria-hidden')).toBe('true')
    expect(svgOf(container)?.getAttribute('width')).toBe('18')
    expect(screen.queryByRole('img')).toBeNull()
  })

  test('behavior: with a label it is a picture with that name', () => {
    render(<Icon name="badge-check" label="Signed by the Safe" />)
    expect(screen.getByRole('img', { name: 'Signed by the Safe' }).getAttribute('aria-hidden')).toBeNull()
  })

  test.each([
    [12, true],
    [16, true],
    [17, false],
    [24, false],
  ])('behavior: at %i pixels, thicker lines: %s', (size, isThick) => {
    const { container } = render(<Icon name="x" size={size} />)
    expect(svgOf(container)?.classList.contains(String(css.small))).toBe(isThick)
    expect(svgOf(container)?.getAttribute('height')).toBe(String(size))
  })
})

describe('a token', () => {
  test.each(pinned.map(({ symbol }) => symbol))('behavior: %s has its logo', (symbol) => {
    const { container } = render(<TokenLogo symbol={symbol} />)
    expect(reference(container)).toMatch(new RegExp(`icons\\.svg#token-${symbol}$`))
    expect(svgOf(container)?.getAttribute('width')).toBe('32')
    expect(svgOf(container)?.getAttribute('aria-hidden')).toBe('true')
  })

  test.each([
    ['CAKE', 'C'],
    ['usdt', 'U'],
    ['USDT ', 'U'],
    [' $1inch', '1'],
    ['', '?'],
    ['🥞', '?'],
    ['constructor', 'C'],
  ])('behavior: “%s” has a circle with “%s” and nobody’s logo', (symbol, letter) => {
    const { container } = render(<TokenLogo symbol={symbol} size={20} />)
    expect(reference(container)).toBeUndefined()
    expect(container.textContent).toBe(letter)
    expect(svgOf(container)?.getAttribute('height')).toBe('20')
  })
})
