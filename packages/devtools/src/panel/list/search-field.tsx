import type { ReactElement } from 'react'

interface SearchFieldProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly onChange: (text: string) => void
}

/** Renders the field that filters a list. */
export const SearchField = ({
  label,
  placeholder,
  value,
  onChange,
}: SearchFieldProps): ReactElement => (
  <input
    type="search"
    aria-label={label}
    placeholder={placeholder}
    value={value}
    onChange={({ target }) => onChange(target.value)}
  />
)
