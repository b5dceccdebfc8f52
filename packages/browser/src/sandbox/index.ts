export { sandboxScriptHash } from './frame.ts'
export { fromSource, sandbox, type SandboxOptions } from './sandbox.ts'
