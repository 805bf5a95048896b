import * as z from 'zod/mini'

/** The part of JSON Schema that the schemas of faults need. */
type JsonSchema = {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly prefixItems?: readonly JsonSchema[]
}

/** A schema as the text of a TypeScript type. Throws on a schema of a kind that no fault has. */
export function typeText(schema: z.ZodMiniType): string {
  return textOf(z.toJSONSchema(schema) as JsonSchema)
}

function textOf(schema: JsonSchema): string {
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf !== undefined) return schema.anyOf.map(textOf).join(' | ')
  if (typeof schema.type === 'object') return schema.type.map((type) => textOf({ type })).join(' | ')
  switch (schema.type) {
    case 'object': {
      const required = schema.required ?? []
      const fields = Object.entries(schema.properties ?? {}).map(
        ([name, field]) => `readonly ${name}${required.includes(name) ? '' : '?'}: ${textOf(field)}`,
      )
      return `{ ${fields.join('; ')} }`
    }
    case 'array':
      return schema.prefixItems === undefined
        ? `readonly (${textOf(schema.items ?? {})})[]`
        : `readonly [${schema.prefixItems.map(textOf).join(', ')}]`
    case 'integer':
      return 'number'
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type
    default:
      throw new Error(`There is no type for ${JSON.stringify(schema)}.`)
  }
}
