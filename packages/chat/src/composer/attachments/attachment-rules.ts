import type { ChatStrings } from '../../chat-strings.ts'

/** Which files a person may send along. */
export interface AttachmentRules {
  /** Media types and extensions, as the `accept` of a file input has them. Default `image/*,application/pdf,text/*`. */
  readonly accept?: string | undefined
  /** The size of one file in bytes. Default 10,000,000. */
  readonly maxBytes?: number | undefined
  /** How many go with one message. Default 8. */
  readonly maxFiles?: number | undefined
}

export const defaultRules: {
  readonly accept: string
  readonly maxBytes: number
  readonly maxFiles: number
} = { accept: 'image/*,application/pdf,text/*', maxBytes: 10_000_000, maxFiles: 8 }

/** The files that may go along, and for each that may not a sentence that says why. */
export function admitFiles(
  files: readonly File[],
  held: number,
  rules: AttachmentRules,
  strings: ChatStrings,
): { readonly admitted: readonly File[]; readonly refused: readonly string[] } {
  const {
    accept = defaultRules.accept,
    maxBytes = defaultRules.maxBytes,
    maxFiles = defaultRules.maxFiles,
  } = rules
  const admitted: File[] = []
  const refused: string[] = []
  for (const file of files) {
    if (!isAccepted(file, accept)) refused.push(strings.fileKind(file.name))
    else if (file.size > maxBytes) refused.push(strings.fileSize(file.name, maxBytes))
    else if (held + admitted.length >= maxFiles) refused.push(strings.fileCount(maxFiles))
    else admitted.push(file)
  }
  return { admitted, refused: [...new Set(refused)] }
}

/** Whether a file is what an `accept` list names. */
function isAccepted({ name, type }: File, accept: string): boolean {
  return accept.split(',').some((entry) => {
    const wanted = entry.trim().toLowerCase()
    if (wanted.startsWith('.')) return name.toLowerCase().endsWith(wanted)
    return wanted.endsWith('/*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted
  })
}
