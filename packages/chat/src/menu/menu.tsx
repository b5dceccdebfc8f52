import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
} from 'react'
import { Icon } from '../icon.tsx'

/** An entry of a menu: its text and its action. */
export interface MenuItem {
  readonly label: string
  readonly onSelect: () => void
}

export interface MenuProps {
  /** The name of the button. */
  readonly label: string
  readonly items: readonly MenuItem[]
  /** What an entry has opened below the button. */
  readonly children?: ReactNode
}

/**
 * Renders a button and the menu that it opens. The arrow keys, Home and End move inside the menu;
 * Escape and Tab leave it.
 */
export function Menu({ label, items, children }: MenuProps): ReactElement {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (isOpen) (list.current?.firstElementChild as HTMLElement | null)?.focus()
  }, [isOpen])

  const close = (): void => {
    setOpen(false)
    button.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const entries = [...(list.current?.children ?? [])] as HTMLElement[]
    const at = entries.findIndex((entry) => entry.matches(':focus'))
    const next = {
      ArrowDown: (at + 1) % entries.length,
      ArrowUp: (at - 1 + entries.length) % entries.length,
      Home: 0,
      End: entries.length - 1,
    }[event.key]
    if (event.key === 'Escape') close()
    else if (event.key === 'Tab') return setOpen(false)
    else if (next === undefined) return
    else entries[next]?.focus()
    event.preventDefault()
  }
  return (
    <span
      className="ambit-menu"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false)
      }}
    >
      <button
        type="button"
        ref={button}
        className="ambit-icon-button"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="more" />
      </button>
      {children}
      {isOpen && (
        <div id={id} role="menu" aria-label={label} tabIndex={-1} ref={list} onKeyDown={onKeyDown}>
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={() => {
                close()
                item.onSelect()
              }}
            >
              {item.label}
            </button>
          ))}
        </div>
      )}
    </span>
  )
}
