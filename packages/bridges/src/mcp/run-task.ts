import { toHeaderValue } from './header-value.ts'
import { McpError } from './mcp-error.ts'
import { type McpObject, type McpRequestOptions, toInput, toObject, toText } from './mcp-wire.ts'
import type { OpenLink } from './open-link.ts'
import { toRpcError } from './refusal.ts'

/** The pauses between two looks at a task, in milliseconds. */
const pauseMs = { usual: 1_000, least: 100, most: 60_000 }

/** The states that a task keeps. */
const ends: ReadonlySet<unknown> = new Set(['completed', 'failed', 'cancelled'])

/**
 * Follows the task that a server made of a call, until it ends. Resolves with the result of the
 * call. Cancels the task if the signal aborts.
 *
 * Servers of before 2026 wrap the task in `task`, and keep its result for `tasks/result`, where
 * they ask, too. Later ones have both in the answer of `tasks/get`. Each request has the `_meta` of
 * `traced`.
 *
 * @throws McpError for a task that failed, was cancelled or has no id.
 */
export async function runTask(
  link: Pick<OpenLink, 'wire' | 'host' | 'inSession'>,
  created: McpObject,
  at: McpRequestOptions & { readonly traced?: McpObject | undefined },
): Promise<McpObject> {
  const { signal, traced } = at
  const { wire, host } = link
  const isWrapped = typeof (created['task'] ?? undefined) === 'object'
  let task = isWrapped ? toObject(created['task']) : created
  const taskId = toText(task['taskId'], 1_000)
  if (taskId === undefined) {
    throw new McpError('invalid_answer', `${host.label} made a task without an id.`)
  }
  // Between the page and the server, the id says which of its machines has the task.
  const headers = { 'mcp-name': toHeaderValue(taskId) }
  const params = { taskId, ...traced }
  const cancel = (): void => {
    wire.request('tasks/cancel', params, { headers }).catch(() => undefined)
  }
  signal?.addEventListener('abort', cancel)
  if (signal?.aborted) cancel()
  /** The questions that were answered. */
  const answered = new Set<string>()
  let told: string | undefined
  try {
    for (;;) {
      signal?.throwIfAborted()
      const { status, statusMessage, pollInterval, pollIntervalMs } = task
      const message = toText(statusMessage, 200)
      if (message !== undefined && message !== told) at.onProgress?.({ message })
      told = message
      const isWaiting = status === 'working'
      if (isWrapped && !isWaiting) {
        return await wire.request('tasks/result', params, { ...at, headers })
      }
      if (status === 'completed') return toObject(task['result'])
      if (status === 'failed') throw toRpcError(task['error'], host.label)
      if (status === 'cancelled') {
        throw new McpError('refused', `${host.label} cancelled the task.`)
      }
      if (status === 'input_required') {
        const inputResponses = await answer(task, at, answered)
        if (Object.keys(inputResponses).length > 0) {
          await wire.request('tasks/update', { ...params, inputResponses }, { signal, headers })
        }
      } else if (!isWaiting) {
        throw new McpError('invalid_answer', `${host.label} has a task of an unknown status.`)
      }
      await pause(Number(pollIntervalMs ?? pollInterval ?? Number.NaN), signal)
      task = await link.inSession(
        () => wire.request('tasks/get', params, { signal, headers }),
        signal,
      )
    }
  } catch (thrown) {
    // Nobody waits for the task any more. Its effect must not come beside that of another call.
    if (!signal?.aborted && !ends.has(task['status'])) cancel()
    throw thrown
  } finally {
    signal?.removeEventListener('abort', cancel)
  }
}

/** Returns the answers to the questions of a task that were not answered yet. */
async function answer(
  task: McpObject,
  { onInput }: McpRequestOptions,
  answered: Set<string>,
): Promise<Record<string, unknown>> {
  const inputResponses: Record<string, unknown> = {}
  for (const [key, asked] of Object.entries(toObject(task['inputRequests']))) {
    if (answered.has(key)) continue
    answered.add(key)
    inputResponses[key] = (await onInput?.(toInput(asked))) ?? { action: 'cancel' }
  }
  return inputResponses
}

function pause(givenMs: number, signal?: AbortSignal): Promise<void> {
  const ms = Number.isFinite(givenMs) ? givenMs : pauseMs.usual
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', end)
        resolve()
      },
      Math.min(Math.max(ms, pauseMs.least), pauseMs.most),
    )
    signal?.addEventListener('abort', end)
  })
}
