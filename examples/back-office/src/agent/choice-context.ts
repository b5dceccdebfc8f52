import { createContext } from 'react'
import type { ModelChoice } from './choose-model.ts'

export const ChoiceContext = createContext<ModelChoice | null>(null)
