import type { Recording } from './recording.ts'

/** Throws an `Error` if a recording has lost runs or events, or has no run: nothing to play. */
export function checkDropped({ runs, dropped }: Recording): void {
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
