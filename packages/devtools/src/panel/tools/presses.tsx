import { type ReactElement, useMemo } from 'react'
import { toShownStart, toShownText } from '../redact-shown.ts'
import type { TabProps } from '../tab.ts'
import { useRead } from '../use-read.ts'
import type { KeptEvent } from '../../watch/event-log.ts'

/** A control that page tools have pressed. */
interface Pressed {
  count: number
  /** Whether a user was asked about a press. */
  isAsked: boolean
  /** Whether a press named the row, or another place. */
  hasPlace: boolean
}

/** Returns the controls that page tools have pressed, by name, the most often pressed first. */
function countPresses(events: readonly KeptEvent[]): [name: string, Pressed][] {
  const asked = new Set<string>()
  const pressed = new Map<string, Pressed>()
  for (const event of events) {
    if (event.type === 'agent:pending_added') asked.add(event.callId)
    if (event.type !== 'agent:tool_succeeded' || event.tool !== 'press') continue
    // What the tool of the page tells the model of its press.
    const { done } = Object(event.result) as { readonly done?: unknown }
    const [, quoted, place] = /^Press \S+ ("(?:[^"\\]|\\.)*")( in )?/.exec(String(done)) ?? []
    if (quoted === undefined) continue
    const name = JSON.parse(quoted) as string
    const before = pressed.get(name) ?? { count: 0, isAsked: false, hasPlace: false }
    before.count += 1
    before.isAsked ||= asked.has(event.callId)
    before.hasPlace ||= place !== undefined
    pressed.set(name, before)
  }
  return [...pressed].toSorted(([, a], [, b]) => b.count - a.count)
}

/** Returns the code of a tool in place of presses. */
function toTool(name: string, { isAsked, hasPlace }: Pressed): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? ['press']
  return [
    `// npx ambit add tool ${words.join('_')} src/….tsx`,
    'useTool({',
    `  name: '${words.join('_')}',`,
    `  description: ${JSON.stringify(`${name}. TODO: when to use it.`)},`,
    ...(hasPlace ? ['  subject: { id: item.id, label: item.name },'] : []),
    '  parameters: z.object({}),',
    `  effect: '${isAsked ? 'destructive' : 'write'}',`,
    '  handler: () => TODO,',
    '})',
  ].join('\n')
}

/** Renders what page tools have pressed, each with the tool to write in its place. */
export function Presses({ watched }: Pick<TabProps, 'watched'>): ReactElement {
  const { agent } = watched
  const { events } = useRead(watched.events)
  const all = useMemo(() => countPresses(events), [events])
  return (
    <>
      {all.length > 0 && <h3>Pressed by page tools</h3>}
      {all.map(([name, pressed]) => (
        <details key={name}>
          <summary>
            {toShownStart(name, agent, 80)},{' '}
            {pressed.count === 1 ? 'once' : `${pressed.count} times`}: make it a tool
          </summary>
          <pre>{toShownText(toTool(name, pressed), agent)}</pre>
        </details>
      ))}
    </>
  )
}
