import { approvalsStyles } from './approvals/approvals-styles.ts'
import { historyStyles } from './history/history-styles.ts'
import { listStyles } from './list/list-styles.ts'
import { requestsStyles } from './requests/requests-styles.ts'
import { saveStyles } from './save/save-styles.ts'
import { stateStyles } from './state/state-styles.ts'
import { timelineStyles } from './timeline/timeline-styles.ts'
import { toolsStyles } from './tools/tools-styles.ts'

const base = `
:host {
  all: initial;
  position: fixed;
  inset: auto 0 0;
  z-index: 2147483000;
  color-scheme: light dark;
  --text: #1c1c24; --muted: #5b5b68; --surface: #fff; --raised: #f5f5f8; --border: #dcdce4;
  --accent: #4046ca; --on: #1a7f37; --off: #b3261e; --warn: #8a5a00;
  --mono: ui-monospace, Menlo, Consolas, monospace;
  font: 13px/1.45 system-ui, sans-serif;
  color: var(--text);
}
@media (prefers-color-scheme: dark) {
  :host {
    --text: #ececf2; --muted: #a5a5b4; --surface: #18181d; --raised: #222229; --border: #3a3a45;
    --accent: #a3aaff; --on: #6fdd8b; --off: #ff9a92; --warn: #f0c060;
  }
}
*, ::before, ::after { box-sizing: border-box; }
button, select, input, textarea { font: inherit; color: inherit; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
`

/** The styles of the panel, which nothing outside of its shadow root sees. */
export const styles: string = [
  base,
  listStyles,
  timelineStyles,
  requestsStyles,
  toolsStyles,
  approvalsStyles,
  historyStyles,
  stateStyles,
  saveStyles,
].join('')
