import { Disclosure } from '#ui/page/Disclosure.tsx'
import { WindowedList } from './WindowedList.tsx'

/** Lines of text behind one line; nothing if there are none. @param label names the list, by default `summary` */
export function FoldedLines(props: { summary: string; label?: string; lines: readonly string[] }) {
  const { summary, label = summary, lines } = props
  if (lines.length === 0) return null
  return (
    <Disclosure summary={summary}>
      <WindowedList label={label} keys={lines.map((_, index) => String(index))}>
        {(index) => (
          <p className="layout-tight">
            <bdi dir="ltr">{lines[index]}</bdi>
          </p>
        )}
      </WindowedList>
    </Disclosure>
  )
}
