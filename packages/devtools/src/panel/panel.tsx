import {
  Component,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { Shown } from '../watch/shown.ts'
import type { Watched } from '../watch/watch-agent.ts'
import type { TabName } from './tab.ts'
import { tabs } from './tabs.ts'
import { useRead } from './use-read.ts'

export interface PanelProps {
  readonly shown: Shown
  /** Closes the panel. Without it, the panel fills the place that it is in, and has no edge. */
  readonly onClose?: (() => void) | undefined
  readonly takesFocus?: boolean | undefined
}

/** The tab that is shown, and the thing in it. */
interface Place {
  readonly tab: TabName
  readonly at?: string | undefined
  /** True if another tab led here: its link is gone, and the focus with it. */
  readonly isLed?: boolean | undefined
}

/** Returns the ref of the content, which gets the focus when another tab led to it. */
function useLedFocus(place: Place): RefObject<HTMLDivElement | null> {
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const root = content.current?.getRootNode() as ShadowRoot | undefined
    if (place.isLed && !root?.activeElement) content.current?.focus({ preventScroll: true })
  }, [place])
  return content
}

/** Tells the chat how much of the page the dock covers. */
function useRoomBelow(isDock: boolean, height: number): void {
  useEffect(() => {
    if (!isDock) return undefined
    const { style } = document.documentElement
    style.setProperty('--ambit-bottom', `${height}vh`)
    return () => void style.removeProperty('--ambit-bottom')
  }, [isDock, height])
}

/** Renders the panel: the agents, the tabs, and the content of one tab. */
export function Panel({ shown, onClose, takesFocus = false }: PanelProps): ReactElement {
  const agents = useRead(shown)
  const [chosen, setChosen] = useState<Watched>()
  const [place, setPlace] = useState<Place>({ tab: 'timeline' })
  const [height, setHeight] = useState(readHeight)
  const isDock = onClose !== undefined
  const go = useCallback(
    (tab: TabName, at?: string): void => setPlace({ tab, at, isLed: true }),
    [],
  )
  const content = useLedFocus(place)
  useRoomBelow(isDock, height)
  const watched = agents.find((one) => one === chosen) ?? agents[0]
  const Content = tabs.find(({ name }) => name === place.tab)?.Content
  const choose = (next: Watched): void => {
    setChosen(next)
    setPlace({ tab: place.tab })
  }
  return (
    <section
      aria-label="Ambit devtools"
      className={isDock ? 'dock' : undefined}
      style={isDock ? { height: `${height}vh` } : undefined}
      lang="en"
      dir="ltr"
    >
      {isDock && <Edge height={height} onChange={setHeight} />}
      <header>
        {/* At the left, where no chat lies above it. */}
        {onClose && <CloseButton onClick={onClose} />}
        <AgentChoice agents={agents} chosen={watched} onChoose={choose} />
        <TabList
          chosen={place.tab}
          watched={watched}
          onChoose={(tab) => setPlace({ tab })}
          takesFocus={takesFocus}
        />
      </header>
      <p className="warning">Prompts here hold customer data. Mind what you copy and save.</p>
      <div
        ref={content}
        id="content"
        role="tabpanel"
        aria-labelledby={`tab-${place.tab}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys scroll it
        tabIndex={0}
      >
        {watched && Content ? (
          <Guard key={`${watched.id} ${place.tab}`}>
            <Content watched={watched} go={go} at={place.at} />
          </Guard>
        ) : (
          <p>No agent is on this page now.</p>
        )}
      </div>
    </section>
  )
}

const CloseButton = ({ onClick }: { readonly onClick: () => void }): ReactElement => (
  <button type="button" className="close" aria-label="Close" onClick={onClick}>
    ×
  </button>
)

interface AgentChoiceProps {
  readonly agents: readonly Watched[]
  readonly chosen: Watched | undefined
  readonly onChoose: (watched: Watched) => void
}

/** Renders the choice of the agent. Agents with the same name are numbered. */
function AgentChoice({ agents, chosen, onChoose }: AgentChoiceProps): ReactElement {
  const seen = new Map<string, number>()
  const labels = agents.map(({ agent: { name } }) => {
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return count > 1 ? `${name} (${count})` : name
  })
  return (
    <select
      aria-label="Agent"
      value={chosen?.id}
      onChange={({ target }) => {
        const next = agents[target.selectedIndex]
        if (next) onChoose(next)
      }}
    >
      {agents.map(({ id }, at) => (
        <option key={id} value={id}>
          {labels[at]}
        </option>
      ))}
    </select>
  )
}

const storageKey = 'ambit-devtools-height'

/** The bounds of the height and its default, in percent of the page's height. */
const [lowest, highest, usual] = [15, 90, 45]

const bounded = (height: number): number => Math.round(Math.min(highest, Math.max(lowest, height)))

/** Returns the height that was kept, in percent of the page's height. */
function readHeight(): number {
  try {
    return bounded(Number(localStorage.getItem(storageKey)) || usual)
  } catch {
    // A frame in a sandbox has no storage.
    return usual
  }
}

function save(height: number): void {
  try {
    localStorage.setItem(storageKey, String(height))
  } catch {
    // The next page begins with the default.
  }
}

interface EdgeProps {
  readonly height: number
  readonly onChange: (height: number) => void
}

/** Renders the upper edge of the panel, which changes its height by dragging and by arrow keys. */
function Edge({ height, onChange }: EdgeProps): ReactElement {
  const move = (event: KeyboardEvent): void => {
    const next = {
      ArrowUp: height + 5,
      ArrowDown: height - 5,
      Home: lowest,
      End: highest,
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    onChange(bounded(next))
    save(bounded(next))
  }
  return (
    <div
      role="separator"
      aria-label="Height of the panel"
      aria-orientation="horizontal"
      aria-valuemin={lowest}
      aria-valuemax={highest}
      aria-valuenow={height}
      className="edge"
      tabIndex={0}
      onKeyDown={move}
      onPointerDown={({ button, currentTarget, pointerId }) => {
        if (button === 0) currentTarget.setPointerCapture(pointerId)
      }}
      onPointerMove={({ currentTarget, pointerId, clientY }) => {
        if (!currentTarget.hasPointerCapture(pointerId)) return
        onChange(bounded(100 * (1 - clientY / innerHeight)))
      }}
      onLostPointerCapture={() => save(height)}
    />
  )
}

interface GuardState {
  readonly hasFailed: boolean
}

/** Renders its children. If they throw, says so: the other views and the page go on. */
class Guard extends Component<{ readonly children: ReactNode }, GuardState> {
  override readonly state: GuardState = { hasFailed: false }

  static getDerivedStateFromError(): GuardState {
    return { hasFailed: true }
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    return <p role="alert">This view failed. The page and the agent go on. See the console.</p>
  }
}

interface TabListProps {
  readonly chosen: TabName
  /** The agent that the marks of the tabs are for. */
  readonly watched: Watched | undefined
  readonly onChoose: (tab: TabName) => void
  /** True to have the focus when it comes. */
  readonly takesFocus: boolean
}

/**
 * Renders the tabs. Arrow keys, Home and End move between them.
 *
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/tabs/
 */
function TabList({ chosen, watched, onChoose, takesFocus }: TabListProps): ReactElement {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!takesFocus) return
    list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })
  }, [takesFocus])
  const move = (event: KeyboardEvent): void => {
    const at = tabs.findIndex(({ name }) => name === chosen)
    const last = tabs.length - 1
    const to = {
      ArrowLeft: at > 0 ? at - 1 : last,
      ArrowRight: at < last ? at + 1 : 0,
      Home: 0,
      End: last,
    }[event.key]
    const next = tabs[to ?? -1]
    if (!next) return
    event.preventDefault()
    onChoose(next.name)
    list.current?.querySelectorAll('button')[tabs.indexOf(next)]?.focus()
  }
  return (
    <div role="tablist" aria-label="Views" className="tabs" ref={list} tabIndex={-1}>
      {tabs.map(({ name, title, Mark }) => (
        <button
          key={name}
          id={`tab-${name}`}
          role="tab"
          type="button"
          aria-selected={name === chosen}
          aria-controls={name === chosen ? 'content' : undefined}
          tabIndex={name === chosen ? 0 : -1}
          onClick={() => onChoose(name)}
          onKeyDown={move}
        >
          {title}
          {watched && Mark && <Mark watched={watched} />}
        </button>
      ))}
    </div>
  )
}
