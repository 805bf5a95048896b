import * as v from 'valibot'

/** The schemas that faults are made of. */
type FaultSchema =
  | v.StringSchema<undefined>
  | v.NumberSchema<undefined>
  | v.BooleanSchema<undefined>
  | v.PicklistSchema<readonly (string | number)[], undefined>
  | v.NullableSchema<v.GenericSchema, undefined>
  | v.ArraySchema<v.GenericSchema, undefined>
  | v.TupleSchema<v.GenericSchema[], undefined>
  | v.OptionalSchema<v.GenericSchema, unknown>
  | v.ObjectSchema<v.ObjectEntries, undefined>

/** A schema as the text of a TypeScript type. Throws on a schema of a kind that no fault has. */
export function typeText(any: v.GenericSchema): string {
  const schema = any as FaultSchema
  switch (schema.type) {
    case 'string':
    case 'number':
    case 'boolean':
      return schema.type
    case 'picklist':
      return schema.options.map((value) => JSON.stringify(value)).join(' | ')
    case 'nullable':
      return `${typeText(schema.wrapped)} | null`
    case 'optional':
      return typeText(schema.wrapped)
    case 'array':
      return `readonly (${typeText(schema.item)})[]`
    case 'tuple':
      return `readonly [${schema.items.map(typeText).join(', ')}]`
    case 'object': {
      const fields = Object.entries(schema.entries).map(([name, field]) => {
        const mayLack = field.type === 'optional' && v.getDefault(field) === undefined
        return `readonly ${name}${mayLack ? '?' : ''}: ${typeText(field as v.GenericSchema)}`
      })
      return `{ ${fields.join('; ')} }`
    }
    default:
      throw new Error(`There is no type for ${any.type}.`)
  }
}
