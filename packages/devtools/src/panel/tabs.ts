import { ApprovalsMark } from './approvals/approvals-mark.tsx'
import { ApprovalsTab } from './approvals/approvals-tab.tsx'
import { HistoryTab } from './history/history-tab.tsx'
import { RequestsTab } from './requests/requests-tab.tsx'
import { SaveTab } from './save/save-tab.tsx'
import { StateTab } from './state/state-tab.tsx'
import type { Tab } from './tab.ts'
import { TimelineTab } from './timeline/timeline-tab.tsx'
import { ToolsMark } from './tools/tools-mark.tsx'
import { ToolsTab } from './tools/tools-tab.tsx'

/** The tabs in their order. */
export const tabs: readonly Tab[] = [
  { name: 'timeline', title: 'Timeline', Content: TimelineTab },
  { name: 'requests', title: 'Requests', Content: RequestsTab },
  { name: 'tools', title: 'Tools', Content: ToolsTab, Mark: ToolsMark },
  { name: 'approvals', title: 'Approvals', Content: ApprovalsTab, Mark: ApprovalsMark },
  { name: 'history', title: 'History', Content: HistoryTab },
  { name: 'state', title: 'State', Content: StateTab },
  { name: 'save', title: 'Save', Content: SaveTab },
]
