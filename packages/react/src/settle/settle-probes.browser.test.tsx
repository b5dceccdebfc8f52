import * as React from 'react'
import {
  type ComponentType,
  lazy,
  type ReactElement,
  startTransition,
  Suspense,
  useDeferredValue,
  useEffect,
  useState,
  useSyncExternalStore,
  useTransition,
} from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PageBusy } from './page-busy.tsx'
import {
  Arrived,
  useGo,
  renderSettlePage,
  type SettlePageOptions,
} from '../../test/render-settle-page.tsx'

const times = import.meta.env['AMBIT_LONG'] ? 200 : 4

/** Resolves after the time that a small chunk takes to load. */
const loaded = <T,>(value: T): Promise<T> =>
  new Promise((resolve) => setTimeout(() => resolve(value), 15))

const lazyArrived = () => lazy(() => loaded({ default: Arrived }))

/** Keeps a render busy in slices, so that it takes several tasks. */
function Slow({ children }: { children?: ReactElement | undefined }): ReactElement {
  const rows = Array.from({ length: 6 }, (_, at) => <Busy key={at} />)
  return (
    <>
      {rows}
      {children}
    </>
  )
}

function Busy(): null {
  const end = performance.now() + 4
  while (performance.now() < end);
  return null
}

/** The changes that a tool makes to a page, by name. Each function creates a new page. */
const cases: Record<string, () => ComponentType> = {
  'a state set after an await': () => () => {
    const [there, setThere] = useState(false)
    useGo(async () => {
      await Promise.resolve()
      setThere(true)
    })
    return there ? <Arrived /> : null
  },
  'a store outside React': () => {
    const listeners = new Set<() => void>()
    let value = false
    return () => {
      const there = useSyncExternalStore(
        (listener) => {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
        () => value,
      )
      useGo(() => {
        value = true
        for (const listener of listeners) listener()
      })
      return there ? <Arrived /> : null
    }
  },
  'a transition': () => () => {
    const [there, setThere] = useState(false)
    useGo(() => startTransition(() => setThere(true)))
    return there ? <Arrived /> : null
  },
  'a transition that renders in slices': () => () => {
    const [there, setThere] = useState(false)
    useGo(() => startTransition(() => setThere(true)))
    return there ? (
      <Slow>
        <Arrived />
      </Slow>
    ) : null
  },
  'React.lazy in a transition': () => {
    const Lazy = lazyArrived()
    return () => {
      const [there, setThere] = useState(false)
      useGo(() => startTransition(() => setThere(true)))
      return <Suspense>{there && <Lazy />}</Suspense>
    }
  },
  'one React.lazy after another': () => {
    const Inner = lazyArrived()
    const Outer = lazy(() => loaded({ default: () => <Inner /> }))
    return () => {
      const [there, setThere] = useState(false)
      useGo(() => startTransition(() => setThere(true)))
      return <Suspense>{there && <Outer />}</Suspense>
    }
  },
  useDeferredValue: () => () => {
    const [value, setValue] = useState(false)
    const there = useDeferredValue(value)
    useGo(() => setValue(true))
    return there ? <Arrived /> : null
  },
  'useDeferredValue with React.lazy': () => {
    const Lazy = lazyArrived()
    return () => {
      const [value, setValue] = useState(false)
      const there = useDeferredValue(value)
      useGo(() => setValue(true))
      return <Suspense>{there && <Lazy />}</Suspense>
    }
  },
  'a chain of effects': () => () => {
    const [step, setStep] = useState(0)
    useGo(() => setStep(1))
    useEffect(() => {
      if (step > 0 && step < 4) setStep(step + 1)
    }, [step])
    return step === 4 ? <Arrived /> : null
  },
  'a chain of effects that begin transitions': () => () => {
    const [step, setStep] = useState(0)
    useGo(() => setStep(1))
    useEffect(() => {
      if (step > 0 && step < 4) startTransition(() => setStep(step + 1))
    }, [step])
    return step === 4 ? <Arrived /> : null
  },
  'a fallback that is marked': () => {
    const Lazy = lazyArrived()
    return () => {
      const [there, setThere] = useState(false)
      useGo(() => setThere(true))
      return <Suspense fallback={<PageBusy />}>{there && <Lazy />}</Suspense>
    }
  },
  'a transition into a new boundary, marked': () => {
    const Lazy = lazyArrived()
    return () => {
      const [there, setThere] = useState(false)
      useGo(() => startTransition(() => setThere(true)))
      return there ? (
        <Suspense fallback={<PageBusy />}>
          <Lazy />
        </Suspense>
      ) : null
    }
  },
  'a pending transition that is marked': () => {
    const Lazy = lazyArrived()
    return () => {
      const [there, setThere] = useState(false)
      const [isPending, start] = useTransition()
      useGo(() => start(() => setThere(true)))
      return (
        <>
          <PageBusy when={isPending} />
          <Suspense>{there && <Lazy />}</Suspense>
        </>
      )
    }
  },
  ...('Activity' in React && react19Cases()),
}

function react19Cases(): Record<string, () => ComponentType> {
  const { Activity, useActionState, useOptimistic } = React
  return {
    'an async action': () => () => {
      const [there, setThere] = useState(false)
      useGo(() =>
        startTransition(async () => {
          await loaded(true)
          startTransition(() => setThere(true))
        }),
      )
      return there ? <Arrived /> : null
    },
    useActionState: () => () => {
      const [there, go] = useActionState(() => loaded(true), false)
      useGo(() => startTransition(() => go()))
      return there ? <Arrived /> : null
    },
    useOptimistic: () => () => {
      const [there, setThere] = useState(false)
      const [, setSoon] = useOptimistic(there)
      useGo(() =>
        startTransition(async () => {
          setSoon(true)
          await loaded(true)
          startTransition(() => setThere(true))
        }),
      )
      return there ? <Arrived /> : null
    },
    'a hidden Activity that is shown': () => () => {
      const [there, setThere] = useState(false)
      useGo(() => startTransition(() => setThere(true)))
      return (
        <Activity mode={there ? 'visible' : 'hidden'}>
          <Arrived />
        </Activity>
      )
    },
    'a hidden Activity with React.lazy that is shown': () => {
      const Lazy = lazyArrived()
      return () => {
        const [there, setThere] = useState(false)
        useGo(() => startTransition(() => setThere(true)))
        return (
          <Suspense>
            <Activity mode={there ? 'visible' : 'hidden'}>
              <Lazy />
            </Activity>
          </Suspense>
        )
      }
    },
  }
}

function placesOfViewTransition(): Record<string, SettlePageOptions> {
  if (!('ViewTransition' in React)) return {}
  const { ViewTransition } = React
  const inside = (page: ReactElement): ReactElement => <ViewTransition>{page}</ViewTransition>
  return {
    'around the provider': { around: inside },
    'in the provider': { within: inside },
    'in an element': { within: (page) => <main>{inside(page)}</main> },
  }
}

afterEach(() => {
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

describe('AgentProvider', () => {
  for (const [name, createPage] of Object.entries(cases)) {
    it(`waits for ${name}, ${times} times of ${times}`, async () => {
      let arrivals = 0
      for (let time = 0; time < times; time++) {
        const page = await renderSettlePage(createPage(), { isStrict: time % 2 === 1 })
        const [settled] = await page.chat()
        expect(settled).toMatchObject({ ok: true, why: 'react' })
        if (page.hasArrived()) arrivals++
        page.root.unmount()
      }
      expect(arrivals).toBe(times)
    }, 180_000)
  }

  for (const [place, options] of Object.entries(placesOfViewTransition())) {
    it(`has the browser animate nothing of its own, with a <ViewTransition> ${place}`, async () => {
      const start = vi.spyOn(document, 'startViewTransition')
      const page = await renderSettlePage(() => {
        const [there, setThere] = useState(false)
        useGo(() => startTransition(() => setThere(true)))
        return <section>{there ? <Arrived /> : 'Here'}</section>
      }, options)
      expect(await page.chat()).toMatchObject([{ ok: true }])
      expect(page.hasArrived()).toBe(true)
      // The second time there is nothing to change.
      expect(await page.chat()).toMatchObject([{ ok: true }])
      expect(start).toHaveBeenCalledTimes(1)
    })
  }
})
