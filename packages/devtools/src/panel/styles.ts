import { approvalsStyles } from './approvals/approvals-styles.ts'
import { historyStyles } from './history/history-styles.ts'
import { listStyles } from './list/list-styles.ts'
import { requestsStyles } from './requests/requests-styles.ts'
import { saveStyles } from './save/save-styles.ts'
import { stateStyles } from './state/state-styles.ts'
import { timelineStyles } from './timeline/timeline-styles.ts'
import { toolsStyles } from './tools/tools-styles.ts'

// Rules of the page reach the host, but not what is in it: so the host has no box.
const base = `
:host {
  all: initial;
  display: contents !important;
  color-scheme: light dark;
  --text: light-dark(#1c1c24, #ececf2); --muted: light-dark(#5b5b68, #a5a5b4);
  --surface: light-dark(#fff, #18181d); --raised: light-dark(#f5f5f8, #222229);
  --border: light-dark(#dcdce4, #3a3a45); --accent: light-dark(#4046ca, #a3aaff);
  --on: light-dark(#1a7f37, #6fdd8b); --off: light-dark(#b3261e, #ff9a92);
  --warn: light-dark(#8a5a00, #f0c060);
  --mono: ui-monospace, Menlo, Consolas, monospace;
}
*, ::before, ::after { box-sizing: border-box; }
button, select, input, textarea { font: inherit; color: inherit; }
button, select { cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
section[lang] {
  all: initial;
  container-type: inline-size;
  color-scheme: inherit;
  display: flex; flex-direction: column;
  box-sizing: border-box; height: 100%; overflow: hidden;
  font: 13px/1.45 system-ui, sans-serif;
  color: var(--text); background: var(--surface);
}
section.dock {
  /* Beside the sidebar of a chat. */
  position: fixed; z-index: 2147483000; inset: auto 0 0;
  left: var(--ambit-sidebar-start, 0px); right: var(--ambit-sidebar-end, 0px);
  max-height: 100%; border-top: 1px solid var(--border); box-shadow: 0 -2px 12px #0003;
}
.edge {
  position: absolute; inset: 0 0 auto; z-index: 1; height: 6px;
  cursor: ns-resize; touch-action: none;
}
.edge:is(:hover, :focus-visible) { outline: 0; background: var(--accent); }
header {
  flex: none; display: flex; align-items: stretch; gap: 0 8px;
  padding: 4px 6px 0; background: var(--raised);
}
header button, header select { border: 0; background: none; border-radius: 4px; }
header select { max-width: 14em; font-weight: 600; }
header option { color: var(--text); background: var(--surface); }
header .close { width: 30px; font-size: 18px; line-height: 1; }
.tabs { flex: 1; min-width: 0; display: flex; overflow-x: auto; scrollbar-width: none; }
.tabs button {
  flex: none; padding: 5px 10px; color: var(--muted);
  border-bottom: 2px solid transparent; border-radius: 4px 4px 0 0;
}
.tabs button[aria-selected=true] { color: var(--text); border-color: var(--accent); }
header button:hover, header select:hover { color: var(--text); background: var(--border); }
.warning {
  flex: none; margin: 0; padding: 2px 12px; font-size: 12px;
  color: var(--warn); background: var(--raised); border-bottom: 1px solid var(--border);
}
#content { flex: 1; min-height: 0; overflow: auto; }
#content > p { margin: 12px; }
@container (max-width: 600px) {
  header { flex-wrap: wrap; justify-content: space-between; }
  .tabs { order: 1; flex: 1 0 100%; }
}
@media print { section.dock { display: none; } }
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
