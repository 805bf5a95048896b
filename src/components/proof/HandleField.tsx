import { type Platform, platforms } from '#domain/proof/Handle.ts'
import { Field, SelectField } from '#ui/form/TextField.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import css from './HandleField.module.css'

const kinds = Object.keys(platforms) as Platform[]

/** A platform and the handle on it; for a website its name. */
export function HandleField(props: {
  platform: Platform
  name: string
  fault: string | null
  onPlatform: (platform: Platform) => void
  onName: (name: string) => void
}) {
  const { platform, name, fault, onPlatform, onName } = props
  const isWebsite = platform === 'website'
  return (
    <div className={css.pair}>
      <SelectField
        label="Platform"
        value={platform}
        options={kinds.map((kind) => [kind, kind === 'website' ? 'Your website' : platforms[kind].label])}
        onChoose={onPlatform}
      />
      <Field
        label={isWebsite ? 'Website name' : 'Your handle'}
        hint={isWebsite ? 'For example ada.example' : 'Its name or profile link'}
        fault={fault}
      >
        {(control) => (
          <span className={css.prefixed}>
            <Icon name={isWebsite ? 'globe' : 'at-sign'} />
            <input
              {...control}
              value={name}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => onName(event.target.value)}
            />
          </span>
        )}
      </Field>
    </div>
  )
}
