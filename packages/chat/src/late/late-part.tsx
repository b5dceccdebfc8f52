import { useEffect, type ComponentType, type ReactElement } from 'react'
import { type LateModule, useLateModule } from './late-module.ts'
import { LateNotice, type LateStatus } from './late-notice.tsx'

/**
 * Returns a component of a module that is fetched when one of its components is first shown. Until
 * the code is there, the component shows `Instead`, with the state of the fetch. The default is
 * nothing at first, and after two failures a message with buttons to try again and to reload the
 * page. The next such component that is mounted tries again.
 */
export function latePart<Module, Props extends object>(
  late: LateModule<Module>,
  pick: (module: Module) => ComponentType<Props>,
  Instead: ComponentType<Props & LateStatus> = LateNotice,
): (props: Props) => ReactElement {
  const onRetry = (): void => void late.load()
  return function LatePart(props) {
    const { module, hasFailed, isLoading } = useLateModule(late)
    useEffect(onRetry, [])
    if (!module) return <Instead {...props} {...{ hasFailed, isLoading, onRetry }} />
    const Part = pick(module)
    return <Part {...props} />
  }
}
