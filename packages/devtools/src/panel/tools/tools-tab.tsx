import type { Agent } from '@ambit/core'
import { type ReactElement, useCallback, useLayoutEffect, useState } from 'react'
import { toClock } from '../format.ts'
import { WindowedList } from '../list/windowed-list.tsx'
import { toShownStart, toShownText, toShownThrown } from '../redact-shown.ts'
import type { TabProps } from '../tab.ts'
import { useRead } from '../use-read.ts'
import { Presses } from './presses.tsx'
import { ToggleBar } from './toggle-bar.tsx'
import { ToolDetails } from './tool-details.tsx'
import { ToolRow } from './tool-row.tsx'
import { keyOfTool, type NowRow, useToolsNow } from './tools-now.ts'
import { createPortal } from 'react-dom'

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
            <Presses watched={watched} />
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

/** A place on the page, in pixels. */
interface Place {
  readonly top: number
  readonly left: number
  readonly width: number
  readonly height: number
}

interface OutlineProps {
  readonly agent: Agent
  readonly name: string
  /** Returns the elements and texts to frame. Called once. */
  readonly find: () => readonly (Element | Text)[]
  /** The root that the outline is put into, so that nothing of the page changes. */
  readonly root: ShadowRoot | Document
}

/** Renders a frame on the page around elements and texts. */
function Outline({ agent, name, find, root }: OutlineProps): ReactElement {
  const [place, setPlace] = useState<Place>()
  const [nodes] = useState(find)
  useLayoutEffect(() => {
    const read = (): void => setPlace(placeOf(nodes))
    read()
    addEventListener('scroll', read, { capture: true, passive: true })
    addEventListener('resize', read)
    return () => {
      removeEventListener('scroll', read, { capture: true })
      removeEventListener('resize', read)
    }
  }, [nodes])
  if (!place) return <></>
  const frame = (
    <div className="outline" style={{ ...place }} aria-hidden="true">
      <span>{toShownStart(name, agent)}</span>
    </div>
  )
  return createPortal(frame, root instanceof Document ? root.body : root)
}

/** Returns the place around all nodes. Undefined if none is shown. */
function placeOf(nodes: readonly (Element | Text)[]): Place | undefined {
  const range = document.createRange()
  const places = nodes.flatMap((node) => {
    range.selectNode(node)
    return [...(node instanceof Text ? range : node).getClientRects()]
  })
  const shown = places.filter(({ width, height }) => width > 0 && height > 0)
  if (shown.length === 0) return undefined
  const top = Math.min(...shown.map((one) => one.top))
  const left = Math.min(...shown.map((one) => one.left))
  const bottom = Math.max(...shown.map((one) => one.bottom))
  const right = Math.max(...shown.map((one) => one.right))
  return { top, left, width: right - left, height: bottom - top }
}

/** The most controls that are listed. */
const maxListed = 100

interface UnreachedProps {
  readonly agent: Agent
  readonly controls: readonly HTMLElement[]
  readonly onPoint: (control: HTMLElement | undefined) => void
}

/** Renders the controls of the page that no tool reaches. Pressing one brings it into view. */
function Unreached({ agent, controls, onPoint }: UnreachedProps): ReactElement {
  if (controls.length === 0) return <></>
  const more = controls.length - maxListed
  return (
    <details className="unreached">
      <summary>Controls that no tool reaches: {controls.length}</summary>
      <p className="muted">
        A tool reaches a control by <code>canPress</code>, and the fields of a form by{' '}
        <code>useFormTools</code>. What it reaches through a state is listed too.
      </p>
      <ul aria-label="Controls that no tool reaches">
        {controls.slice(0, maxListed).map((control, nth) => (
          <li key={nth}>
            <button
              type="button"
              onPointerEnter={() => onPoint(control)}
              onPointerLeave={() => onPoint(undefined)}
              onFocus={() => onPoint(control)}
              onBlur={() => onPoint(undefined)}
              onClick={() => control.scrollIntoView({ block: 'nearest' })}
            >
              {toShownStart(nameOfControl(control), agent, 80)}
            </button>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="muted">And {more} more.</p>}
    </details>
  )
}

/** Returns what a user would call a control. */
function nameOfControl(control: HTMLElement): string {
  const { labels, type } = control as Partial<HTMLInputElement>
  const name =
    control.getAttribute('aria-label') ||
    labels?.[0]?.textContent ||
    control.textContent ||
    ['title', 'placeholder', 'name', 'id'].map((of) => control.getAttribute(of)).find(Boolean) ||
    'without a name'
  const kind = control.getAttribute('role') ?? control.localName
  return `${kind === 'input' ? `${kind} ${type}` : kind} “${name.trim()}”`
}

/** A scope or a tool, by its name. */
interface Owned {
  readonly kind: 'scope' | 'tool'
  readonly name: string
}

/**
 * Returns the elements and texts of the components that registered a scope or a tool of an agent.
 * Empty if no component did, if it renders nothing, or if React keeps its tree in another way.
 */
function findOwner(agent: Agent, owned: Owned, page: Document = document): (Element | Text)[] {
  const nodes: (Element | Text)[] = []
  try {
    visitFibers(page, (fiber) => {
      if (isOwner(fiber, agent, owned)) nodes.push(...nodesOf(fiber))
    })
  } catch {
    // A version of React that this does not know: nothing is outlined.
  }
  return nodes
}

function isOwner(fiber: Fiber, { scopes }: Agent, { kind, name }: Owned): boolean {
  return hooksOf(fiber).some((value) => {
    // The objects that `useScope` and `useTool` of ambit/react keep in a state.
    const { registered, add, register, leave, ...own } = readRegistration(value)
    if (registered && registered.scopes !== scopes) return false
    if (kind === 'scope') return own.name === name && typeof add === 'function'
    return own.current?.name === name && [register, leave].every(isFunction)
  })
}

/** The members of a registration that tell what it is. */
interface Registration {
  readonly name?: unknown
  readonly current?: { readonly name?: unknown } | undefined
  readonly registered?: { readonly scopes?: unknown } | undefined
  readonly add?: unknown
  readonly register?: unknown
  readonly leave?: unknown
}

function readRegistration(value: unknown): Registration {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  const { name, current, registered, add, register, leave } = value as Registration
  return { name, current, registered, add, register, leave }
}

const isFunction = (value: unknown): boolean => typeof value === 'function'

/** The part of a node of React's own tree that is read here. */
interface Fiber {
  readonly child: Fiber | null
  readonly sibling: Fiber | null
  readonly stateNode: unknown
  /** The state of a class, or the first hook of a function. */
  readonly memoizedState: unknown
}

/** One hook of a function component. */
interface Hook {
  readonly memoizedState: unknown
  readonly next: unknown
}

/** The most nodes that are visited: an outline must not hold the page up. */
const maxFibers = 100_000

/** Calls `visit` for each component and element that React has on a page, parents first. */
function visitFibers(page: Document, visit: (fiber: Fiber) => void): void {
  let left = maxFibers
  for (const root of findRoots(page)) {
    const waiting: (Fiber | null)[] = [root]
    while (waiting.length > 0 && left > 0) {
      const fiber = waiting.pop()
      if (!fiber) continue
      left--
      visit(fiber)
      waiting.push(fiber.sibling, fiber.child)
    }
  }
}

/** Returns the values in the state hooks of a function component. Empty for all others. */
function hooksOf({ memoizedState }: Fiber): unknown[] {
  const values: unknown[] = []
  let hook = memoizedState
  while (isHook(hook) && values.length < 1_000) {
    values.push(hook.memoizedState)
    hook = hook.next
  }
  return values
}

/** Returns the outermost elements and texts that a component has on the page. */
function nodesOf(fiber: Fiber): (Element | Text)[] {
  const nodes: (Element | Text)[] = []
  const waiting: (Fiber | null)[] = [fiber.child]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (!next) continue
    const { stateNode } = next
    const isNode = stateNode instanceof Element || stateNode instanceof Text
    if (isNode) nodes.push(stateNode)
    waiting.push(next.sibling, isNode ? null : next.child)
  }
  return nodes
}

/**
 * Returns the roots of React on a page. React 18 and 19 keep a root at the element that it was
 * created for, under a key that no other page has.
 */
function findRoots(page: Document): Fiber[] {
  const roots: Fiber[] = []
  for (const element of [page, ...page.querySelectorAll('*')]) {
    const key = Object.keys(element).find((name) => name.startsWith('__reactContainer$'))
    if (key === undefined) continue
    const { stateNode } = (element as unknown as Record<string, Fiber | null>)[key] ?? {}
    // The fiber at the element may be that of an earlier commit.
    const { current } = (stateNode ?? {}) as { readonly current?: Fiber }
    if (current) roots.push(current)
  }
  return roots
}

const isHook = (value: unknown): value is Hook =>
  typeof value === 'object' && value !== null && 'next' in value && 'memoizedState' in value
