import { useEffect, type ComponentType, type ReactElement } from 'react'
import { LateModule, useLateModule } from './late-module.ts'
import { LateNotice, type LateStatus } from './late-notice.tsx'

/**
 * Returns a component that fetches its code when it is first shown. Until the code is there, the
 * component shows `Instead`, with the state of the fetch. The default is nothing at first, and
 * after two failures a message with buttons to try again and to reload the page. The next such
 * component that is mounted tries again.
 */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Instead: ComponentType<Props & LateStatus> = LateNotice,
): (props: Props) => ReactElement {
  const late = new LateModule(load)
  const onRetry = (): void => void late.load()
  return function LatePart(props) {
    const { module: Part, hasFailed, isLoading } = useLateModule(late)
    useEffect(onRetry, [])
    if (Part) return <Part {...props} />
    return <Instead {...props} {...{ hasFailed, isLoading, onRetry }} />
  }
}
