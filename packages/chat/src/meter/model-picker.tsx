import type { ListedModel } from '@ambit/core'
import type { ReactElement } from 'react'
import { cleanText } from '../markdown/text-intake.ts'
import { renderPart, type PartProps } from '../part.ts'
import { englishMeter } from '../strings/meter-strings.ts'
import { useWords } from '../strings/use-words.ts'

export type ModelPickerState = Record<never, never>

/** The props of `ModelPicker`. */
export interface ModelPickerProps extends PartProps<ModelPickerState, 'select'> {
  /** The id of the model that answers the next message. */
  readonly value: string
  /** Called with the id of the model that the user chose. */
  readonly onChange: (id: string) => void
  /** The models to choose from, as `listProxyModels` returns them. */
  readonly models: readonly ListedModel[]
  /** The name of a model that is not among `models`. Default: its id. */
  readonly name?: string | undefined
}

/** Lets the user choose the model that answers. With one model or none, shows only its name. */
export function ModelPicker(props: ModelPickerProps): ReactElement {
  const { models, value, onChange, name = value } = props
  const strings = useWords('meter', englishMeter)
  const isListed = models.some(({ id }) => id === value)
  const all = isListed ? models : [{ id: value, label: name }, ...models]
  if (all.length < 2) return <span dir="auto">{cleanText(all[0]?.label ?? name)}</span>
  return renderPart(
    'select',
    'model-picker',
    props,
    {},
    {
      'aria-label': strings.model,
      title: strings.model,
      value,
      onChange: ({ currentTarget }) => onChange(currentTarget.value),
      children: all.map(({ id, label }) => (
        <option key={id} value={id}>
          {cleanText(label)}
        </option>
      )),
    },
  )
}
