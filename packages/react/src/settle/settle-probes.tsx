import type { Agent, Settler } from '@ambit/core'
import {
  type ReactElement,
  type ReactNode,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { useCommitted, useIsomorphicLayoutEffect } from '../agent/use-committed.ts'
import { Listeners } from '../agent/use-store.ts'
import { LateSettler } from './late-settler.ts'
import { noteForTests } from './note-for-tests.ts'
import type { Settling } from './settling.tsx'
import type { Until } from './until.ts'

export interface SettleProbesProps {
  agent: Agent
  until: Until | readonly Until[] | undefined
  children: ReactNode
}

/**
 * The probes of one provider, once their code is there. A store, because React commits its change
 * at once, even in a test's `act`.
 */
class ShownProbes {
  readonly #listeners = new Listeners()
  #probes: ReactElement | undefined

  readonly subscribe: Listeners['subscribe'] = this.#listeners.subscribe
  readonly get = (): ReactElement | undefined => this.#probes

  show(probes: ReactElement): void {
    this.#probes = probes
    this.#listeners.announce()
  }
}

const none = (): undefined => undefined

/**
 * Makes the agent wait, after calls, for the React root that this component is rendered in. The
 * code for that is loaded when the first run begins: a page without runs does not need it. Without
 * the code, the agent waits for urgent updates only.
 */
export function SettleProbes({ agent, until = [], children }: SettleProbesProps): ReactElement {
  const [shown] = useState(() => new ShownProbes())
  const probes = useSyncExternalStore(shown.subscribe, shown.get, none)
  const [onCommit, setOnCommit] = useState<() => void>()
  const untils = useCommitted(until)
  useEffect(() => onCommit?.(), [onCommit])
  const waiting = useMemo(() => {
    const commit = (): Promise<void> => new Promise((resolve) => setOnCommit(() => resolve))
    return new Waiting(agent, shown, () => [untils.current].flat(), commit)
  }, [agent, shown, untils])
  // Not in a layout effect: React runs those also where a Suspense boundary hides the page for a
  // moment, and the agent then waits until the page is back.
  useEffect(() => {
    waiting.begin()
    return waiting.end
  }, [waiting])
  return (
    <>
      <BeforeTools begin={waiting.begin} />
      {children}
      {probes}
    </>
  )
}

/**
 * Begins to wait before any component below registers a tool: a run may start in a layout effect.
 * Place it before them, as React runs the effects in the order of the components.
 */
function BeforeTools({ begin }: { begin: () => void }): null {
  useIsomorphicLayoutEffect(begin, [begin])
  return null
}

/** An agent's waits for one React root, from `begin` to `end`. Both may be called again. */
class Waiting {
  readonly #agent: Agent
  readonly #shown: ShownProbes
  readonly #untils: () => readonly Until[]
  readonly #commit: () => Promise<void>
  #end: (() => void) | undefined

  constructor(
    agent: Agent,
    shown: ShownProbes,
    untils: () => readonly Until[],
    commit: () => Promise<void>,
  ) {
    this.#agent = agent
    this.#shown = shown
    this.#untils = untils
    this.#commit = commit
  }

  readonly begin = (): void => {
    this.#end ??= this.#addSettler()
  }

  readonly end = (): void => {
    this.#end?.()
    this.#end = undefined
  }

  #addSettler(): () => void {
    let isOver = false
    let settling: Settling | undefined
    const load = async (): Promise<Settler> => {
      const { createSettling } = await import('../late-chunk.ts')
      settling = createSettling(this.#agent, this.#untils)
      if (isOver) settling.close()
      else this.#shown.show(settling.probes)
      return settling.settler
    }
    const remove = this.#agent.use({
      name: 'react',
      settle: new LateSettler(load, this.#commit),
    })
    const forget = noteForTests(this.#agent)
    return () => {
      isOver = true
      remove()
      forget?.()
      settling?.close()
    }
  }
}
