import type { JSONSchema7 } from '@ai-sdk/provider'
import { AgentError } from '../errors/agent-error.ts'
import type { ValidationIssue } from '../errors/tool-errors.ts'

/**
 * The parts of Standard Schema and Standard JSON Schema that Ambit reads, so that it imports no schema library.
 * Source: https://standardschema.dev
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
    /** Present on schemas that describe themselves. */
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

/** A schema made ready: what goes into a request, and the check of what comes back. */
export interface Parameters<Output = unknown> {
  readonly jsonSchema: JSONSchema7
  readonly validate: (value: unknown) => Validated<Output> | Promise<Validated<Output>>
}

export type Validated<Output> = { value: Output } | { issues: readonly ValidationIssue[] }

/** Turns the schema of one library into JSON Schema draft 7. */
export type SchemaConverter = (schema: StandardSchema) => object

const converters = new Map<string, SchemaConverter>()
const converted = new WeakMap<StandardSchema, Parameters>()

/** Lets schemas of a library that do not describe themselves be used; `vendor` as in `~standard.vendor`. */
export function registerSchemaConverter(vendor: string, converter: SchemaConverter): void {
  converters.set(vendor, converter)
}

/** As {@link readSchema}; also throws `AgentError` for a schema whose top level is no object. */
export function toParameters<Output>(
  schema: StandardSchema<unknown, Output>,
  owner: string,
): Parameters<Output> {
  const parameters = readSchema(schema, owner)
  if (parameters.jsonSchema.type === 'object') return parameters
  throw new AgentError(
    `The schema of ${owner} is not an object at the top level. Models give arguments by name: wrap it in an object.`,
  )
}

/**
 * Converts a schema, once per schema object. Throws `AgentError`, naming `owner`, for a value that is no schema, and for a schema
 * that cannot be written as JSON Schema.
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
    throw new AgentError(
      `The schema of ${owner} is none. Give a Standard Schema (zod, ArkType, Valibot) or jsonSchema({ … }).`,
    )
  }
  const convert = standard.jsonSchema ? convertItself : converters.get(standard.vendor)
  if (!convert) {
    throw new AgentError(
      `The schema of ${owner} (${standard.vendor}) does not describe itself. Add \`import '@ambit/core/schema/${standard.vendor}'\` once, or use jsonSchema({ … }).`,
    )
  }
  try {
    return convert(schema)
  } catch (cause) {
    throw new AgentError(
      `The schema of ${owner} cannot be written as JSON Schema (${String(cause)}). Use a string with a format for a date, a number for a bigint.`,
      { cause },
    )
  }
}

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
