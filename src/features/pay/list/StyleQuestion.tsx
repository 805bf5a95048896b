import { useId } from 'react'
import type { StyleOption } from '#domain/payout/import/numberStyle.ts'
import { type NumberStyle, numberExamples } from '#domain/payout/import/numberStyle.ts'
import { number } from '#domain/payout/list/reportWords.ts'
import pay from '../PayPage.module.css'
import css from './many.module.css'

/** How the numbers of the file are written, where that could be several ways. Nothing is chosen beforehand. */
export function StyleQuestion(props: {
  options: readonly StyleOption[]
  chosen: NumberStyle | null
  onChoose: (style: NumberStyle) => void
}) {
  const { options, chosen, onChoose } = props
  const name = useId()
  return (
    <fieldset className={pay.choice}>
      <legend>How are the numbers of this file written?</legend>
      {options.map(({ style, reads, example }) => (
        <label key={style} className={pay.check}>
          <input type="radio" name={name} checked={chosen === style} onChange={() => onChoose(style)} />
          <span>
            As {numberExamples[style]}{' '}
            <span className={css.example}>
              ({example}; reads {number(reads)} {reads === 1 ? 'amount' : 'amounts'})
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
