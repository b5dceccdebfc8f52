/**
 * Registers a converter: `import 'ambit/schema/zod3'`. Tools then take schemas of zod 3, from
 * 3.24 on. Needs the package `zod-to-json-schema`.
 */
import { ignoreOverride, zodToJsonSchema } from 'zod-to-json-schema'
import { registerSchemaConverter } from '../../schema/parameters.ts'

registerSchemaConverter('zod3', (schema) =>
  zodToJsonSchema(schema as never, {
    target: 'jsonSchema7',
    // A schema that is used twice is written twice: some providers read no `$ref`.
    $refStrategy: 'none',
    override: (def, { currentPath }, seen) => {
      const { typeName, coerce } = def as ZodDefinition
      if (unwritable.has(typeName) && !coerce) {
        throw new TypeError(`${typeName} at ${currentPath.join('/')}: JSON has no such value.`)
      }
      const isRecursive = seen?.path.every((step, at) => step === currentPath[at])
      return isRecursive ? { $ref: seen?.path.join('/') ?? '#' } : ignoreOverride
    },
  }),
)

/** The part of a definition of zod 3 that tells its kind. */
interface ZodDefinition {
  readonly typeName: string
  /** True if the schema converts what it gets, such as a date from text. */
  readonly coerce?: boolean | undefined
}

/** The kinds that accept no value of JSON. */
const unwritable: ReadonlySet<string> = new Set([
  'ZodBigInt',
  'ZodDate',
  'ZodFunction',
  'ZodMap',
  'ZodNaN',
  'ZodPromise',
  'ZodSet',
  'ZodSymbol',
])
