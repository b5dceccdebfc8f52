import { memoryUsage } from 'node:process'
import { createAgent, Tool } from 'ambit'
import { runAgent } from 'ambit/code'
import type { Figure, Suite } from '../figure.ts'
import { collectGarbage } from '../measure.ts'
import { createParameters, describeTool, question, search, type Task } from '../task.ts'
import { createPortModel } from '../wire/port-model.ts'
import { writeScript } from '../wire/script.ts'

const task: Task = { iterations: 1, calls: 1, tools: 1, words: 1 }
const runs = 1_000

/** The memory that stays on the heap after runs have ended. */
export const memory: Suite = {
  name: 'memory',
  async run() {
    const tool = new Tool({ ...describeTool(0), parameters: createParameters(), handler: search })
    const script = await writeScript(task)
    const createModel = () => createPortModel(script)
    const agent = createAgent({ model: createModel(), tools: [tool] })
    return [
      await grow('1,000 execute on one agent', async () => {
        await agent.with({ model: createModel() }).execute(question)
      }),
      await grow('1,000 chat, an agent each', async () => {
        await createAgent({ model: createModel(), tools: [tool] }).chat(question)
      }),
      await grow('1,000 runAgent', async () => {
        await runAgent((code) => code.tool('double', 1, (input) => input * 2))
      }),
    ]
  },
}

/**
 * Measures the growth of the heap from run 1,000 to run 2,000. By then the code is compiled, and
 * the caches are full. Up to 1 % is noise.
 */
async function grow(what: string, run: () => Promise<void>): Promise<Figure> {
  const repeat = async (): Promise<number> => {
    for (let nth = 0; nth < runs; nth++) await run()
    // Finalisers and weak maps release memory one collection later.
    for (let nth = 0; nth < 3; nth++) {
      await new Promise((resolve) => setImmediate(resolve))
      collectGarbage()
    }
    return memoryUsage().heapUsed
  }
  const before = await repeat()
  const after = await repeat()
  return {
    what: `heap after ${what}`,
    ours: toKilobytes(after),
    against: 'before them',
    theirs: toKilobytes(before),
    ratio: after / before,
    most: 1.01,
  }
}

const toKilobytes = (bytes: number): string => `${Math.round(bytes / 1_024)} kB`
