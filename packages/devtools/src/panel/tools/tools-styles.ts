/** The styles of the tab "Tools". */
export const toolsStyles = `
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
