import { checkOptions } from '@ambit/core'
import { readRecording } from './read-recording.ts'
import type { RecordedRun, Recording } from './recording.ts'

/** The options of a generated test. */
export interface ToTestOptions {
  /** The path of the recording file, relative to the test. Default `./session.recording.json`. */
  readonly file?: string | undefined
  /** The name of the test. Default: what the user did. */
  readonly name?: string | undefined
  /** The module that has the app, relative to the test. Default `./app`. */
  readonly from?: string | undefined
  /** The name of the React component in it. Default `App`. */
  readonly component?: string | undefined
  /**
   * The name of a function in `from`, for an app without React: it gets a model, and returns the
   * agent. Takes the place of `component`.
   */
  readonly createAgent?: string | undefined
  /** The things that the test compares: the `level` of `play`. Default: that of `play`, `tools`. */
  readonly level?: 'calls' | 'tools' | 'results' | 'prompt' | undefined
}

/**
 * Returns the text of a test for Vitest that plays a recording, in the default format of Prettier.
 * Write it beside the file of the recording, which `writeRecording` gives.
 *
 * Throws an `Error` if the recording cannot be read, has no run, or has lost runs or events.
 */
export function toTest(recording: unknown, options: ToTestOptions = {}): string {
  checkOptions('`toTest`', options, {
    component: '',
    createAgent: '',
    file: '',
    from: '',
    level: '',
    name: '',
  })
  const whole = readRecording(recording)
  checkDropped(whole)
  const { runs } = whole
  const { file = './session.recording.json', from = './app', component = 'App' } = options
  const { createAgent, level, name = nameOf(runs) } = options
  const isReact = createAgent === undefined
  const head = isReact
    ? `// @vitest-environment jsdom
import "@ambit/testing/dom";
import { renderWithAgent } from "@ambit/testing/react";
import { expectNoDrift, play, repliesOf } from "@ambit/testing/replay";
import { expect, it } from "vitest";
import { ${component} } from ${quote(from)};
`
    : `import { scriptedModel } from "@ambit/testing";
import { expectNoDrift, play, repliesOf } from "@ambit/testing/replay";
import { expect, it } from "vitest";
import { ${createAgent} } from ${quote(from)};
`
  const setUp = isReact
    ? `  // Give it what else your agent has, such as \`approval\`, \`tools\`, \`redaction\`.
  const { agent } = await renderWithAgent(<${component} />, {
    replies: repliesOf(recording),
  });
`
    : `  const agent = ${createAgent}(scriptedModel(repliesOf(recording)));
`
  const how = level === undefined || level === 'tools' ? '' : `, { level: "${level}" }`
  return `${head}import recording from ${quote(file)};

it(${quote(name)}, async () => {
${setUp}  const played = await play(recording, agent${how});
  await expectNoDrift(expect, played, ${quote(file)});
});
`
}

/** Returns a short name of what the user did, which fits on one line. */
function nameOf(runs: readonly RecordedRun[]): string {
  const steps = runs.filter(({ parent }) => parent === undefined).map(describe)
  const text = steps.filter(Boolean).join(', then ')
  return text.length > 60 ? `${text.slice(0, 59)}…` : text || 'plays a session'
}

function describe({ kind, input, calls, undone }: RecordedRun): string {
  if (kind === 'undo') return `undo of ${undone[0]?.tool}`
  if (kind === 'tool') return `the page calls ${calls[0]?.tool}`
  const said = typeof input === 'string' ? input : input?.flatMap(textOf).join(' ')
  const words = said?.replaceAll(/\s+/g, ' ').trim() ?? ''
  return kind === 'edit' ? `edit to ${words}` : kind === 'other' ? '' : words || kind
}

const textOf = (part: { readonly type: string; readonly text?: string }): string[] =>
  part.type === 'text' && part.text !== undefined ? [part.text] : [`(${part.type})`]

/** Writes a text as Prettier does: in the quotes that need the fewest escapes. */
function quote(text: string): string {
  const json = JSON.stringify(text)
  const doubles = text.split('"').length
  const singles = text.split("'").length
  if (doubles <= singles) return json
  return `'${json
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll("'", String.raw`\'`)}'`
}

/** Throws an `Error` if a recording has lost runs or events, or has no run: nothing to play. */
function checkDropped({ runs, dropped }: Recording): void {
  const { runs: lostRuns = 0, events = 0 } = dropped ?? {}
  if (lostRuns > 0) {
    throw new Error(
      `The recording has lost its ${count(lostRuns, 'oldest run')}, because all runs together were larger than \`maxBytes\`. A test could not play what came before. Record again with a larger \`maxBytes\`, or record a shorter session.`,
    )
  }
  if (events > 0) {
    throw new Error(
      `The recording has lost ${count(events, 'event')}, because a run had more than \`maxEvents\`. A test would miss what the app did there. Record again with a larger \`maxEvents\`.`,
    )
  }
  if (runs.length === 0) {
    throw new Error(
      'The recording has no run, so a test of it would test nothing. Use the app while the recorder listens, then make the test.',
    )
  }
}

const count = (of: number, name: string): string => `${of} ${name}${of === 1 ? '' : 's'}`
