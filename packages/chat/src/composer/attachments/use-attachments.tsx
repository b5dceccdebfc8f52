import type { Agent, ContentInput } from '@ambit/core'
import { useRef, type ReactElement } from 'react'
import { useChat } from '../../chat-context.ts'
import { Icon } from '../../icon.tsx'
import { type ComposerStrings, englishComposer } from '../../strings/composer-strings.ts'
import { useWords } from '../../strings/use-words.ts'
import { type Draft, draftsOf, useDraft } from '../draft.ts'
import { admitFiles, type AttachmentRules, defaultRules } from './attachment-rules.ts'

/** The files of the next message. */
export interface Attachments {
  readonly files: readonly File[]
  /** The files that are not ready to be sent. */
  readonly waiting: readonly File[]
  /** The reasons why the last files were refused. */
  readonly refused: readonly string[]
  readonly add: (files: Iterable<File>) => void
  /** Resolves once no file waits. */
  readonly ready: () => Promise<unknown>
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
 * are not allowed. Files that are added are made ready one after another.
 */
export function useAttachments(rules: AttachmentRules | boolean): Attachments | undefined {
  const { agent } = useChat()
  const strings = useWords('composer', englishComposer)
  const files = useDraft(agent, (draft) => draft.files)
  const waiting = useDraft(agent, (draft) => draft.waiting)
  const refused = useDraft(agent, (draft) => draft.refused)
  if (rules === false) return undefined
  const drafts = draftsOf(agent)
  const given = rules === true ? {} : rules
  const admit: Attachments['admit'] = (before, added) => {
    const result = admitFiles(added, before.length, given, strings)
    return { files: [...before, ...result.admitted], refused: result.refused }
  }
  return {
    files,
    waiting,
    refused,
    rules: given,
    add: (added) => {
      const before = drafts.get()
      const result = admitFiles([...added], before.files.length, given, strings)
      drafts.show({
        files: [...before.files, ...result.admitted],
        waiting: [...before.waiting, ...result.admitted],
        refused: result.refused,
      })
      if (result.admitted.length > 0) void prepare(agent, result.admitted, given, strings)
    },
    ready: () => preparing,
    admit,
    remove: (file) => drafts.show({ ...without(drafts.get(), file), refused: [] }),
    clear: () => drafts.show({ files: [], waiting: [], refused: [] }),
  }
}

const without = (draft: Draft, file: File): Pick<Draft, 'files' | 'waiting'> => ({
  files: draft.files.filter((other) => other !== file),
  waiting: draft.waiting.filter((other) => other !== file),
})

/**
 * Returns a draft without a file that waits: with the file that is ready, or with the reason why it
 * cannot be sent.
 */
function settled(draft: Draft, file: File, made: File | string): Draft {
  const { files, waiting, refused } = draft
  if (!waiting.includes(file)) return draft
  const isMade = typeof made !== 'string'
  return {
    ...draft,
    files: files.flatMap((each) => (each !== file ? [each] : isMade ? [made] : [])),
    waiting: waiting.filter((each) => each !== file),
    refused: isMade || !files.includes(file) ? refused : [...refused, made],
  }
}

/** Settles once the files before are ready, so that each knows the room that they left. */
let preparing: Promise<unknown> = Promise.resolve()

/** Makes files ready in the draft of the open session. Never rejects. */
function prepare(
  agent: Agent,
  files: readonly File[],
  rules: AttachmentRules,
  strings: ComposerStrings,
): Promise<void> {
  const drafts = draftsOf(agent)
  const work = async (): Promise<void> => {
    const code = await import('./prepare-file.ts').catch(() => undefined)
    const total = (await code?.roomOf(agent)) ?? 0
    for (const [at, file] of files.entries()) {
      const { files: all, waiting } = drafts.get()
      const ready = all.filter((each) => !waiting.includes(each))
      const held = ready.reduce((sum, { size }) => sum + size, 0)
      const room = { total, held, waiting: files.length - at }
      // Code that cannot be fetched, or that fails, leaves the file as it is.
      const made = await code?.prepareFile(file, rules, room, strings).catch(() => undefined)
      drafts.changeAll((draft) => settled(draft, file, made ?? file))
    }
  }
  return (preparing = preparing.then(work)) as Promise<void>
}

/** The files of others that came back with a message. They keep their mark. */
export const ofOthers: WeakSet<File> = new WeakSet()

/** Converts a file to a part of a message, under the rules for files. */
export function toPart(file: File, rules: AttachmentRules): ContentInput {
  const [group] = file.type.split('/')
  const type = group === 'image' || group === 'audio' ? group : 'file'
  const part = { type, data: file, mediaType: file.type || undefined, filename: file.name } as const
  return rules.untrusted || ofOthers.has(file) ? { ...part, untrusted: true } : part
}

/** Renders the button that opens the browser's file picker. */
export function AttachButton({ rules, add }: Attachments): ReactElement {
  const strings = useWords('composer', englishComposer)
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        className="ambit-icon-button"
        aria-label={strings.attach}
        onClick={() => input.current?.click()}
      >
        <Icon name="attach" />
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={strings.attach}
        accept={(rules.types ?? defaultRules.types).join()}
        onChange={({ target }) => {
          add(target.files ?? [])
          // An empty value lets the user pick the same file again after its removal.
          target.value = ''
        }}
      />
    </>
  )
}
