import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, test, vi } from 'vitest'

/** Replaces every text by one in an element, as a browser that translates the page. */
function translate(root: Element): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Node[] = []
  while (walker.nextNode()) texts.push(walker.currentNode)
  for (const text of texts) {
    const font = document.createElement('font')
    font.textContent = text.textContent
    text.parentNode?.replaceChild(font, text)
  }
}

const Pass = ({ children }: { children?: ReactNode }) => (
  <p>
    <b>-</b>
    {children}
  </p>
)

/** Pairs of what a page shows before and after, each with texts beside elements. */
const changes: Readonly<Record<string, readonly [ReactNode, ReactNode]>> = {
  'a text beside an element': [
    <p key="p">
      Looking… <b>1</b>
    </p>,
    <p key="p">
      Found. <b>1</b>
    </p>,
  ],
  'a number in a sentence': [<p key="p">Total of {2} payments</p>, <p key="p">Total of {3} payments</p>],
  'a text that goes': [
    <p key="p">
      {'About '}
      <b>1</b>
    </p>,
    <p key="p">
      {null}
      <b>1</b>
    </p>,
  ],
  'an element that comes before a text': [
    <p key="p">
      {false}
      {false}text
    </p>,
    <p key="p">
      {false}
      <b>1</b>text
    </p>,
  ],
  'a text that becomes an element': [<p key="p">Waiting</p>, <p key="p">{[<b key="b">Paid</b>, ' now']}</p>],
  'texts handed through a component': [
    <Pass key="p">For {1} batch</Pass>,
    <Pass key="p">For {2} batches</Pass>,
  ],
  'a text in a fragment': [
    <p key="p">
      <>{'one'}</>
      <b>1</b>
    </p>,
    <p key="p">
      <>{'two'}</>
      <b>1</b>
    </p>,
  ],
}

describe('a page whose texts a browser has replaced', () => {
  test.each(Object.entries(changes))('behavior: %s is shown as it is now', (_, [before, after]) => {
    const expected = render(<div>{after}</div>).container.textContent
    const { container, rerender } = render(<div>{before}</div>)
    translate(container)
    rerender(<div>{after}</div>)
    expect(container.textContent).toBe(expected)
  })
})

test('behavior: a text alone needs no element, texts beside each other are one, and a space stays a space', () => {
  const { container } = render(
    <div>
      <p>Total of {2} payments</p>
      <p>
        Total of {2} <b>1</b> <i>2</i>
      </p>
      <option>
        {1} of {2}
      </option>
    </div>,
  )
  expect(container.innerHTML).toBe(
    '<div><p>Total of 2 payments</p><p><span>Total of 2 </span><b>1</b> <i>2</i></p><option>1 of 2</option></div>',
  )
})

test('behavior: names and other foreign texts are not translated', () => {
  expect(render(<bdi>Frank Sauber</bdi>).container.innerHTML).toBe('<bdi translate="no">Frank Sauber</bdi>')
})

test('one child of a fragment needs no key', () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  const Through = ({ children }: { children: () => ReactNode }) => <>{children()}</>
  render(<Through>{() => <b>1</b>}</Through>)
  expect(said).not.toHaveBeenCalled()
  said.mockRestore()
})
