import { tool } from '../drive.ts'
import type { JudgedApp } from '../judge.ts'
import { analyticsSentences } from './analytics-sentences.ts'
import { number, oneOf, text } from './schemas.ts'

const metrics = ['visits', 'sign-ups', 'revenue', 'bounce rate']
const ranges = ['today', 'last 7 days', 'last 30 days', 'this year']

/** A dashboard of figures and charts. */
export const analytics: JudgedApp = {
  name: 'analytics dashboard',
  effects: {
    query_metric: 'query',
    set_range: 'view',
    compare_with: 'view',
    add_chart: 'write',
    remove_chart: 'write',
    rename_chart: 'write',
    set_alert: 'write',
    delete_alert: 'write',
    share_dashboard: 'write',
    export_report: 'write',
  },
  sentences: analyticsSentences,
  open() {
    let range = 'last 30 days'
    const charts = [
      { id: 'ch1', title: 'Visits by day', metric: 'visits', kind: 'line' },
      { id: 'ch2', title: 'Revenue by country', metric: 'revenue', kind: 'bar' },
    ]
    const alerts = [{ id: 'al1', metric: 'bounce rate', above: 60 }]
    const figures = { visits: 48210, signUps: 934, revenueEuros: 18450.5, bounceRatePercent: 41 }
    return {
      tools: () => [
        tool('query_metric', 'Read a figure, in total or in parts.', {
          metric: oneOf(metrics),
          'by?': oneOf(['day', 'country', 'device', 'page']),
        }),
        tool('set_range', 'Choose the time that the dashboard shows.', { range: oneOf(ranges) }),
        tool('compare_with', 'Compare the figures with the time before, or stop comparing.', {
          enabled: { type: 'boolean' },
        }),
        tool('add_chart', 'Add a chart to the dashboard.', {
          metric: oneOf(metrics),
          'by?': oneOf(['day', 'country', 'device', 'page']),
          'kind?': oneOf(['line', 'bar', 'pie']),
        }),
        tool('remove_chart', 'Remove a chart from the dashboard.', { chartId: text() }),
        tool('rename_chart', 'Give a chart another title.', {
          chartId: text(),
          title: text('New title'),
        }),
        tool('set_alert', 'Get a message when a figure goes above a value.', {
          metric: oneOf(metrics),
          above: number('The value'),
        }),
        tool('delete_alert', 'Delete an alert.', { alertId: text() }),
        tool('share_dashboard', 'Send a link to the dashboard to somebody.', {
          email: { type: 'string', format: 'email' },
        }),
        tool('export_report', 'Save the report as a file.', { format: oneOf(['pdf', 'csv']) }),
      ],
      context: () => ({ dashboard: { range, figures, charts, alerts } }),
      run: (name, input) => {
        if (name === 'set_range') range = String(input['range'])
        if (name === 'query_metric') {
          return input['by'] === 'country'
            ? {
                metric: input['metric'],
                rows: [
                  { country: 'Germany', value: 9100 },
                  { country: 'Spain', value: 5200 },
                ],
              }
            : { metric: input['metric'], total: 1234 }
        }
        return { ok: true }
      },
    }
  },
}
