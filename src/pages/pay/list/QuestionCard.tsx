import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import css from './QuestionCard.module.css'

/** A question about a list. Once it is answered it folds to one line, which opens it again. */
export function QuestionCard(props: {
  question: string
  hint?: ReactNode
  /** The answer in short; null while it is open. */
  answer: ReactNode
  children: ReactNode
}) {
  const { question, answer } = props
  const [isChanging, setChanging] = useState(false)
  const isFolded = answer !== null && !isChanging
  const hasFocus = useRef(false)
  const change = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The answer that was pressed is gone, and the focus must not be lost with it.
    if (isFolded && hasFocus.current) change.current?.focus()
    hasFocus.current = false
  }, [isFolded])
  if (isFolded) {
    return (
      <div className={css.answered}>
        <p>{answer}</p>
        <Button
          ghost
          size="small"
          ref={change}
          aria-label={`Change: ${question}`}
          onClick={() => setChanging(true)}
        >
          Change
        </Button>
      </div>
    )
  }
  return (
    <fieldset
      className={css.question}
      data-open={answer === null || undefined}
      tabIndex={-1}
      onFocus={() => {
        hasFocus.current = true
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        // Without a next element, the focused one was removed.
        if (relatedTarget && !currentTarget.contains(relatedTarget)) hasFocus.current = false
      }}
    >
      <legend>{question}</legend>
      {props.hint && <div className="text-small">{props.hint}</div>}
      {props.children}
      {answer !== null && (
        <p>
          <Button size="small" onClick={() => setChanging(false)}>
            Done
          </Button>
        </p>
      )}
    </fieldset>
  )
}

/** One of several answers, each with an example of what it makes of the list. Nothing is preselected. */
export function Choices<Value extends string | number>(props: {
  choices: readonly { readonly value: Value; readonly title: string; readonly example: string }[]
  chosen: Value | null
  onChoose: (value: Value) => void
}) {
  const name = useId()
  return (
    <div className="layout-choices">
      {props.choices.map(({ value, title, example }) => (
        <label key={value} className="layout-check">
          <input
            type="radio"
            name={name}
            checked={props.chosen === value}
            onChange={() => props.onChoose(value)}
          />
          <span>
            <bdi>{title}</bdi>{' '}
            {example !== '' && (
              <span className="text-muted">
                <bdi>{example}</bdi>
              </span>
            )}
          </span>
        </label>
      ))}
    </div>
  )
}
