import { type ComponentProps, type ReactElement, useState } from 'react'

type Props = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  value: string
  onChange: (value: string) => void
}

/**
 * Shows a field whose value is in the address. The address follows a moment later, so while the
 * user writes, the field shows what they wrote.
 */
export function SearchField({ value, onChange, ...props }: Props): ReactElement {
  const [draft, setDraft] = useState<string | null>(null)
  return (
    <input
      type="search"
      {...props}
      value={draft ?? value}
      onChange={({ target }) => {
        setDraft(target.value)
        onChange(target.value)
      }}
      onBlur={() => setDraft(null)}
    />
  )
}
