import type { JudgedApp } from '../judge.ts'
import { unlikeApps } from '../unlike/index.ts'
import { knownSentences } from './known-sentences.ts'
import { library } from './library-app.ts'
import { travel } from './travel-app.ts'
import { ward } from './ward-app.ts'

const known = unlikeApps.map((app) => ({ ...app, sentences: knownSentences[app.name] ?? [] }))

/** Applications with sentences that were written after the rules of the demo model were frozen. */
export const unseenApps: readonly JudgedApp[] = [library, ward, travel, ...known]
