// Rules of the page reach the host, but not what is in it: so the host has no box.

/** The styles of the tab "Tools". */
const toolsStyles = `
.mark { color: var(--accent); font-weight: 600; }
.mark.warn { color: var(--warn); font-weight: 400; }
.tools { display: flex; flex-direction: column; height: 100%; overflow: auto; }
.tools > .bar { flex: none; }
.tools > .split { flex: 1 0 200px; height: auto; }
@container (max-width: 640px) { .tools > .split { flex-basis: 340px; } }
.tool-row { padding-inline-start: 16px; }
.tool-row.scope-row { padding-inline-start: 0; }
.bar input[type=number] { width: 6em; }
.scroll h3 { margin: 4px 0; font-size: 14px; }
.scroll p { margin: 4px 0; }
.scroll ul { margin: 4px 0; padding-inline-start: 18px; }
.scroll summary { cursor: pointer; }
.outline {
  position: fixed; z-index: 2147482999; pointer-events: none;
  border: 2px solid var(--accent); border-radius: 3px;
  background: color-mix(in srgb, var(--accent) 12%, transparent);
}
.outline > span {
  position: absolute; inset: auto auto 100% -2px; padding: 0 4px; white-space: nowrap;
  font: 12px/1.4 var(--mono); color: var(--surface); background: var(--accent);
}
`

/** The styles of the tab "Timeline". */
const timelineStyles = `
.row > .time { width: 76px; text-align: end; font-variant-numeric: tabular-nums; }
.row > .shrinks { flex: 0 1 auto; min-width: 0; overflow: hidden; text-overflow: ellipsis; }
.row > .time + .shrinks { flex-shrink: 99; min-width: 40px; }
.row > .run { font-weight: 600; }
.row > .track { position: relative; width: 80px; height: 6px; background: var(--raised); }
.track > .piece {
  position: absolute; height: 100%; min-width: 2px; border-radius: 2px; background: currentColor;
}
@container (max-width: 640px) { .row > .time { width: 58px; } .row > .track { width: 40px; } }
`

/** The styles of the tab "State". */
const stateStyles = `
.state { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 300px), 1fr)); gap: 12px; padding: 10px; align-content: start; height: 100%; overflow: auto; }
.state section { background: var(--raised); border: 1px solid var(--border); border-radius: 6px; padding: 8px 10px; min-width: 0; overflow-wrap: anywhere; }
.state h3 { margin: 0 0 4px; font: inherit; font-weight: 600; }
.state :is(dl, ul, p) { margin: 0; padding: 0; }
.state pre { margin: 0 0 4px; max-height: 160px; overflow: auto; }
.state dl div { display: flex; gap: 8px; }
.state dt { flex: 0 0 40%; color: var(--muted); }
.state dd { margin: 0; min-width: 0; }
.state ul { list-style: none; max-height: 220px; overflow: auto; }
.state li { display: flex; flex-wrap: wrap; gap: 2px 8px; align-items: baseline; padding: 2px 0; }
.state li span { flex: 1; min-width: 0; }
.state small { color: var(--muted); }
.state button { color: var(--text); background: var(--surface); border: 1px solid var(--border); border-radius: 4px; padding: 1px 8px; }
.state .fault { color: var(--off); }
`

/** The styles of the tab "Save". */
const saveStyles = `
.save { display: grid; gap: 12px; padding: 10px; align-content: start; height: 100%; overflow: auto; }
.save .fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 180px), 1fr)); gap: 8px; }
.save label { display: grid; gap: 2px; min-width: 0; color: var(--muted); }
.save :is(select, input) { min-width: 0; width: 100%; }
.save .buttons { display: flex; flex-wrap: wrap; gap: 6px; margin: 8px 0 0; }
.save :is(button, select, input) { color: var(--text); background: var(--surface); border: 1px solid var(--border); border-radius: 4px; padding: 2px 8px; }
.save p { margin: 6px 0; overflow-wrap: anywhere; }
.save [role=alert] { color: var(--off); }
.save pre { margin: 6px 0 0; padding: 8px; max-height: 320px; overflow: auto; background: var(--raised); border: 1px solid var(--border); font: 12px/1.45 var(--mono); }
`

/** The styles of the tab "Requests". */
const requestsStyles = `
.line { display: flex; flex-wrap: wrap; gap: 4px 10px; align-items: center; margin: 0 0 6px; }
.line select { max-width: 100%; background: var(--surface); color: var(--text); }
.scroll p { margin: 4px 0; }
.scroll h3 { margin: 8px 0 4px; font-size: 14px; }
.scroll summary { cursor: pointer; padding: 3px 0; }
.scroll > details > summary { font-weight: 600; border-top: 1px solid var(--border); }
.scroll summary .muted { font-weight: 400; }
.scroll table { border-collapse: collapse; width: 100%; }
.scroll :is(th, td):not(:nth-child(3)) { width: 1%; }
.scroll :is(th, td) { text-align: start; vertical-align: top; padding: 2px 8px 2px 0; }
.scroll thead th { font-weight: 400; color: var(--muted); }
.scroll tbody th { font-family: var(--mono); font-size: 12px; font-weight: 600; }
.scroll :is(th, td:nth-child(2), td:last-child) { overflow-wrap: normal; }
.scroll :is(td:nth-child(2), td:last-child) { white-space: nowrap; }
.scroll td pre { max-height: 112px; overflow: auto; margin: 2px 0 6px; }
.scroll q { quotes: none; }
.plain { list-style: none; margin: 4px 0; padding: 0; }
.plain > li { padding: 1px 0; }
.marks { display: flex; flex-wrap: wrap; gap: 2px; margin: 4px 0; }
.marks > i { width: 8px; height: 14px; border-radius: 2px; background: var(--border); }
.marks > .on { background: var(--on); }
.marks > .off { background: var(--off); }
.marks > .held { background: var(--warn); }
.messages { display: flex; height: 220px; border: 1px solid var(--border); border-radius: 4px; }
@container (min-width: 641px) { .scroll tbody wbr { display: none; } }
`

/** The styles of lists, and of a list beside what was chosen in it. */
const listStyles = `
.sized { height: 100%; min-height: 170px; container-type: inline-size; }
.split {
  display: grid; height: 100%; min-height: 0; max-height: 100vh;
  grid: minmax(0, 1fr) / minmax(0, 2fr) minmax(0, 3fr);
}
.split > * { min-width: 0; min-height: 0; }
.pane { display: flex; flex-direction: column; overflow: hidden; }
.pane + .pane { border-inline-start: 1px solid var(--border); }
.bar {
  display: flex; flex-wrap: wrap; gap: 4px 8px; align-items: center;
  padding: 4px 8px; border-bottom: 1px solid var(--border); color: var(--muted);
}
.bar > input { flex: 1 1 120px; min-width: 0; }
.bar input, .bar select {
  background: var(--surface); color: var(--text);
  border: 1px solid var(--border); border-radius: 4px; padding: 1px 6px; min-width: 0;
}
.bar button, .scroll button {
  border: 1px solid var(--border); border-radius: 4px; background: var(--raised);
  color: var(--text); padding: 1px 8px; cursor: pointer;
}
.bar button:disabled, .scroll button:disabled { color: var(--muted); opacity: 0.6; cursor: default; }
.bar button[aria-pressed="true"] { border-color: var(--accent); color: var(--accent); }
.rows { flex: 1 1 0; min-height: 48px; overflow: auto; position: relative; contain: strict; }
.row {
  position: absolute; inset-inline: 0; height: 24px; padding: 0 8px; cursor: default;
  display: flex; align-items: center; gap: 8px; white-space: nowrap; overflow: hidden;
}
.row:hover { background: var(--raised); }
.row[aria-selected="true"] {
  background: color-mix(in srgb, var(--accent) 7%, transparent);
  box-shadow: inset 3px 0 var(--accent);
}
.row > .fill { flex: 1 1 0; min-width: 0; overflow: hidden; text-overflow: ellipsis; }
.row > :not(.fill) { flex: none; }
.muted { color: var(--muted); }
.on { color: var(--on); }
.off { color: var(--off); }
.warn { color: var(--warn); }
.scroll { flex: 1 1 0; overflow: auto; padding: 8px 12px; overflow-wrap: anywhere; }
.scroll pre {
  margin: 4px 0; padding: 6px 8px; background: var(--raised); border-radius: 4px;
  font: 12px/1.45 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere;
}
.empty { padding: 16px; color: var(--muted); margin: 0; }
@container (max-width: 640px) {
  .split { min-height: 340px; }
  .split { grid: minmax(0, 2fr) minmax(0, 3fr) / minmax(0, 1fr); }
  .pane + .pane { border-inline-start: 0; border-top: 1px solid var(--border); }
}
`

/** The styles of the tab "History", beside those of lists. */
const historyStyles = `
.history form { flex-basis: 100%; display: flex; gap: 6px; }
.history textarea {
  flex: 1; min-width: 0; color: var(--text); background: var(--surface);
  border: 1px solid var(--border); border-radius: 4px;
}
.history article { border-top: 1px solid var(--border); padding: 6px 0; }
.history .row b { max-width: 45%; overflow: hidden; text-overflow: ellipsis; }
.history .row small { color: var(--muted); }
.history .of { display: flex; flex-wrap: wrap; gap: 0 8px; margin: 0; }
.history .call { color: var(--accent); }
`

/** The styles of the tab "Approvals". */
const approvalsStyles = `
.scroll h4 { margin: 10px 0 2px; font-size: 13px; }
.scroll ol { margin: 4px 0; padding-inline-start: 20px; }
.scroll li { margin: 3px 0; }
.scroll .bar { border: 0; padding: 4px 0; }
`

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
