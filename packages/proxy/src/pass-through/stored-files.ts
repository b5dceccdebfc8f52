import { checkFileUrl } from '../check-file-url.ts'
import { isObject, type Json } from './endpoint.ts'

/** The fields with data of tools, in which a provider reads no files. */
const freeForm: ReadonlySet<string> = new Set(['args', 'arguments', 'response'])

/** The fields whose objects have the URL of a file in `url`. */
const urlCarriers = /^(source|(image|video|audio|file)_url|file)$/

const urlFields = /^((image|video|audio|file)_url|file_?uri)$/i

/** Whether a field holds a file in base64. Some servers also take a URL there. */
const isDataOf = (name: string, field: string): boolean =>
  name === 'file_data' || (name === 'data' && field === 'input_audio')

/** A pattern of texts that begin with a scheme. Base64 has no colon. */
const hasScheme = /^\s*[a-z][a-z\d+.-]*:/i

/**
 * Whether `test` holds for an object in a value, at any depth, with the name of its field. Leaves
 * out data of tools.
 */
function someBelow(
  value: unknown,
  test: (part: Json, field: string) => boolean,
  field: string = '',
): boolean {
  if (Array.isArray(value)) return value.some((child) => someBelow(child, test, field))
  if (!isObject(value)) return false
  if (test(value, field)) return true
  const isCall = typeof value['type'] === 'string' && value['type'].endsWith('tool_use')
  for (const name in value) {
    if (typeof value[name] !== 'object') continue
    if (freeForm.has(name) || (name === 'input' && isCall)) continue
    if (someBelow(value[name], test, name)) return true
  }
  return false
}

/**
 * Whether an object refers to an item that the provider stores. The type of a reference may be left
 * out. The provider also looks for reasoning that comes without its content.
 */
function isItemReference(part: Json, field: string): boolean {
  const { type, role, id, encrypted_content: content } = part
  if (type === 'item_reference') return true
  if (type === 'reasoning') return id !== undefined && typeof content !== 'string'
  return field === '' && id !== undefined && typeof type !== 'string' && typeof role !== 'string'
}

/** Whether a value has marks of a cache that lasts an hour, which costs twice as much to write. */
export const hasLongCache = (value: unknown): boolean =>
  someBelow(value, ({ ttl = '5m' }, field) => field === 'cache_control' && ttl !== '5m')

/** Whether a message, or another value, refers to a file or item stored under the server's key. */
export const namesStoredFile = (value: unknown): boolean =>
  someBelow(
    value,
    (part, field) =>
      isItemReference(part, field) ||
      'file_id' in part ||
      // Google's reference has two names. OpenAI's `file_data` is the file itself, as text.
      field === 'fileData' ||
      field === 'file_data' ||
      // An answer in sound, which OpenAI stores for an hour.
      (field === 'audio' && typeof part['id'] === 'string'),
  )

/**
 * Checks the URL of each file in a value.
 *
 * @throws ProxyError `invalid_request` for another scheme than http, https and data, for a path,
 * and for a host of a private network.
 */
export function checkFileUrls(value: unknown): void {
  someBelow(value, (part, field) => {
    for (const name in part) {
      const text = part[name]
      if (typeof text !== 'string') continue
      const isUrl =
        urlFields.test(name) ||
        (name === 'url' && urlCarriers.test(field)) ||
        (isDataOf(name, field) && hasScheme.test(text))
      if (isUrl) checkFileUrl(URL.canParse(text) ? new URL(text) : undefined)
    }
    return false
  })
}
