/** The styles of the tab "History". */
export const historyStyles = `
.history { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); height: 100%; min-height: 0; }
.history > p { grid-column: 1 / -1; }
.history .messages { overflow: auto; min-height: 0; border-right: 1px solid var(--border); }
.history .row { display: flex; gap: 6px; align-items: center; height: 26px; padding-right: 8px; white-space: nowrap; cursor: default; }
.history .row span { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; color: var(--muted); }
.history .row b { max-width: 40%; overflow: hidden; text-overflow: ellipsis; flex: none; }
.history .row small { color: var(--muted); }
.history .off-path { opacity: .65; }
.history .row[aria-selected=true] { background: var(--accent); color: var(--surface); opacity: 1; }
.history .row[aria-selected=true] :is(span, small, i) { color: inherit; }
.history i { font-style: normal; color: var(--warn); }
.history .chosen { display: flex; flex-direction: column; min-height: 0; min-width: 0; padding: 8px; }
.history .chosen p { margin: 4px 0; color: var(--muted); overflow-wrap: anywhere; }
.history .actions { display: flex; flex-wrap: wrap; gap: 6px; }
.history form { flex-basis: 100%; display: flex; gap: 6px; }
.history textarea { flex: 1; min-width: 0; background: var(--raised); border: 1px solid var(--border); }
.history .conversation { flex: 1; overflow: auto; min-height: 0; }
.history article { border-top: 1px solid var(--border); padding: 6px 0; }
.history article header { display: flex; flex-wrap: wrap; gap: 2px 8px; }
.history time { color: var(--muted); }
.history pre { margin: 2px 0; white-space: pre-wrap; overflow-wrap: anywhere; font: 12px/1.45 var(--mono); }
.history .call { color: var(--accent); }
@media (max-width: 640px) {
  .history { grid-template-columns: minmax(0, 1fr); grid-template-rows: minmax(0, 2fr) minmax(0, 3fr); }
  .history .messages { border-right: 0; border-bottom: 1px solid var(--border); }
}
`
