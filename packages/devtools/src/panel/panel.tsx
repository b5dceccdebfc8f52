import { type ReactElement, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { Shown } from '../watch/shown.ts'
import type { Watched } from '../watch/watch-agent.ts'
import { AgentChoice } from './agent-choice.tsx'
import { Edge, readHeight } from './edge.tsx'
import { Guard } from './guard.tsx'
import type { TabName } from './tab.ts'
import { TabList } from './tab-list.tsx'
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
