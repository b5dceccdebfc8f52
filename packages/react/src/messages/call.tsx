import {
  type AssistantToolCall,
  type CallRecord,
  type CallUndo,
  callState,
  parseToolContent,
  type ToolMessage,
  type UndoResult,
} from '@ambit/core'
import { type ReactNode, useMemo, useState } from 'react'
import { useStore } from '../agent/use-store.ts'
import { numberOf } from '../number-of.ts'
import { registrarOf } from '../tools/registrar.ts'
import { DrawnCall } from '../tools/drawn-call.ts'
import type { RegisteredRenderer, RenderProps, ToolCallError } from '../tools/render-props.ts'
import { findCall, useCallRecord } from './call-record.ts'
import { PartialJson } from './partial-json.ts'
import { RenderBoundary } from './render-boundary.tsx'
import { useSessionStore } from './session-store.ts'
import { useRegisteredRenderer } from './use-call-renderer.ts'
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
 * only the components that read this call. {@link Call} shows it by the `render` of its tool.
 */
export function useCall(callId: string): CallView | undefined {
  const { agent } = useSessionStore('useCall')
  const view = useView(callId)
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

function useView(callId: string): RenderProps | undefined {
  const { agent } = useSessionStore('useCall')
  // The last run was cut short, and does not go on by itself.
  const isCutShort = useStore(agent.sessions, (now) => now.isInterrupted && !now.isResuming)
  const record = useCallRecord(callId)
  const message = useMessage(callId)
  const answer = message?.role === 'tool' ? message : record?.answer
  const written = record?.state === 'input-streaming' ? undefined : findCall(agent, callId)
  const tool = record?.tool ?? answer?.name ?? written?.name
  const renderer = useRegisteredRenderer('useCall', tool)
  const [json] = useState(() => new PartialJson())
  const changed = answer?.arguments
  const whole = useMemo(
    () => written && parse(changed ? { ...written, arguments: changed } : written, renderer),
    [written, changed, renderer],
  )
  const isCut = isCutShort && !record && !answer
  const partial = whole?.partial ?? json.read(written?.raw ?? record?.input ?? '')
  const writing = whole ? undefined : json.writing
  return useMemo(
    () =>
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
}

/** The props of `Call`. */
export interface CallProps {
  /** The id of the call. */
  readonly id: string
  /** Shown if the tool of the call has no renderer, or if the renderer throws. Default: nothing. */
  readonly fallback?: ReactNode
}

/**
 * Shows one call by the `render` that the tool's owner gave `useTool`, also after the owner has
 * unmounted. An error that `render` throws does not reach the page: `fallback` is shown until the
 * call is in another state.
 */
export function Call({ id: callId, fallback = null }: CallProps): ReactNode {
  const session = useSessionStore('Call')
  const tool = useStore(session, () => {
    const { agent } = session
    const answer = agent.history.get(callId)
    if (answer?.role === 'tool') return answer.name
    return agent.calls.getState().get(callId)?.tool ?? findCall(agent, callId)?.name
  })
  const renderer = useRegisteredRenderer('Call', tool)
  if (!renderer) return fallback
  return <Rendered id={callId} renderer={renderer} fallback={fallback} />
}

interface RenderedProps extends CallProps {
  readonly renderer: RegisteredRenderer
}

function Rendered({ id, renderer, fallback }: RenderedProps): ReactNode {
  const view = useView(id)
  if (!view) return fallback
  return (
    <RenderBoundary
      // Another owner's renderer may call other hooks: it remounts.
      key={numberOf(renderer.owner)}
      tool={view.tool}
      attempt={view.state}
      fallback={fallback}
    >
      <DrawnCall render={renderer.render} view={view} />
    </RenderBoundary>
  )
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
  if (!renderer) return { parsed: args, partial: args }
  try {
    const checked = renderer.validate(args)
    // A render cannot await the schema.
    if (checked instanceof Promise) return { parsed: args, partial: args }
    return { parsed: 'value' in checked ? checked.value : undefined, partial: args }
  } catch {
    return { parsed: undefined, partial: args }
  }
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
  const args = toRecord(parsed ?? partial)
  const state = callState(record, answer)
  const streaming = (): RenderProps => ({
    ...call,
    state: 'input-streaming',
    args: toRecord(partial),
    writing,
  })
  switch (state) {
    case 'input-streaming':
      return streaming()
    case 'pending':
    case 'awaiting-approval':
      return parsed === undefined ? streaming() : { ...call, state, args }
    case 'running': {
      const { percent, message } = record ?? {}
      // The call fails soon if the schema refuses the arguments, so they count as not checked yet.
      return parsed === undefined ? streaming() : { ...call, state, args, percent, message }
    }
    case 'succeeded':
      return { ...call, state, args, result: result(), durationMs: answer?.durationMs }
    case 'denied':
      return { ...call, state, args, error: errorOf(answer) }
    case 'failed':
    case 'stale':
    case 'cancelled':
    case 'interrupted':
      return { ...call, state, args: toRecord(partial), error: errorOf(answer) }
  }
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
