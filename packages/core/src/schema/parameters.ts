import type { JSONSchema7 } from '@ai-sdk/provider'
import type { ValidationIssue } from '../errors/errors.ts'
import { misuse } from '../options/misuse.ts'
import { findRefusedKey } from './refused-key.ts'

/**
 * The parts of Standard Schema and Standard JSON Schema that Ambit reads, so that Ambit imports no
 * schema library. Source: https://standardschema.dev
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
    /** The conversion to JSON Schema. Present on schemas that describe themselves. */
    readonly jsonSchema?: { readonly input: (options: { target: string }) => object } | undefined
  }
}

export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] }

export interface StandardIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** A schema that is ready for use: the JSON Schema of a request, and the check of arguments. */
export interface Parameters<Output = unknown> {
  readonly jsonSchema: JSONSchema7
  readonly validate: (value: unknown) => Validated<Output> | Promise<Validated<Output>>
}

export type Validated<Output> = { value: Output } | { issues: readonly ValidationIssue[] }

/** A function that converts a schema of one library to JSON Schema draft 7. */
export type SchemaConverter = (schema: StandardSchema) => object

const converters = new Map<string, SchemaConverter>()
const converted = new WeakMap<StandardSchema, Parameters>()

/**
 * Registers a converter for schemas that do not describe themselves. `vendor` is the library's
 * `~standard.vendor`; for schemas of zod 3, it is `zod3`.
 */
export function registerSchemaConverter(vendor: string, converter: SchemaConverter): void {
  converters.set(vendor, converter)
}

/**
 * Converts a schema as {@link readSchema} does. Also throws `AgentError` for a schema whose top
 * level is not an object, and for a member with a name that a provider refuses.
 */
export function toParameters<Output>(
  schema: StandardSchema<unknown, Output>,
  owner: string,
): Parameters<Output> {
  const parameters = readSchema(schema, owner)
  if (parameters.jsonSchema.type !== 'object') throw misuse('schemaTop', [owner])
  const refused = findRefusedKey(parameters.jsonSchema)
  if (refused !== undefined) throw misuse('schemaKey', [owner, refused])
  return parameters
}

/**
 * Converts a schema, once per schema object. Throws `AgentError`, naming `owner`, for a value that
 * is not a schema, and for a schema that JSON Schema cannot express.
 */
export function readSchema<Output>(
  schema: StandardSchema<unknown, Output>,
  owner: string,
): Parameters<Output> {
  const known = converted.get(schema) as Parameters<Output> | undefined
  if (known) return known
  const parameters: Parameters<Output> = {
    jsonSchema: describe(schema, owner) as JSONSchema7,
    validate: (value) => {
      const result = schema['~standard'].validate(value)
      return result instanceof Promise ? result.then(toValidated) : toValidated(result)
    },
  }
  converted.set(schema, parameters)
  return parameters
}

function describe(schema: StandardSchema, owner: string): object {
  const standard = (schema as Partial<StandardSchema> | undefined)?.['~standard']
  if (typeof standard?.validate !== 'function') {
    throw misuse('schemaKind', [owner, isOldZod(schema)])
  }
  const library = isOldZod(schema) ? 'zod3' : standard.vendor
  const convert = standard.jsonSchema ? convertItself : converters.get(library)
  if (!convert) throw misuse('schemaConverter', [owner, library])
  try {
    const json = convert(schema)
    // A library may write a file as text of bytes, which no model can give.
    if (/"contentEncoding":"binary"/.test(JSON.stringify(json))) throw new TypeError('a file')
    return json
  } catch (cause) {
    throw misuse('schemaJson', [owner, cause], { cause })
  }
}

/** Whether a schema is of zod 3, which has the `vendor` of zod 4. */
const isOldZod = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && 'spa' in schema && !('_zod' in schema)

const convertItself: SchemaConverter = (schema) =>
  schema['~standard'].jsonSchema?.input({ target: 'draft-07' }) ?? {}

const toValidated = <Output>(result: StandardResult<Output>): Validated<Output> =>
  result.issues === undefined
    ? { value: result.value }
    : {
        issues: result.issues.map(({ path, ...rest }) => ({
          ...rest,
          ...(path && {
            path: path.map((step) => {
              const key = typeof step === 'object' ? step.key : step
              return typeof key === 'symbol' ? String(key) : key
            }),
          }),
        })),
      }

/** The schema of a tool without parameters. */
export const noParameters: StandardSchema<unknown, Record<string, never>> = {
  '~standard': {
    version: 1,
    vendor: 'ambit',
    validate: () => ({ value: {} }),
    jsonSchema: { input: () => ({ type: 'object', properties: {}, additionalProperties: false }) },
  },
}
