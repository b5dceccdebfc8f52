import { createContext, useContext, type Context, type ReactElement, type ReactNode } from 'react'

/** The application's picture of the assistant; undefined if it gave none. */
export const IconContext: Context<ReactNode> = createContext<ReactNode>(undefined)

/** Shows the application's picture of the assistant, which is not spoken, or else `children`. */
export function AssistantIcon({ children }: { readonly children?: ReactNode }): ReactElement {
  const icon = useContext(IconContext)
  if (icon === undefined || icon === null) return <>{children}</>
  return (
    <span className="ambit-mark ambit-own" aria-hidden="true">
      {icon}
    </span>
  )
}
