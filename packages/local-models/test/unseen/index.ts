import type { JudgedApp } from '../judge.ts'
import { office } from './office-app.ts'
import { recipesApp } from './recipes-app.ts'
import { repairs } from './repairs-app.ts'
import { running } from './running-app.ts'

/** Applications with sentences that were written by somebody who had not read the rules. */
export const unseenApps: readonly JudgedApp[] = [recipesApp, repairs, running, office]
