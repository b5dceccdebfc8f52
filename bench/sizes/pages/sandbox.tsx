import { fromSource, sandbox } from 'ambit/plugins'
import { Tool } from 'ambit'
import { showHooks } from './show-hooks.tsx'

const double = new Tool({
  name: 'double',
  description: 'Doubles 21.',
  run: { sandbox: true },
  handler: fromSource('() => 42'),
})

showHooks({ use: [sandbox()], tools: [double] })
