import type { ComposerStrings } from '../../strings/composer-strings.ts'

/** Rules for the files that a user may attach. */
export interface AttachmentRules {
  /**
   * The media types and extensions, such as `image/*` and `.csv`. Default `image/*`,
   * `application/pdf` and `text/*`. The media type is that of the bytes. Any file of text fits
   * `text/*`. A picture that the browser cannot draw does not fit `image/*`.
   */
  readonly types?: readonly string[] | undefined
  /**
   * The largest size of one file in bytes. Default 10,000,000, or what the proxy of the model takes
   * if that is less. A larger picture is made smaller, to at most 1,000,000 bytes.
   */
  readonly maxBytes?: number | undefined
  /** The largest number of files in one message. Default 8. */
  readonly maxFiles?: number | undefined
  /**
   * True if the files may hold text of other people, such as invoices and mails. The model gets
   * them as data that gives no orders. From then on, a user is asked about every tool that sends
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
  { maxFiles = defaultRules.maxFiles }: AttachmentRules,
  strings: ComposerStrings,
): { readonly admitted: readonly File[]; readonly refused: readonly string[] } {
  const admitted: File[] = []
  const refused: string[] = []
  for (const file of files) {
    if (file.size === 0) refused.push(strings.fileEmpty(file.name))
    else if (held + admitted.length >= maxFiles) refused.push(strings.fileCount(maxFiles))
    else admitted.push(file)
  }
  return { admitted, refused: [...new Set(refused)] }
}

/** Whether a list of types names a file. */
export function isAccepted(
  { name, type }: Pick<File, 'name' | 'type'>,
  types: readonly string[],
): boolean {
  return types.some((entry) => {
    const wanted = entry.trim().toLowerCase()
    if (wanted.startsWith('.')) return name.toLowerCase().endsWith(wanted)
    return wanted.endsWith('/*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted
  })
}
