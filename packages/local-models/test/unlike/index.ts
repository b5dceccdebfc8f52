import type { JudgedApp } from '../judge.ts'
import { analytics } from './analytics-app.ts'
import { clinic } from './clinic-app.ts'
import { kanban } from './kanban-app.ts'
import { leave } from './leave-app.ts'
import { mail } from './mail-app.ts'
import { shop } from './shop-app.ts'

/** The six unlike applications that the demo model is judged on. */
export const unlikeApps: readonly JudgedApp[] = [kanban, shop, clinic, mail, analytics, leave]
