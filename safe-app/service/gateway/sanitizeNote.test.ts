import { expect, test } from 'vitest'
import { sanitizeNote } from './sanitizeNote.ts'

test.each([
  ['R&D <5 pieces> "Q&A"', 'R&amp;D &lt;5 pieces&gt; "Q&amp;A"'],
  ['<b>Rent</b> of May', 'Rent of May'],
  ['a<script>alert(1)</script>b', 'ab'],
  ['a<!-- b -->c', 'ac'],
  ['open <b', 'open '],
  ['2 < 3 > 1', '2 &lt; 3 &gt; 1'],
  ['&#60;b&#x3e; &nope;', '&lt;b&gt; &amp;nope;'],
])('behavior: %j becomes %j, and stays so when it is sanitized again', (note, html) => {
  expect(sanitizeNote(note)).toBe(html)
  expect(sanitizeNote(html)).toBe(html)
})
