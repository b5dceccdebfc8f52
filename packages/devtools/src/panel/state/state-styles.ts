/** The styles of the tab "State". */
export const stateStyles = `
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
