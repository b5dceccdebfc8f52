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
  /** Whether a press was in a row, or in another item of several. */
  isInItem: boolean
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
    const [, quoted, item] = ofPress.exec(String(done)) ?? []
    if (quoted === undefined) continue
    const name = JSON.parse(quoted) as string
    const before = pressed.get(name) ?? { count: 0, isAsked: false, isInItem: false }
    before.count += 1
    before.isAsked ||= asked.has(event.callId)
    before.isInItem ||= item !== undefined
    pressed.set(name, before)
  }
  return [...pressed].toSorted(([, a], [, b]) => b.count - a.count)
}

const ofPress = /^Press \S+ ("(?:[^"\\]|\\.)*")(?:.*? in (row|listitem|article|treeitem)\b)?/s

/** Returns a name that a tool may have, and that no tool of Ambit has. */
function toToolName(name: string): string {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const words = plain.match(/[a-z0-9]+/g)?.join('_') ?? 'control'
  return words.replace(/^(?=\d|(?:control|press|fill|choose|find_tools)$)/, 'press_').slice(0, 64)
}

/** Returns the code of a tool in place of presses. */
function toTool(name: string, { isAsked, isInItem }: Pressed): string {
  const toolName = toToolName(name)
  return [
    `// npx ambit add tool ${toolName} src/….tsx`,
    '// Outside of the component:',
    'const parameters = z.object({})',
    '// Inside:',
    'useTool({',
    `  name: '${toolName}',`,
    `  description: ${JSON.stringify(`${name}. TODO: when to use it.`)},`,
    ...(isInItem ? ['  subject: { id: item.id, label: item.name },'] : []),
    '  parameters,',
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
