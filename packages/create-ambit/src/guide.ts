import type { NewApp } from './create.ts'
import { runScript } from './package-manager.ts'
import { type AppFiles, findPath } from './template.ts'

/** Returns where the proxy is: the file that makes it. */
function proxyPath(files: AppFiles): string {
  const names = ['route.ts', 'agent-proxy.ts', 'agent-proxy.server.ts', 'vite.config.js']
  const name = names.find((name) => [...files.keys()].some((path) => path.endsWith(name)))
  return findPath(files, name ?? '')
}

/** Returns the README of a new app. */
export function readmeFile(files: AppFiles, { name, manager, template }: NewApp): string {
  const run = (script: string): string => runScript(manager, script)
  const [agent, list] = [findPath(files, 'assistant.tsx'), findPath(files, 'shopping-list.tsx')]
  const tools = findPath(files, 'shopping-tools.tsx')
  const production =
    template === 'vite'
      ? '\nThe plug-in serves only your machine. In production, your server has the proxy: `createProxy` of `@ambit/proxy`.\n'
      : '\nThe proxy serves only the pages of the development server, until its `authorize` returns who is signed in.\n'
  return `# ${name}

A shopping list with an agent, made with [Ambit](https://www.npmjs.com/package/ambit). The agent adds items, and asks before it removes one.

\`\`\`sh
${manager} install
${run('dev')}
\`\`\`

Press \`Add honey to the list\` in the chat. The demo model answers by rules. It needs no key, and sends nothing.

| file | has |
| --- | --- |
| [\`${list}\`](${list}) | the page, in plain CSS |
| [\`${tools}\`](${tools}) | what the agent may do with the list |
| [\`${list.replace('.tsx', '.test.tsx')}\`](${list.replace('.tsx', '.test.tsx')}) | the test of the tools: \`${run('test')}\` |
| [\`${agent}\`](${agent}) | the agent, its model, and the chat |
| [\`${proxyPath(files)}\`](<${proxyPath(files)}>) | the proxy, which holds the key of a real model |

One more tool, with its test: \`npx ambit add tool archive_item ${list}\`

## A real model

Set \`OPENAI_API_KEY\`, \`ANTHROPIC_API_KEY\` or \`GOOGLE_GENERATIVE_AI_API_KEY\` where \`${run('dev')}\` runs. In \`${agent}\`, replace the demo model by the line
in the comment above it. No key goes into a file of the page.
${production}`
}

/** Returns what a coding assistant has to know of the app. */
export function agentsFile(files: AppFiles, { manager }: NewApp): string {
  const run = (script: string): string => runScript(manager, script)
  return `# Ambit in this app

The agent runs in the page. It acts through tools that components register. \`node_modules/ambit/skills/ambit/SKILL.md\` says how to write them;
the documentation is in \`node_modules/ambit/docs\`. Read the skill before you change a tool.

- \`${findPath(files, 'assistant.tsx')}\` makes the agent. \`${proxyPath(files)}\` has the proxy: keys are only there, from the environment.
- A tool is a \`useTool\` in a component below an \`AgentScope\`. Its handler calls the function that the button calls.
- Schemas stand outside of components. There is no dependency array.
- \`effect\` is true to what the handler does, and what cannot be undone asks: \`approval: true\`, or \`effect: 'destructive'\`.
- A new tool has a test with \`renderWithAgent\`, as \`${findPath(files, 'shopping-list.tsx').replace('.tsx', '.test.tsx')}\` shows. \`npx ambit add tool NAME FILE\` writes both.
- Do not write a chat route that runs tools, and do not call a provider from the page.
- Commands: \`${run('types')}\`, \`${run('test')}\`, \`${run('build')}\`. The console of the page has no line with \`[ambit]\`: each names a mistake or a cost.
`
}
