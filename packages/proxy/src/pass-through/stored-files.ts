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
 * Yields each object in a value, at any depth, with the name of its field. Leaves out data of
 * tools.
 */
function* objectsBelow(value: unknown, field = ''): Generator<[object: Json, field: string]> {
  if (Array.isArray(value)) {
    for (const child of value) yield* objectsBelow(child, field)
  } else if (isObject(value)) {
    yield [value, field]
    const isCall = typeof value['type'] === 'string' && value['type'].endsWith('tool_use')
    for (const [name, child] of Object.entries(value)) {
      if (freeForm.has(name) || (name === 'input' && isCall)) continue
      yield* objectsBelow(child, name)
    }
  }
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
export function hasLongCache(value: unknown): boolean {
  for (const [{ ttl = '5m' }, field] of objectsBelow(value)) {
    if (field === 'cache_control' && ttl !== '5m') return true
  }
  return false
}

/** Whether a message, or another value, refers to a file or item stored under the server's key. */
export function namesStoredFile(value: unknown): boolean {
  for (const [part, field] of objectsBelow(value)) {
    if (isItemReference(part, field) || 'file_id' in part) return true
    // Google's reference has two names. OpenAI's `file_data` is the file itself, as text.
    if (field === 'fileData' || field === 'file_data') return true
    // An answer in sound, which OpenAI stores for an hour.
    if (field === 'audio' && typeof part['id'] === 'string') return true
  }
  return false
}

/**
 * Checks the URL of each file in a value.
 *
 * @throws ProxyError `invalid_request` for another scheme than http, https and data, for a path,
 * and for a host of a private network.
 */
export function checkFileUrls(value: unknown): void {
  for (const [part, field] of objectsBelow(value)) {
    for (const [name, text] of Object.entries(part)) {
      if (typeof text !== 'string') continue
      const isUrl =
        urlFields.test(name) ||
        (name === 'url' && urlCarriers.test(field)) ||
        (isDataOf(name, field) && hasScheme.test(text))
      if (isUrl) checkFileUrl(URL.canParse(text) ? new URL(text) : undefined)
    }
  }
}
