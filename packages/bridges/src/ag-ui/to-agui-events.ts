import { checkOptions, type Run } from '@ambit/core'
import type { AguiEvent } from './agui-event.ts'

/** The options of {@link toAguiEvents}. */
export interface ToAguiOptions {
  /** The id of the thread. Default: the `sessionId` of the call, then the id of the root run. */
  threadId?: string | undefined
}

/**
 * Yields the events of a run as events of the AG-UI protocol 1.0, from the first one to the one
 * that ends the run. Never throws. It stops nothing if the reading ends before.
 *
 * Text, reasoning and the arguments of calls stream. An approval and a question do not end the run:
 * they are `CUSTOM` events, such as `ambit.pending_added`, because Ambit's run waits in place.
 * A cancelled run ends with the outcome `cancelled`, a failed one with `RUN_ERROR`. Results, errors
 * and `CUSTOM` events are without what the agent's redaction removes.
 *
 * A run inside a call, such as one of `agentTool`, is a subagent: its texts, reasoning and calls
 * have its `subagentRunId`. It has no `CUSTOM` events.
 */
export async function* toAguiEvents(
  run: Run<unknown>,
  options: ToAguiOptions = {},
): AsyncGenerator<AguiEvent, void> {
  checkOptions('`toAguiEvents`', options, { threadId: ':string' })
  const events = run.withInner()
  const loaded = await import('./event-writer.ts').catch(() => undefined)
  if (!loaded) {
    await events.return?.()
    yield { type: 'RUN_ERROR', message: 'A part of the page could not be loaded.', code: 'load' }
    return
  }
  const createWriter = () => new loaded.EventWriter(run, options.threadId)
  const writer = createWriter()
  const subagents = new loaded.Subagents(createWriter)
  for await (const event of events) {
    const told = event.runId === run.id ? writer : subagents
    for (const written of told.write(event)) yield { ...written, timestamp: event.at }
  }
}
