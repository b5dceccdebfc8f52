import { Button as BaseButton } from '@base-ui/react/button'
import type { ComponentProps, ReactElement } from 'react'
import { cn } from '@/lib/utils'

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & {
  className?: string
  size?: 'default' | 'icon'
}

const sizes = { default: 'h-9 px-4', icon: 'size-9' }

/** What the button is over: an application with Radix has an element of its own. */
export const library: { current: 'radix' | 'base' } = { current: 'radix' }

/** The button of an application with shadcn/ui. */
export function Button({ size = 'default', className, ...props }: ButtonProps): ReactElement {
  const Element = library.current === 'base' ? BaseButton : 'button'
  const look =
    'inline-flex items-center justify-center rounded-md bg-primary text-primary-foreground'
  return <Element {...props} className={cn(look, sizes[size], className)} />
}
