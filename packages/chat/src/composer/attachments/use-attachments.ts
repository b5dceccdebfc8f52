import type { ContentInput } from '@ambit/core'
import { useChat } from '../../chat-context.ts'
import { draftsOf, useDraft } from '../draft.ts'
import { admitFiles, type AttachmentRules } from './attachment-rules.ts'
import { englishComposer } from '../../strings/composer-strings.ts'
import { useWords } from '../../strings/use-words.ts'

/** The files of the next message. */
export interface Attachments {
  readonly files: readonly File[]
  /** The reasons why the last files were refused. */
  readonly refused: readonly string[]
  readonly add: (files: Iterable<File>) => void
  /** Returns files with those of others that the rules allow. */
  readonly admit: (
    files: readonly File[],
    added: readonly File[],
  ) => Pick<Attachments, 'files' | 'refused'>
  readonly remove: (file: File) => void
  readonly clear: () => void
  readonly rules: AttachmentRules
}

/**
 * Returns the files of the next message of the open session, checked by `rules`; undefined if files
 * are not allowed.
 */
export function useAttachments(rules: AttachmentRules | boolean): Attachments | undefined {
  const { agent } = useChat()
  const strings = useWords('composer', englishComposer)
  const { files, refused } = useDraft(agent)
  if (rules === false) return undefined
  const drafts = draftsOf(agent)
  const given = rules === true ? {} : rules
  const admit: Attachments['admit'] = (before, added) => {
    const result = admitFiles(added, before.length, given, strings)
    return { files: [...before, ...result.admitted], refused: result.refused }
  }
  return {
    files,
    refused,
    rules: given,
    add: (added) => {
      drafts.show(admit(drafts.get().files, [...added]))
    },
    admit,
    remove: (file) =>
      drafts.show({ files: drafts.get().files.filter((other) => other !== file), refused: [] }),
    clear: () => drafts.show({ files: [], refused: [] }),
  }
}

/** Converts a file to a part of a message, under the rules for files. */
export function toPart(file: File, { untrusted }: AttachmentRules): ContentInput {
  const [group] = file.type.split('/')
  const type = group === 'image' || group === 'audio' ? group : 'file'
  const part = { type, data: file, mediaType: file.type || undefined, filename: file.name } as const
  return untrusted ? { ...part, untrusted } : part
}
