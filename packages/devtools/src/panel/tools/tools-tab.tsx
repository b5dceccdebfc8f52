import type { Agent } from '@ambit/core'
import { type ReactElement, useCallback, useState } from 'react'
import { toClock } from '../format.ts'
import { WindowedList } from '../list/windowed-list.tsx'
import { toShownText, toShownThrown } from '../redact-shown.ts'
import type { TabProps } from '../tab.ts'
import { useRead } from '../use-read.ts'
import { findOwner } from './find-owner.ts'
import { Outline, type OutlineProps } from './outline.tsx'
import { ToggleBar } from './toggle-bar.tsx'
import { ToolDetails } from './tool-details.tsx'
import { ToolRow } from './tool-row.tsx'
import { keyOfTool, type NowRow, useToolsNow } from './tools-now.ts'
import { nameOfControl, Unreached } from './unreached.tsx'

/** Renders the tab "Tools": the scopes and tools of now, and the toggles. */
export function ToolsTab({ watched, at }: TabProps): ReactElement {
  const { agent, toggles } = watched
  const [{ rows, leftOut, unreached, readAt }, readAgain] = useToolsNow(agent)
  const { pinned } = useRead(toggles)
  const [choice, setChoice] = useState<{ readonly at?: string | undefined; readonly key: string }>()
  const key = choice && choice.at === at ? choice.key : at && keyOfTool(at)
  const [pointed, setPointed] = useState<NowRow | HTMLElement>()
  const [root, findRoot] = useRoot()
  const chosen = rows.findIndex((row) => row.key === key)
  const row = rows[chosen]
  const outlined = pointed ?? row
  const isPinned = (key: string | undefined): boolean => pinned.some((toggle) => toggle === key)
  return (
    <div className="tools" ref={findRoot}>
      <ToggleBar watched={watched} />
      <div className="split">
        <div className="pane">
          <ReadAgain readAt={readAt} onClick={readAgain} />
          {rows.length === 0 ? (
            <p className="empty">This agent has no scope and no tool now.</p>
          ) : (
            <WindowedList
              label="Scopes and tools now"
              count={rows.length}
              chosen={chosen}
              onChoose={(place) => setChoice({ at, key: rows[place]?.key ?? '' })}
            >
              {(place) => (
                <ToolRow
                  row={rows[place] as NowRow}
                  agent={agent}
                  isPinned={isPinned(rows[place]?.key)}
                  onPoint={setPointed}
                />
              )}
            </WindowedList>
          )}
        </div>
        <div className="pane">
          <div className="scroll" role="region" aria-label="Chosen scope or tool" tabIndex={0}>
            {row && <ToolDetails key={row.key} row={row} watched={watched} />}
            {!row && <p className="empty">{chooseText}</p>}
            <LeftOut agent={agent} all={leftOut} />
            <Unreached agent={agent} controls={unreached} onPoint={setPointed} />
          </div>
        </div>
      </div>
      {outlined && root && (
        // With each reading, the component may have other elements.
        <Outlined
          key={`${'key' in outlined ? outlined.key : unreached.indexOf(outlined)} ${readAt}`}
          of={outlined}
          agent={agent}
          root={root}
        />
      )}
    </div>
  )
}

const chooseText = 'Choose a scope or a tool. Its element is outlined on the page.'

/** Returns the root that an element stands in, and the element's ref. */
function useRoot(): readonly [Root | undefined, (element: HTMLElement | null) => void] {
  const [root, setRoot] = useState<Root>()
  const find = useCallback((element: HTMLElement | null) => {
    if (element) setRoot(element.getRootNode() as Root)
  }, [])
  return [root, find]
}

type Root = ShadowRoot | Document

interface ReadAgainProps {
  readonly readAt: number
  readonly onClick: () => void
}

const ReadAgain = ({ readAt, onClick }: ReadAgainProps): ReactElement => (
  <div className="bar">
    <span>Now, not in a request ({toClock(readAt)})</span>
    <button type="button" onClick={onClick}>
      Read again
    </button>
  </div>
)

interface LeftOutProps {
  readonly agent: Agent
  readonly all: readonly { readonly what: string; readonly error: unknown }[]
}

/** Renders what could not be registered, and why. */
const LeftOut = ({ agent, all }: LeftOutProps): ReactElement => (
  <>
    {all.length > 0 && <h3>Left out</h3>}
    {all.map(({ what, error }, nth) => (
      <section key={nth} aria-label={`Left out: ${toShownText(what, agent)}`}>
        <strong>{toShownText(what, agent)}</strong>
        <pre>{toShownThrown(error, agent)}</pre>
      </section>
    ))}
  </>
)

interface OutlinedProps extends Pick<OutlineProps, 'agent' | 'root'> {
  readonly of: NowRow | HTMLElement
}

/** Renders a frame around a control of the page, or what a row's component has on it. */
function Outlined({ of, agent, root }: OutlinedProps): ReactElement {
  if (of instanceof HTMLElement)
    return <Outline name={nameOfControl(of)} find={() => [of]} agent={agent} root={root} />
  const { scope, tool } = of
  const { name } = tool ?? scope
  const find: OutlineProps['find'] = () => findOwner(agent, { kind: tool ? 'tool' : 'scope', name })
  return <Outline name={name} find={find} agent={agent} root={root} />
}
