import type { ComposerStrings } from '../../strings/composer-strings.ts'

/** Rules for the files that a person may attach. */
export interface AttachmentRules {
  /**
   * The media types and extensions, such as `image/*` and `.csv`. Default `image/*`,
   * `application/pdf` and `text/*`.
   */
  readonly types?: readonly string[] | undefined
  /** The largest size of one file in bytes. Default 10,000,000. */
  readonly maxBytes?: number | undefined
  /** The largest number of files in one message. Default 8. */
  readonly maxFiles?: number | undefined
  /**
   * True if the files may hold text of other people, such as invoices and mails. The model gets
   * them as data that gives no orders. From then on, a person is asked about every tool that sends
   * or destroys. Default false.
   */
  readonly untrusted?: boolean | undefined
}

export const defaultRules: {
  readonly types: readonly string[]
  readonly maxBytes: number
  readonly maxFiles: number
} = { types: ['image/*', 'application/pdf', 'text/*'], maxBytes: 10_000_000, maxFiles: 8 }

/** Returns the files that may be attached, and sentences that say why the others may not. */
export function admitFiles(
  files: readonly File[],
  held: number,
  rules: AttachmentRules,
  strings: ComposerStrings,
): { readonly admitted: readonly File[]; readonly refused: readonly string[] } {
  const {
    types = defaultRules.types,
    maxBytes = defaultRules.maxBytes,
    maxFiles = defaultRules.maxFiles,
  } = rules
  const admitted: File[] = []
  const refused: string[] = []
  for (const file of files) {
    if (!isAccepted(file, types)) refused.push(strings.fileKind(file.name))
    else if (file.size > maxBytes) refused.push(strings.fileSize(file.name, maxBytes))
    else if (held + admitted.length >= maxFiles) refused.push(strings.fileCount(maxFiles))
    else admitted.push(file)
  }
  return { admitted, refused: [...new Set(refused)] }
}

/** Whether a list of types names a file. */
function isAccepted({ name, type }: File, types: readonly string[]): boolean {
  return types.some((entry) => {
    const wanted = entry.trim().toLowerCase()
    if (wanted.startsWith('.')) return name.toLowerCase().endsWith(wanted)
    return wanted.endsWith('/*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted
  })
}
