import type { TextEnd, TextEngine, TextModel, TextRequest } from '../src/in-page/text-model.ts'

/** The answer of a request: its pieces, an error, or the pieces that a function writes. */
export type Answer =
  | readonly (string | TextEnd)[]
  | Error
  | ((request: TextRequest) => AsyncIterable<string | TextEnd>)

/** A model whose engine gives the answers of a list, in their order. */
export interface WrittenModel extends TextModel {
  readonly requests: TextRequest[]
  /** How often the engine was loaded, and how often it was closed. */
  loads: number
  closes: number
  /** The most answers that were being written at one time. */
  mostAtOnce: number
}

/** Creates a model in the page that writes given answers. The last one is repeated. */
export function writtenModel(
  answers: readonly Answer[],
  changes: Partial<Omit<TextModel, 'load'>> & {
    readonly engine?: Omit<TextEngine, 'generate'>
    readonly load?: TextModel['load']
  } = {},
): WrittenModel {
  const { engine, ...model } = changes
  let now = 0
  const made: WrittenModel = {
    modelId: 'written',
    requests: [],
    loads: 0,
    closes: 0,
    mostAtOnce: 0,
    async load(at) {
      made.loads++
      await model.load?.(at)
      return {
        ...engine,
        async *generate(request) {
          const answer = answers[Math.min(made.requests.length, answers.length - 1)] ?? []
          made.requests.push(request)
          made.mostAtOnce = Math.max(made.mostAtOnce, ++now)
          try {
            if (answer instanceof Error) throw answer
            yield* typeof answer === 'function' ? answer(request) : answer
          } finally {
            now--
          }
        },
        close: () => void made.closes++,
      }
    },
  }
  const { load: _load, ...others } = model
  return Object.assign(made, others)
}

/** Cuts a text into pieces of some characters. */
export const cut = (text: string, size: number): string[] =>
  text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
