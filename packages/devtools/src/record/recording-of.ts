import { checkOptions, type AgentEvent, type Message, toModelResult } from '@ambit/core'
import type { Run, SessionExport, ToolMessage } from '@ambit/core'
import type { Redaction } from '@ambit/core/redaction'
import type { RecordedCall, RecordedRequest, RecordedRun, Recording } from './recording.ts'
import { createTape, type Draft } from './run-tape.ts'
import { createWriter, noTables } from './to-json.ts'
import { toPlain } from './to-plain.ts'

/** The options of a recording that is made afterwards. */
export interface RecordingOfOptions {
  /**
   * The removal of secrets, such as `agent.redaction`. Default: that of the run's agent; a session
   * does not know it. Forms of keys are removed in any case.
   */
  readonly redaction?: Redaction | undefined
}

/**
 * Makes a recording of a run, or of a stored session as `sessions.export` gives it. It is weaker
 * than that of `record`, and its `lacks` says what is missing: no tool has its state or reason.
 *
 * A session has its open path alone. It has no approvals, no questions and no undo.
 */
export function recordingOf(
  source: SessionExport | Run<unknown>,
  options: RecordingOfOptions = {},
): Recording {
  checkOptions('`recordingOf`', options, { redaction: '' })
  const { redaction = 'events' in source ? source.redaction : undefined } = options
  return 'events' in source ? ofEvents(source.events, redaction) : ofSession(source, redaction)
}

const noLimit = { maxEvents: Infinity, dropped: { events: 0 } }
const common = { ambit: 'recording', version: 2, agent: '' } as const
const noStates =
  'No request says which tools were on or off, or why: that is known only while the agent runs.'

const lacksOf = (redaction: Redaction | undefined, ...lacks: readonly string[]): string[] => [
  noStates,
  ...lacks,
  ...(redaction ? [] : [noRedaction]),
]
const noRedaction =
  'There was no `redaction`, so only forms of keys were removed. Give that of the agent.'

function ofEvents(events: readonly AgentEvent[], redaction: Redaction | undefined): Recording {
  const [first] = events
  let orders = 0
  const tape = createTape(first?.runId ?? '', { ...noLimit, order: () => orders++ })
  for (const event of events) tape.take(event)
  const { run, tables } = createWriter(tape, redaction, new Map(), false).write()
  return {
    ...common,
    agent: first?.agentId ?? '',
    startedAt: first?.at ?? 0,
    source: 'run',
    lacks: lacksOf(redaction, 'The answers to questions are not in events.'),
    runs: [run],
    ...tables,
  }
}

function ofSession(session: SessionExport, redaction: Redaction | undefined): Recording {
  const runs: Draft<RecordedRun>[] = []
  let order = 0
  for (const message of pathOf(session)) {
    if (message.role === 'user' && !message.source) runs.push(toRun(message))
    const run = runs.at(-1)
    if (!run) continue
    if (message.role === 'assistant' && !message.source) addReply(run, message, order++)
    if (message.role === 'tool') answer(run, message)
  }
  const { value, files } = toPlain(runs, redaction)
  return {
    ...common,
    startedAt: session.createdAt,
    source: 'session',
    lacks: lacksOf(
      redaction,
      'A stored session has no approvals, answers to questions, undo, faults or waits for the page.',
      'Edits and steered messages are shown as plain messages, on the open path alone.',
    ),
    runs: value as RecordedRun[],
    ...noTables(),
    files,
  }
}

/** Returns the messages from the first one to the head. */
function pathOf({ messages, head }: SessionExport): Message[] {
  const byId = new Map(messages.map((message) => [message.id, message]))
  const path: Message[] = []
  for (let at = head === null ? undefined : byId.get(head); at;) {
    byId.delete(at.id)
    path.unshift(at)
    at = at.parentId === null ? undefined : byId.get(at.parentId)
  }
  return path
}

function toRun({ id, content }: Extract<Message, { role: 'user' }>): Draft<RecordedRun> {
  const { run } = createTape(id, { ...noLimit, order: () => 0 })
  return Object.assign(run, { kind: 'chat', input: content, messageId: id, status: 'completed' })
}

function addReply(
  run: Draft<RecordedRun>,
  { id, parts, calls = [], finishReason, usage, content }: Extract<Message, { role: 'assistant' }>,
  order: number,
): void {
  const iteration = run.requests.length
  const whole = parts.map((part) =>
    part.type === 'tool-call' && part.input === undefined
      ? { ...part, input: calls.find((call) => call.id === part.id)?.arguments }
      : part,
  )
  const reply = { messageId: id, parts: whole, finishReason, usage }
  run.requests.push({ order, iteration, faults: [], reply } as unknown as Draft<RecordedRequest>)
  for (const { id: callId, name, arguments: args } of calls) {
    const call = { id: callId, tool: name, args, iteration, status: 'running', questions: [] }
    run.calls.push(call as unknown as Draft<RecordedCall>)
  }
  run.content = content ?? ''
  if (finishReason === undefined) run.status = 'cancelled'
}

function answer(run: Draft<RecordedRun>, message: ToolMessage): void {
  const call = run.calls.findLast(({ id }) => id === message.id)
  if (!call) return
  const { status, output, durationMs: ms } = message
  Object.assign(call, { status, result: toModelResult(message).data, output, ms })
}
