import { useState } from 'react'
import { decideFeatures } from '../app/Permissions.ts'

/** Asks which of its manifest's browser features an app gets. */
export function FeatureReview(props: {
  name: string
  origin: string
  features: readonly string[]
  onDecided: () => void
}) {
  const { name, origin, features, onDecided } = props
  const [granted, setGranted] = useState<readonly string[]>(features)
  return (
    <form
      className="card"
      aria-label="Browser features"
      onSubmit={(event) => {
        event.preventDefault()
        decideFeatures(origin, granted, true)
        decideFeatures(
          origin,
          features.filter((feature) => !granted.includes(feature)),
          false,
        )
        onDecided()
      }}
    >
      <h2>{name} asks for browser features</h2>
      {features.map((feature) => (
        <label key={feature} className="check">
          <input
            type="checkbox"
            checked={granted.includes(feature)}
            onChange={(event) =>
              setGranted(
                event.target.checked ? [...granted, feature] : granted.filter((each) => each !== feature),
              )
            }
          />
          {feature}
        </label>
      ))}
      <button type="submit" className="primary">
        Continue
      </button>
    </form>
  )
}
