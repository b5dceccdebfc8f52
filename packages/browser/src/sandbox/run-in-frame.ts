import { AgentError, CancellationError, type SandboxRequest, TimeoutError } from '@ambit/core'
import { maxResult } from './bounds.ts'
import { explainFailure, unread } from './explain-failure.ts'
import { createFrame, sandboxScriptHash } from './frame.ts'
import { parseMessage } from './worker-script.ts'

export interface FrameCall extends Pick<SandboxRequest, 'tool' | 'args' | 'signal' | 'onProgress'> {
  readonly script: string
  readonly env: SandboxRequest['env']
  readonly timeoutMs: number
  readonly connectSource: string
}

/** The longest delay of a browser's timer. A longer one fires at once. */
const longestMs = 2 ** 31 - 1

/** The time in which the frame has to report that its worker has started. */
const startMs = 10_000

/**
 * Runs one call in a frame of its own, and removes the frame when the call ends, however the call
 * ends. The frame has no origin, and reaches neither the page nor the page's storage. The worker
 * inside the frame reaches neither the document of the frame nor the network.
 */
export function runInFrame(call: FrameCall): Promise<unknown> {
  const { tool, signal } = call
  const { port1: port, port2 } = new MessageChannel()
  const frame = createFrame(call.connectSource)
  let timer: ReturnType<typeof setTimeout> | undefined
  let stop = (): void => undefined
  const outcome = new Promise<unknown>((resolve, reject) => {
    stop = () => reject(new CancellationError(signal.reason))
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop)
    timer = setTimeout(() => reject(notStarted()), startMs)
    port.addEventListener('message', ({ data }: MessageEvent<string | readonly unknown[]>) => {
      const [kind, first, second, third] = typeof data === 'string' ? parseMessage(data) : data
      if (kind === 'started') {
        clearTimeout(timer)
        const { timeoutMs } = call
        const late = (): void =>
          reject(new TimeoutError(`"${tool}" in its sandbox`, timeoutMs, true))
        timer = setTimeout(late, Math.min(timeoutMs, longestMs))
      }
      if (kind === 'blocked') reject(notStarted())
      if (kind === 'report') call.onProgress(toProgress(first, second))
      if (kind === 'done') resolve(first)
      if (kind === 'large') reject(tooLarge(tool))
      if (kind === 'unread') reject(unread(tool, first))
      if (kind === 'threw') {
        reject(explainFailure(tool, { name: first, message: second, blocked: third }))
      }
    })
    port.start()
    frame.addEventListener('load', () => {
      const { script, args, env = {} } = call
      try {
        frame.contentWindow?.postMessage({ script, input: { args, env } }, '*', [port2])
      } catch {
        reject(cannotClone(tool))
      }
    })
    document.body.append(frame)
  })
  return outcome.finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    port.close()
    frame.remove()
  })
}

/** Returns the well-formed parts of a report. The code in the sandbox may send anything. */
function toProgress(percent: unknown, message: unknown): { percent?: number; message?: string } {
  return {
    ...(typeof percent === 'number' && { percent }),
    ...(typeof message === 'string' && { message: message.slice(0, 1_000) }),
  }
}

const notStarted = (): AgentError =>
  new AgentError(
    `The sandbox did not start, so nothing was run. If the page has a Content-Security-Policy, it must have ${sandboxScriptHash} under \`script-src\` and \`blob:\` under \`worker-src\`.`,
  )

const cannotClone = (tool: string): AgentError =>
  new AgentError(
    `The arguments of "${tool}" cannot be copied into its sandbox. Have its schema give plain data: no functions, no class instances.`,
  )

const tooLarge = (tool: string): AgentError =>
  new AgentError(
    `"${tool}" ended with more than ${maxResult} characters of JSON, and a sandbox passes on no more. Have it return less.`,
  )
