import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { type DrivenCall, type DrivenModel, drivenModel } from '@ambit/testing'
import type { CallAction, FinishWord, ModelAction } from './loop-actions.ts'

/** A call that was asked for under one key, which all good arguments have. */
interface Asked {
  readonly isGood: boolean
  /** True once the message, and with it this call, was declared whole. */
  isWhole: boolean
  runs: number
  readonly mostRuns: number
}

/** A model that performs actions, and knows which of the calls it asked for may run. */
export class ModelUnderTest {
  readonly driven: DrivenModel = drivenModel()
  /** The runs of handlers that must not happen, in words. */
  readonly wronglyRun: string[] = []
  readonly #asked = new Map<number, Asked>()
  readonly #open = new Map<DrivenCall, Asked[]>()
  #count = 0

  /** Notes a call that the page makes instead of the model. Returns the key for its arguments. */
  ask(tool: string): number {
    const key = ++this.#count
    this.#asked.set(key, { isGood: true, isWhole: true, runs: 0, mostRuns: mostRuns(tool) })
    return key
  }

  /** Notes that a handler was run. */
  noteRun(tool: string, key: unknown): void {
    const asked = this.#asked.get(Number(key))
    const fault = (what: string): unknown => this.wronglyRun.push(`"${tool}" was run ${what}`)
    if (!asked) fault('with arguments nobody gave')
    else if (!asked.isGood) fault('with broken arguments')
    else if (!asked.isWhole) fault('before its message was whole')
    else if (++asked.runs > asked.mostRuns) fault('again')
  }

  drive(call: DrivenCall, action: ModelAction): void {
    switch (action.type) {
      case 'delta':
        call.push({ type: `${action.part}-delta`, id: action.part, delta: `${action.part} ` })
        return
      case 'begin':
        call.push({ type: 'tool-input-start', id: `begun_${++this.#count}`, toolName: action.tool })
        return
      case 'call':
        call.push(...this.#toParts(call, action))
        return
      case 'reply': {
        const whole = { type: 'call', id: 'fresh', input: 'good', streamed: true, at: 0 } as const
        this.drive(call, { type: 'delta', part: 'text', at: 0 })
        for (const tool of action.tools) this.drive(call, { ...whole, tool })
        this.drive(call, { type: 'finish', reason: 'tool-calls', closes: true, at: 0 })
        return
      }
      case 'finish':
        if (action.reason === 'stop' || action.reason === 'tool-calls') {
          for (const asked of this.#open.get(call) ?? []) asked.isWhole = true
        }
        call.push(toFinish(action.reason))
        if (action.closes) call.close()
        return
      case 'errorPart':
        call.push({ type: 'error', error: { type: 'overloaded_error' } })
        return
      case 'close':
        call.close()
        return
      case 'break':
        call.fail(new TypeError('network error'))
        return
      case 'refuse':
        call.refuse(Object.assign(new Error('refused'), { statusCode: action.status }))
    }
  }

  #toParts(call: DrivenCall, action: CallAction): LanguageModelV4StreamPart[] {
    const { tool: toolName, input: kind } = action
    const key = ++this.#count
    const asked = {
      isGood: kind === 'good',
      isWhole: false,
      runs: 0,
      mostRuns: mostRuns(toolName),
    }
    this.#asked.set(key, asked)
    this.#open.set(call, [...(this.#open.get(call) ?? []), asked])
    const whole = JSON.stringify({ key })
    const input = { good: whole, partial: whole.slice(0, -1), empty: '', list: '[1]' }[kind]
    const id = { fresh: `call_${key}`, same: 'same', odd: `odd.${key}/é`, none: '' }[action.id]
    const streamed: LanguageModelV4StreamPart[] = [
      { type: 'tool-input-start', id, toolName },
      { type: 'tool-input-delta', id, delta: input },
      { type: 'tool-input-end', id },
    ]
    return [
      ...(action.streamed ? streamed : []),
      { type: 'tool-call', toolCallId: id, toolName, input },
    ]
  }
}

const mostRuns = (tool: string): number => (tool === 'twice' ? 2 : 1)

const toFinish = (unified: FinishWord): LanguageModelV4StreamPart => ({
  type: 'finish',
  finishReason: { unified, raw: unified },
  usage: {
    inputTokens: { total: 10, noCache: 10, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: 5, text: 5, reasoning: undefined },
  },
})
