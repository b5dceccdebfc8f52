import {
  type Agent,
  type AssistantToolCall,
  type CallRecord,
  type CallUndo,
  callState,
  parseToolContent,
  type ToolMessage,
  type UndoResult,
} from '@ambit/core'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { Listeners, useStore } from '../agent/use-store.ts'
import { registrarOf } from '../tools/registrar.ts'
import type { RegisteredRenderer, RenderProps, ToolCallError } from '../tools/render-props.ts'
import { findCall, useCallRecord } from './call-record.ts'
import { PartialJson } from './partial-json.ts'
import { useSessionStore } from './session-store.ts'
import { useMessage } from './use-message.ts'

/** One call: its state, as `render` gets it, and its undo. */
export type CallView = RenderProps & {
  /** Absent for a call that registered no undo, that goes on, or that an earlier page made. */
  readonly undo: CallUndo | undefined
  /** True if there is something to undo now. */
  readonly canUndo: boolean
  /**
   * Undoes the call. Never rejects: resolves with undefined if the undo was cancelled or could not
   * start.
   */
  readonly undoNow: () => Promise<UndoResult | undefined>
}

/**
 * Returns one call, for your own user interface. Follows it from the first letter of its arguments
 * to its answer and its undo. Undefined if no call has the id. A delta of the arguments re-renders
 * only the components that read this call.
 */
export function useCall(callId: string): CallView | undefined {
  const { agent } = useSessionStore('useCall')
  const [view] = useView(callId)
  const undo = useStore(agent.calls, (calls) => calls.get(callId)?.undo)
  const canUndo = useStore(agent.calls, () => agent.calls.canUndo(callId))
  return useMemo(
    () =>
      view && {
        ...view,
        undo,
        canUndo,
        undoNow: () => agent.undo(callId).result.catch(() => undefined),
      },
    [agent, callId, view, undo, canUndo],
  )
}

/** Returns the state of a call, as `render` gets it, and the renderer of its tool. */
export function useView(
  callId: string,
): readonly [RenderProps | undefined, RegisteredRenderer | undefined] {
  const { agent } = useSessionStore('useCall')
  // The last run was cut short, and does not go on by itself.
  const isCutShort = useStore(agent.sessions, (now) => now.isInterrupted && !now.isResuming)
  const record = useCallRecord(callId)
  const message = useMessage(callId)
  const answer = message?.role === 'tool' ? message : record?.answer
  const written = record?.state === 'input-streaming' ? undefined : findCall(agent, callId)
  const tool = record?.tool ?? answer?.name ?? written?.name
  const renderer = useRenderer(agent, tool)
  const [json] = useState(() => new PartialJson())
  const changed = answer?.arguments
  const whole = useMemo(
    () => written && parse(changed ? { ...written, arguments: changed } : written, renderer),
    [written, changed, renderer],
  )
  const isCut = isCutShort && !record && !answer
  const partial = whole?.partial ?? json.read(written?.raw ?? record?.input ?? '')
  const writing = whole ? undefined : json.writing
  const view = useMemo(
    (): RenderProps | undefined =>
      tool === undefined
        ? undefined
        : isCut
          ? {
              callId,
              tool,
              state: 'interrupted',
              args: toRecord(partial),
              error: { message: 'The page ended before the call did.' },
            }
          : toView({ callId, tool }, record, answer, whole?.parsed, { partial, writing }, () =>
              answer ? resultOf(answer, registrarOf(agent).results?.get(answer)) : undefined,
            ),
    [agent, callId, tool, record, answer, whole, partial, writing, isCut],
  )
  return [view, renderer]
}

/** Returns the renderer of a tool name. */
function useRenderer(agent: Agent, name: string | undefined): RegisteredRenderer | undefined {
  const registrar = registrarOf(agent)
  const { subscribe } = (registrar.onRenderer ??= new Listeners())
  const read = (): RegisteredRenderer | undefined => registrar.renderers.get(name ?? '')
  // On a server, and in the first hydration, no component has registered anything.
  return useSyncExternalStore(subscribe, read, () => undefined)
}

interface Arguments {
  /**
   * The arguments that the schema parsed, with the changes of a user. Undefined if the schema
   * refuses them.
   */
  readonly parsed: unknown
  /** The arguments that the model wrote. */
  readonly partial: unknown
}

function parse(
  { arguments: args, raw }: AssistantToolCall,
  renderer: RegisteredRenderer | undefined,
): Arguments | undefined {
  if (raw !== undefined && raw !== '') return undefined
  let parsed: unknown
  try {
    const checked = renderer?.validate(args) ?? { value: args }
    // A render cannot await the schema.
    if (checked instanceof Promise) parsed = args
    else if ('value' in checked) parsed = checked.value
  } catch {
    // A schema that throws refuses the arguments.
  }
  return { parsed, partial: args }
}

function toView(
  called: { readonly callId: string; readonly tool: string },
  record: CallRecord | undefined,
  answer: ToolMessage | undefined,
  parsed: unknown,
  { partial, writing }: { readonly partial: unknown; readonly writing: string | undefined },
  result: () => unknown,
): RenderProps {
  const label = answer ? answer.label : record?.label
  const call = label === undefined ? called : { ...called, label }
  const state = callState(record, answer)
  // A call fails soon if the schema refuses the arguments, so they count as not checked yet.
  const isRead = ['pending', 'awaiting-approval', 'running'].includes(state) && parsed !== undefined
  const isParsed = isRead || state === 'succeeded' || state === 'denied'
  const view = { ...call, state, args: toRecord(isParsed ? (parsed ?? partial) : partial) }
  const { percent, message } = record ?? {}
  const own = !answer
    ? isRead
      ? state === 'running' && { percent, message }
      : { state: 'input-streaming', writing }
    : state === 'succeeded'
      ? { result: result(), durationMs: answer.durationMs }
      : { error: errorOf(answer) }
  return { ...view, ...own } as RenderProps
}

const resultOf = (answer: ToolMessage, live: { readonly value: unknown } | undefined): unknown =>
  live ? live.value : parseToolContent(answer)

function errorOf(answer: ToolMessage | undefined): ToolCallError {
  if (!answer) return { message: '' }
  const content = parseToolContent(answer)
  const { error } = toRecord(content)
  const { name, code, message } = toRecord(error)
  return {
    ...(typeof name === 'string' && { name }),
    ...(typeof code === 'string' && { code }),
    message: typeof message === 'string' ? message : answer.content,
  }
}

const toRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
