import { workOutsideAct } from './work-outside-act.ts'

// `ambit/react` calls it. This package has no React by itself, and no page needs this code.
Object.assign(globalThis, { [Symbol.for('@ambit/testing')]: workOutsideAct })
