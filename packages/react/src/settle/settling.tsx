import type { Agent, Settler } from '@ambit/core'
import {
  Fragment,
  type ReactElement,
  useDeferredValue,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { useIsomorphicLayoutEffect } from '../agent/use-committed.ts'
import { markersOf } from './pending-markers.ts'
import { LaneSweep, type Probe } from './lane-sweep.ts'
import { PageSettler } from './page-settler.ts'
import { hearUser } from './hear-user.ts'
import type { Until } from './until.ts'
import { PendingViewTransition } from './view-transition.ts'

/** The settler of a React root, with the components that it needs. */
export interface Settling {
  readonly settler: Settler
  /** The components to render in the root, after all components to wait for. */
  readonly probes: ReactElement
  /** Ends every wait. */
  close(): void
}

/** Creates the settler that makes an agent wait for a React root. */
export function createSettling(agent: Agent, untils: () => readonly Until[]): Settling {
  const sweep = new LaneSweep()
  const { scopes } = agent
  const transition = new PendingViewTransition(document)
  const stopHearing = hearUser(scopes)
  return {
    settler: new PageSettler({
      sweep,
      scopes,
      markers: markersOf(agent),
      untils: () => [transition, ...untils()],
    }),
    probes: <SweepProbes sweep={sweep} />,
    close: () => {
      sweep.close()
      stopHearing()
    },
  }
}

/**
 * Renders the components of a sweep. Place them in the same root, after all components to wait for.
 * Only they have the state of the sweep, so no other component is rendered.
 *
 * They report from passive effects only. With another effect in a transition, React would start a
 * view transition, and animate, in every `<ViewTransition>`.
 */
export function SweepProbes({ sweep }: { sweep: LaneSweep }): ReactElement {
  const [generation, setGeneration] = useState(0)
  useIsomorphicLayoutEffect(
    () => sweep.attach(() => setGeneration((last) => last + 1)),
    [sweep, generation],
  )
  return (
    <>
      <Fragment key={generation}>
        {sweep.lanes.map((probe) => (
          <StateProbe key={probe.id} probe={probe} />
        ))}
        <DeferredProbe probe={sweep.deferred} />
      </Fragment>
      <EffectsProbe sweep={sweep} />
    </>
  )
}

function StateProbe({ probe }: { probe: Probe }): null {
  const [number, set] = useState(0)
  useIsomorphicLayoutEffect(() => probe.mount(set), [probe, set])
  useEffect(() => probe.commit(number), [probe, number])
  return null
}

function EffectsProbe({ sweep }: { sweep: LaneSweep }): ReactElement {
  useSyncExternalStore(sweep.subscribeFlushes, sweep.flushes)
  return <StateProbe probe={sweep.effects} />
}

function DeferredProbe({ probe }: { probe: Probe }): null {
  const [number, set] = useState(0)
  const deferred = useDeferredValue(number)
  useIsomorphicLayoutEffect(() => probe.mount(set), [probe, set])
  useEffect(() => probe.begin(number), [probe, number])
  useEffect(() => probe.commit(deferred), [probe, deferred])
  return null
}
