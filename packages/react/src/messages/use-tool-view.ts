import {
  type AssistantToolCall,
  type CallActivity,
  callState,
  parseToolContent,
  type SessionsState,
  type ToolMessage,
} from '@ambit/core'
import { useMemo, useState } from 'react'
import { findCall, useToolCall } from './use-tool-call.ts'
import { PartialJson } from './partial-json.ts'
import { registrarOf } from '../tools/registrar.ts'
import { useSessionStore } from './session-store.ts'
import type { RegisteredRenderer, ToolCallError, RenderProps } from '../tools/render-props.ts'
import { useMessage } from './use-message.ts'
import { useStore } from '../agent/use-store.ts'
import { useRegisteredRenderer } from './use-call-renderer.ts'

/**
 * Returns the state of one call, as `render` gets it, for your own user interface. Follows the call
 * from the first letter of its arguments to its answer. Undefined if no call has the id. A delta of
 * the arguments re-renders only the components that read this call.
 */
export function useToolView(callId: string): RenderProps | undefined {
  const { agent } = useSessionStore('useToolView')
  const isInterrupted = useStore(agent.sessions, isCutShort)
  const activity = useToolCall(callId)
  const message = useMessage(callId)
  const answer = message?.role === 'tool' ? message : activity?.answer
  const written = activity?.status === 'input-streaming' ? undefined : findCall(agent, callId)
  const tool = activity?.tool ?? answer?.name ?? written?.name
  const renderer = useRegisteredRenderer('useToolView', tool)
  const [json] = useState(() => new PartialJson())
  const changed = answer?.arguments
  const whole = useMemo(
    () => written && parse(changed ? { ...written, arguments: changed } : written, renderer),
    [written, changed, renderer],
  )
  const isCut = isInterrupted && !activity && !answer
  const partial = whole?.partial ?? json.read(written?.raw ?? activity?.input ?? '')
  const writing = whole ? undefined : json.writing
  return useMemo(
    () =>
      tool === undefined
        ? undefined
        : isCut
          ? { callId, tool, state: 'interrupted', args: toRecord(partial), error: cut }
          : toView({ callId, tool }, activity, answer, whole?.parsed, { partial, writing }, () =>
              answer ? resultOf(answer, registrarOf(agent).results?.get(answer)) : undefined,
            ),
    [agent, callId, tool, activity, answer, whole, partial, writing, isCut],
  )
}

/** Whether the last run was cut short and does not go on by itself. */
const isCutShort = ({ isInterrupted, isResuming }: SessionsState): boolean =>
  isInterrupted && !isResuming

/** The error of a call that was open when its page ended, until the call is answered. */
const cut: ToolCallError = { message: 'The page ended before the call did.' }

interface Arguments {
  /**
   * The arguments that the schema parsed, with the changes of a person. Undefined if the schema
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
  activity: CallActivity | undefined,
  answer: ToolMessage | undefined,
  parsed: unknown,
  { partial, writing }: { readonly partial: unknown; readonly writing: string | undefined },
  result: () => unknown,
): RenderProps {
  const label = answer ? answer.label : activity?.label
  const call = label === undefined ? called : { ...called, label }
  const args = toRecord(parsed ?? partial)
  const state = callState(activity, answer)
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
      const { percent, message } = activity ?? {}
      // The call fails soon if the schema refuses the arguments, so they count as not checked yet.
      return parsed === undefined ? streaming() : { ...call, state, args, percent, message }
    }
    case 'succeeded':
      return { ...call, state, args, result: result(), durationMs: answer?.durationMs }
    case 'denied':
      return { ...call, state, args, error: errorOf(answer) }
    case 'failed':
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
