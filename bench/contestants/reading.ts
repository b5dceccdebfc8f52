import { type Contestant, question } from '../task.ts'
import { writeScript } from '../wire/script.ts'
import { createScriptedFetch } from '../wire/scripted-fetch.ts'
import { readEvents } from './floor-loop.ts'

const toReading = (name: string, read: (response: Response) => Promise<void>): Contestant => ({
  name,
  async prepare(task) {
    const { endpoint } = await writeScript(task)
    return () => {
      const fetch = createScriptedFetch(endpoint)
      return async () => {
        for (const _ of endpoint) {
          await read(await fetch('http://bench.invalid', { method: 'POST', body: question }))
        }
      }
    }
  },
})

/**
 * The cost of the benchmark's own network on Ambit's wire. Each answer is read to its end, and its
 * bytes are dropped.
 */
export const bytes: Contestant = toReading('the bytes alone', async ({ body }) => {
  const reader = body?.getReader()
  while (reader && !(await reader.read()).done);
})

/** The least cost of reading Ambit's wire: the floor's reader, with each event parsed. */
export const events: Contestant = toReading('the wire alone, read and parsed', (response) =>
  readEvents(response, (data) => void JSON.parse(data)),
)
