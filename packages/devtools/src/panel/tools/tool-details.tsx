import type { AnyTool, Scope } from '@ambit/core'
import { type ReactElement, useState } from 'react'
import type { Watched } from '../../watch/watch-agent.ts'
import { toShownJson, toShownText, toShownThrown } from '../redact-shown.ts'
import { useRead } from '../use-read.ts'
import { Pin } from './toggle-bar.tsx'
import { reasonOf } from './tool-row.tsx'
import { keyOfTool, type NowRow } from './tools-now.ts'

interface ToolDetailsProps {
  readonly row: NowRow
  readonly watched: Watched
}

/** Renders what is known of a scope or a tool now, and the switch of a tool. */
export function ToolDetails({ row, watched }: ToolDetailsProps): ReactElement {
  const { agent } = watched
  const { scope, tool, availability } = row
  const marks = tool ? marksOfTool(tool, scope) : marksOfScope(scope)
  const show = (text: string): string => toShownText(text, agent)
  return (
    <>
      <h3>{show(tool ? tool.title : scope.label)}</h3>
      <p className="muted">
        {show(tool ? `Tool "${tool.name}" of the scope "${scope.name}"` : `Scope "${scope.name}"`)}
        {scope.name === 'agent' && ', of the agent itself'}
      </p>
      <p className={availability.enabled ? 'on' : 'off'}>
        {availability.enabled ? 'On now' : `Off now: ${show(reasonOf(row))}`}
      </p>
      {!availability.enabled && availability.thrown !== undefined && (
        <pre>{toShownThrown(availability.thrown, agent)}</pre>
      )}
      {tool && <Switch name={tool.name} watched={watched} />}
      {marks.length > 0 && (
        <ul aria-label="Marks">
          {marks.map((mark) => (
            <li key={mark}>{show(mark)}</li>
          ))}
        </ul>
      )}
      {tool && <p>{show(tool.description)}</p>}
      {tool && <Schema tool={tool} watched={watched} />}
    </>
  )
}

function Switch({
  name,
  watched,
}: {
  readonly name: string
  readonly watched: Watched
}): ReactElement {
  const { toggles } = watched
  const isOff = useRead(toggles).off.includes(name)
  if (!toggles.isAllowed) return <></>
  return (
    <p>
      <button type="button" aria-pressed={isOff} onClick={() => toggles.switchTool(name, !isOff)}>
        {isOff ? 'Switch on again' : 'Switch off'}
      </button>{' '}
      {isOff && <Pin toggles={toggles} toggle={keyOfTool(name) as `tool ${string}`} />}
    </p>
  )
}

function Schema({
  tool,
  watched,
}: {
  readonly tool: AnyTool
  readonly watched: Watched
}): ReactElement {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Schema of its arguments</summary>
      {isOpen && <pre>{toShownJson(tool.jsonSchema, watched.agent)}</pre>}
    </details>
  )
}

function marksOfTool(tool: AnyTool, scope: Scope): string[] {
  const { effect, visible, untrusted, mode, requiresApproval, sandbox } = tool
  return [
    effect && `Effect: ${effect}`,
    requiresApproval && 'A user is asked before a call',
    toVisibleMark(visible, 'it'),
    untrusted && 'Its results are third-party text',
    mode === 'silent' && 'Silent: the model gets no result',
    sandbox && 'Runs in the sandbox',
    exposedTo(visible.outside ?? scope.visible.outside),
  ].filter((mark) => typeof mark === 'string')
}

function marksOfScope({ visible, untrusted, load, instructions, context }: Scope): string[] {
  return [
    context && 'Context at the end',
    instructions !== undefined && 'Instructions of its own',
    load === 'onDemand' && 'Loads on demand',
    untrusted && 'Its context is third-party text',
    toVisibleMark(visible, 'its tools'),
    exposedTo(visible.outside),
  ].filter((mark) => typeof mark === 'string')
}

function toVisibleMark({ off, model }: Scope['visible'], of: string): string | false {
  if (model === false) return `No model may know of ${of}`
  if (off === 'secret') return `Nothing is told of ${of} while off`
  return off === 'explain' && `The model is told of ${of} while off, also without a reason`
}

function exposedTo(outside: Scope['visible']['outside'] = true): string | false {
  if (outside === true) return false
  const to = outside === false ? '' : [...outside].join(', ')
  return to ? `Exposed to ${to} alone` : 'Not exposed to callers from outside'
}
