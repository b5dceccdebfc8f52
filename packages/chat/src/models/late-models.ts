import { createElement, type ReactElement } from 'react'
import { LateModule } from '../late/late-module.ts'
import { LateNotice, type LateStatus } from '../late/late-notice.tsx'
import { latePart } from '../late/late-part.tsx'
import { addStyles } from '../styles/bring-styles.ts'
import type { ModelsProps } from './models.tsx'

const code = new LateModule(async () => {
  const { Models, styles } = await import('./models-chunk.ts')
  addStyles(styles)
  return Models
})

const Notice = ({ isShown, ...status }: ModelsProps & LateStatus): ReactElement | null =>
  isShown ? createElement(LateNotice, status) : null

/** The list of models, which is fetched, with its styles, when it is first shown. */
export const LateModels: (props: ModelsProps) => ReactElement = latePart(
  code,
  (Models) => Models,
  Notice,
)
