import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'

/** A request as it is now: what is changed later does not change the copy. The signal is the same one. */
export function copyRequest({
  abortSignal,
  ...request
}: LanguageModelV4CallOptions): LanguageModelV4CallOptions {
  const copy = copyValue(request) as LanguageModelV4CallOptions
  return abortSignal ? { ...copy, abortSignal } : copy
}

/** Not `structuredClone`: it knows no URL, and turns a frozen or shared object into a plain error. */
function copyValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copyValue)
  if (value instanceof Uint8Array) return value.slice()
  if (value instanceof URL) return new URL(value)
  if (value instanceof Date) return new Date(value)
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copyValue(inner)]))
}
