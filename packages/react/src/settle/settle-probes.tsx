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

const none = (): undefined => undefined

/**
 * Makes the agent wait, after calls, for the React root that this component is rendered in. The
 * code for that is loaded when the first run begins: a page without runs does not need it. Without
 * the code, the agent waits for urgent updates only.
 */
export function SettleProbes({ agent, until = [], children }: SettleProbesProps): ReactElement {
  const [onCommit, setOnCommit] = useState<() => void>()
  const untils = useCommitted(until)
  useEffect(() => onCommit?.(), [onCommit])
  const waiting = useMemo(() => {
    const commit = (): Promise<void> => new Promise((resolve) => setOnCommit(() => resolve))
    return createWaiting(agent, () => [untils.current].flat(), commit)
  }, [agent, untils])
  const probes = useSyncExternalStore(waiting.subscribe, waiting.probes, none)
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
interface Waiting {
  readonly begin: () => void
  readonly end: () => void
  /**
   * Returns the probes, once their code is there. A store, because React commits its change at
   * once, even in a test's `act`.
   */
  readonly probes: () => ReactElement | undefined
  readonly subscribe: Listeners['subscribe']
}

function createWaiting(
  agent: Agent,
  untils: () => readonly Until[],
  commit: () => Promise<void>,
): Waiting {
  const { subscribe, announce } = new Listeners()
  let probes: ReactElement | undefined
  let end: (() => void) | undefined
  const addSettler = (): (() => void) => {
    let isOver = false
    let settling: Settling | undefined
    const load = async (): Promise<Settler> => {
      const { createSettling } = await import('../late-chunk.ts')
      settling = createSettling(agent, untils)
      if (isOver) settling.close()
      else {
        probes = settling.probes
        announce()
      }
      return settling.settler
    }
    const remove = agent.use({ name: 'react', settle: new LateSettler(load, commit) })
    const forget = noteForTests(agent)
    return () => {
      isOver = true
      remove()
      forget?.()
      settling?.close()
    }
  }
  return {
    begin: () => void (end ??= addSettler()),
    end: () => {
      end?.()
      end = undefined
    },
    probes: () => probes,
    subscribe,
  }
}
