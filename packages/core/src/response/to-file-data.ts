import type { FileData } from '../values/message-part.ts'

/** A file's data as it can be stored. */
export function toFileData(
  data: { type: 'data'; data: Uint8Array | string } | { type: 'url'; url: URL },
): FileData {
  if (data.type === 'url') return { type: 'url', url: data.url.href }
  if (typeof data.data === 'string') return { type: 'data', data: data.data }
  let binary = ''
  for (const byte of data.data) binary += String.fromCharCode(byte)
  return { type: 'data', data: btoa(binary) }
}
