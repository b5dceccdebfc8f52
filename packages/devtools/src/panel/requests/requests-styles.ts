/** The styles of the tab "Requests". */
export const requestsStyles = `
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
