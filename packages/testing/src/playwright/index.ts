export { agentTest, type AgentFixtures } from './agent-test.ts'
export { type AgentOnPage, type WidgetWords } from './agent-on-page.ts'
