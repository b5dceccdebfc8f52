import { showHooks } from './show-hooks.tsx'

showHooks()
