import { Icon } from '../icons/Icon.tsx'
import css from './Steps.module.css'

/** The current step of a person in a task of several pages. `current` is an index; the steps before it are done. */
export function Steps({ steps, current }: { steps: readonly string[]; current: number }) {
  return (
    <ol className={css.steps} aria-label="Steps">
      {steps.map((step, index) => (
        <li
          key={step}
          className={index < current ? css.done : undefined}
          aria-current={index === current ? 'step' : undefined}
        >
          <span
            className={`layout-disc layout-number ${css.number}`}
            data-done={index < current || undefined}
            aria-hidden="true"
          >
            {index < current ? <Icon name="check" size={14} /> : index + 1}
          </span>
          <span className={css.name}>{step}</span>
        </li>
      ))}
    </ol>
  )
}
