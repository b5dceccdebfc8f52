import { createDemoModel } from 'ambit/demo'
import { showHooks } from './show-hooks.tsx'

showHooks({ model: createDemoModel() })
