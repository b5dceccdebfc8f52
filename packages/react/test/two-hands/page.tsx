import type { ToolContext } from '@ambit/core'
import { type ReactElement, useLayoutEffect, useState } from 'react'
import * as z from 'zod'
import { AgentScope, useTool } from '../../src/index.ts'
import { type EditorProps, editors, type Kind } from './editors.tsx'
import { type RecordId, records } from './value.ts'

/** How the page of one script differs from that of another. */
export interface PageOptions {
  readonly kind: Kind
  /** Whether the kind is shown in its other way, such as a state that the hook itself keeps. */
  readonly isOther: boolean
  /** The effect of what edits. `destructive`: the user is asked before. */
  readonly effect: 'write' | 'destructive'
  /** Whether the user is asked before a note. */
  readonly asksNotes: boolean
}

const target = z.object({ id: z.enum(records) })
const note = z.object({ text: z.string() })

interface PageProps extends Pick<EditorProps, 'world'>, PageOptions {}

/** A page that shows one of three records, with an editor of it. */
export function Page({ world, kind, isOther, effect, asksNotes }: PageProps): ReactElement {
  const [open, setOpen] = useState<RecordId>(world.shown)
  useLayoutEffect(() => {
    world.shown = open
    world.open = setOpen
    world.look()
  }, [world, open])
  useTool({
    name: 'open_record',
    description: 'Open a record.',
    parameters: target,
    effect: 'read',
    handler: ({ id }, ctx) => {
      world.opens(ctx.callId)
      setOpen(id)
    },
  })
  const Editor = editors[kind]
  return (
    <AgentScope name="page" subject={open} context={() => ({ open })}>
      <Notes {...{ world, record: open, asksNotes }} />
      <Editor {...{ world, record: open, isOther, effect }} />
    </AgentScope>
  )
}

interface NotesProps
  extends Pick<EditorProps, 'world' | 'record'>, Pick<PageOptions, 'asksNotes'> {}

function Notes({ world, record, asksNotes }: NotesProps): null {
  const add = async (_: unknown, { callId }: ToolContext): Promise<void> => {
    world.ran(callId, record)
    await world.point('handler')
    if (world.fails(callId)) throw new Error('The server is busy.')
  }
  useTool({
    name: 'add_note',
    description: 'Add a note to the record.',
    parameters: note,
    effect: asksNotes ? 'destructive' : 'write',
    run: { retry: { attempts: 2, delay: 1 } },
    handler: add,
  })
  return null
}
