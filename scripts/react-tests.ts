/** Tests of the bindings that depend on how React renders, commits and hides. */
const bindings = [
  'agent/use-agent',
  'hydration',
  'settle/each-call',
  'settle/early-run',
  'settle/under-load',
  'tools/bound-approval',
  'tools/hidden',
  'tools/instance/instance',
  'tools/leaving',
  'tools/use-tool',
].map((path) => `packages/react/src/${path}.browser.test.tsx`)

/** Tests of the widget that cover its frame, its field, the conversation and an approval. */
const widget = [
  'approval/approval-card',
  'composer/composer',
  'copilot',
  'several-calls',
  'transcript/transcript',
].map((path) => `packages/chat/src/${path}.browser.test.tsx`)

/**
 * Returns the tests that run with React's next release, and with React Compiler: a few files, or
 * all in a long run.
 */
export const reactTests = (isLong: boolean): string[] =>
  isLong ? ['packages/{react,chat}/**/*.browser.test.tsx'] : [...bindings, ...widget]

/** Returns the tests of the widget that run with React 18: a few files, or all in a long run. */
export const widgetTests = (isLong: boolean): string[] =>
  isLong
    ? ['packages/chat/**/*.browser.test.tsx']
    : ['packages/chat/src/frame/**/*.browser.test.tsx', ...widget]
