import type { AguiEvent } from './agui-event.ts'

/** The types that leave an open message or call of chunks open. */
const beside = /^(RAW|CUSTOM|ACTIVITY|STATE|STEP|SUBAGENT|REASONING_ENCRYPTED)/

/**
 * Creates a function that replaces chunks by the events that they stand for: a start, the content
 * and an end. It also gives the events of versions before 1.0 their present names.
 */
export function createExpander(take: (event: AguiEvent) => void): (event: AguiEvent) => void {
  /** The message or call that chunks have opened. */
  let open: { readonly kind: string; readonly ids: object } | undefined
  const close = (): void => {
    if (open) take({ type: `${open.kind}_END`, ...open.ids })
    open = undefined
  }
  return (given) => {
    const type = given.type.replace(/^THINKING_TEXT_MESSAGE/, 'REASONING_MESSAGE')
    const event = type === given.type ? given : { messageId: 'thinking', ...given, type }
    const kind = /^(TEXT_MESSAGE|TOOL_CALL|REASONING_MESSAGE)_CHUNK$/.exec(type)?.[1]
    if (kind === undefined) {
      if (!beside.test(type)) close()
      return take(event)
    }
    const key = kind === 'TOOL_CALL' ? 'toolCallId' : 'messageId'
    const id = event[key]
    if (
      typeof id === 'string' &&
      !(open?.kind === kind && key in open.ids && isOf(open.ids, key, id))
    ) {
      close()
      open = { kind, ids: { [key]: id } }
      take({ ...event, type: `${kind}_START` })
    }
    if (open?.kind === kind && event['delta'] !== undefined) {
      const content = kind === 'TOOL_CALL' ? 'ARGS' : 'CONTENT'
      take({ ...event, ...open.ids, type: `${kind}_${content}` })
    }
  }
}

const isOf = (ids: object, key: string, id: string): boolean =>
  (ids as Record<string, unknown>)[key] === id
