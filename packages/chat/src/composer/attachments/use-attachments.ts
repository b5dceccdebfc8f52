import type { ContentInput } from '@ambit/core'
import { useState } from 'react'
import { useChat } from '../../chat-context.ts'
import { admitFiles, type AttachmentRules } from './attachment-rules.ts'

/** The files of the next message. */
export interface Attachments {
  readonly files: readonly File[]
  /** The reasons why the last files were refused. */
  readonly refused: readonly string[]
  readonly add: (files: Iterable<File>) => void
  readonly remove: (file: File) => void
  readonly clear: () => void
  readonly rules: AttachmentRules
}

/** Returns the files of one message, checked by `rules`; undefined if files are not allowed. */
export function useAttachments(rules: AttachmentRules | boolean): Attachments | undefined {
  const { strings } = useChat()
  const [{ files, refused }, setState] = useState<Pick<Attachments, 'files' | 'refused'>>(nothing)
  if (rules === false) return undefined
  const given = rules === true ? {} : rules
  return {
    files,
    refused,
    rules: given,
    add: (added) => {
      // The files are copied at once: React may run the update after the picker's list was emptied.
      const picked = [...added]
      setState((state) => {
        const result = admitFiles(picked, state.files.length, given, strings)
        return { files: [...state.files, ...result.admitted], refused: result.refused }
      })
    },
    remove: (file) =>
      setState((state) => ({ files: state.files.filter((other) => other !== file), refused: [] })),
    clear: () => setState(nothing),
  }
}

const nothing = { files: [], refused: [] }

/** Converts a file to a part of a message, under the rules for files. */
export function toPart(file: File, { untrusted }: AttachmentRules): ContentInput {
  const [group] = file.type.split('/')
  const type = group === 'image' || group === 'audio' ? group : 'file'
  const part = { type, data: file, mediaType: file.type || undefined, filename: file.name } as const
  return untrusted ? { ...part, untrusted } : part
}
