import { checkOptions } from '@ambit/core'
import type { Agent } from '@ambit/core'
import { readRecording, record, type Recording, writeRecording } from '@ambit/devtools/record'
import { compareNewRuns, compareRun } from './compare-run.ts'
import { withFiles } from './content.ts'
import { Drift } from './drift.ts'
import { Player } from './player.ts'
import { checkLevel, type PlayOptions } from './play-options.ts'
import { cursorOf } from './replies-of.ts'
import { Same } from './same.ts'
import { updateRecording } from './update-recording.ts'

/** The outcome of a play. */
export interface Played {
  /** True if nothing came out otherwise. */
  readonly ok: boolean
  /** The differences in words, in the order of the runs. */
  readonly drift: readonly string[]
  /** The recording of the play itself. */
  readonly recording: Recording
  /** The text of the recording file, with what came out now. The same recording without a drift. */
  readonly text: string
}

/**
 * Plays a recording against an agent: does what the user did, and compares what came out. The
 * agent's model plays `repliesOf` of the same recording. Plays messages, edits, steering, the
 * queue, approvals, answers to questions, undo, cancels, and calls by the page.
 *
 * Never rejects because of the agent: what fails is part of the drift. Throws an `Error` if the
 * recording cannot be read, or for a wrong `level`.
 *
 * @example
 * const { agent } = await renderWithAgent(<App />, { replies: repliesOf(recording) })
 * expect((await play(recording, agent)).drift).toEqual([])
 */
export async function play(
  recording: unknown,
  agent: Agent,
  options: PlayOptions = {},
): Promise<Played> {
  checkOptions('`play`', options, {
    beforeRun: '',
    clock: '',
    ignore: '',
    level: '',
    redaction: 'redact',
    waitMs: 'timeout',
  })
  const { level = 'tools', ignore = [], redaction = agent.redaction } = options
  checkLevel(level)
  const was = readRecording(recording)
  const drift = new Drift()
  const { before = [], runs } = was
  if (before.length > 0 && agent.history.messages.length === 0) {
    agent.history.load(before.map((message) => withFiles(message, was.files)))
  }
  const { runs: lost = 0, events = 0 } = was.dropped ?? {}
  if (lost + events > 0 || runs.length === 0) {
    drift.add(
      'the recording',
      '',
      `lost ${lost} runs and ${events} events, and has ${runs.length} runs. Record less at once, or give \`record\` a larger \`maxBytes\``,
    )
  }
  const isFull = level === 'prompt' || Object.keys(was.messages).length > 0
  const recorder = record(agent, { requests: isFull ? 'full' : 'meta', redaction })
  const same = new Same(was.startedAt, Date.now())
  const cursor = cursorOf(was)
  const player = new Player({ agent, was, recorder, drift, options, cursor, same })
  try {
    await player.play()
  } finally {
    player.stop()
    recorder.stop()
  }
  const is = recorder.recording
  const pairs = player.pairs(is)
  for (const [at, run] of runs.entries()) {
    const now = pairs.get(run.id)
    compareRun({ was, is, run, now, name: `run ${at + 1}`, level, ignore, drift, same })
  }
  compareNewRuns({ was, is, drift }, pairs)
  const lines = drift.lines
  const text = writeRecording(lines.length > 0 ? updateRecording(was, is, pairs, same) : was)
  return { ok: lines.length === 0, drift: lines, recording: is, text }
}
