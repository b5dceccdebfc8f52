import type { CancelReason } from '../cancel-reason.ts'

/** An error as JSON has it. It has no stack, no body of a response, and no data of a run. */
export interface ErrorJson {
  readonly name: string
  readonly message: string
  /** The word `ambit.error`, if the error is one of Ambit's own. */
  readonly brand?: string | undefined
  readonly code?: string | number | undefined
  readonly cause?: { readonly name: string; readonly message: string } | undefined
  /** The other fields of an error of Ambit's own, such as `tool`, `reason` or `isRetryable`. */
  readonly [field: string]: unknown
}

/** The fields of Ambit's own errors. */
const ownFields = [
  'code',
  'isRetryable',
  'status',
  'retryAfterMs',
  'tool',
  'callId',
  'issues',
  'reason',
  'detail',
  'timeoutMs',
  'budgetKey',
  'limit',
  'spent',
  'attempted',
  'isShared',
  'unit',
  'guardrail',
  'phase',
] as const

/** The word with which the JSON of Ambit's own errors is marked. */
export const errorBrand = 'ambit.error'

/** The mark of Ambit's own errors. */
export const brand: unique symbol = Symbol.for(errorBrand)

/**
 * Returns a thrown value as JSON has it. An error that is not Ambit's own keeps its name, message,
 * cause and `isRetryable`, and a `code` that is text or a number. Never throws.
 */
export function toErrorJson(thrown: unknown): ErrorJson {
  try {
    if (typeof thrown !== 'object' || thrown === null || !('message' in thrown)) {
      return { name: 'Error', message: String(thrown) }
    }
    const isOwn = brand in thrown
    const json: Record<string, unknown> = { ...nameOf(thrown), ...(isOwn && { brand: errorBrand }) }
    for (const field of isOwn ? ownFields : (['code', 'isRetryable'] as const)) {
      const value: unknown = Reflect.get(thrown, field)
      if (field === 'reason' && typeof value === 'object') json[field] = toReasonJson(value)
      else if (field === 'issues' || ['string', 'number', 'boolean'].includes(typeof value)) {
        json[field] = value
      }
    }
    if ('cause' in thrown && thrown.cause !== undefined) json['cause'] = nameOf(thrown.cause)
    return json as ErrorJson
  } catch {
    return { name: 'Error', message: 'An object was thrown that cannot be read.' }
  }
}

/**
 * Gives an error a `toJSON`, if it has none and can be changed. Loggers do not print the property.
 */
export function addToJson(error: Error): void {
  if ('toJSON' in error || !Object.isExtensible(error)) return
  Object.defineProperty(error, 'toJSON', { value: () => toErrorJson(error), configurable: true })
}

/** Returns the reason of a cancel as JSON has it. */
export function toReasonJson(reason: unknown): unknown {
  const { cause, ...rest } = reason as CancelReason
  return typeof cause === 'object' && cause !== null ? { ...rest, cause: nameOf(cause) } : reason
}

function nameOf(thrown: unknown): { name: string; message: string } {
  if (typeof thrown !== 'object' || thrown === null) {
    return { name: 'Error', message: String(thrown) }
  }
  const { name = 'Error', message = 'An object was thrown.' } = thrown as Record<string, unknown>
  return { name: String(name), message: String(message) }
}
