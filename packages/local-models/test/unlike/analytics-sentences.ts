import type { Sentence } from '../judge.ts'

export const analyticsSentences: readonly Sentence[] = [
  { say: 'how many visits did we have?', answer: /48,?210|1,?234/ },
  { say: 'what is the bounce rate?', answer: /\b41\b|1,?234/ },
  { say: "what's our revenue?", answer: /18,?450|1,?234/ },
  { say: 'show revenue by country', answer: /Germany.*Spain/s },
  { say: 'which country brings the most revenue?', answer: /Germany/ },
  { say: 'show the last 7 days', calls: [['set_range', { range: 'last 7 days' }]] },
  { say: 'set the range to this year', calls: [['set_range', { range: 'this year' }]] },
  { say: 'show only today', calls: [['set_range', { range: 'today' }]] },
  { say: 'show the last 14 days' },
  { say: 'show me october' },
  {
    say: 'add a chart of sign-ups by device',
    calls: [['add_chart', { metric: 'sign-ups', by: 'device' }]],
  },
  {
    say: 'add a pie chart of visits by country',
    calls: [['add_chart', { metric: 'visits', by: 'country', kind: 'pie' }]],
  },
  { say: 'add a chart of newsletter clicks' },
  { say: 'add a bar chart', answer: /\?/ },
  { say: 'remove the revenue chart', calls: [['remove_chart', { chartId: 'ch2' }]] },
  { say: 'remove "Visits by day"', calls: [['remove_chart', { chartId: 'ch1' }]] },
  {
    say: 'remove both charts',
    calls: [
      ['remove_chart', { chartId: 'ch1' }],
      ['remove_chart', { chartId: 'ch2' }],
    ],
  },
  { say: 'remove the second chart', calls: [['remove_chart', { chartId: 'ch2' }]] },
  { say: 'remove the chart of sign-ups' },
  {
    say: 'rename "Visits by day" to "Daily visits"',
    calls: [['rename_chart', { chartId: 'ch1', title: 'Daily visits' }]],
  },
  {
    say: 'rename the revenue chart to Money',
    calls: [['rename_chart', { chartId: 'ch2', title: 'Money' }]],
  },
  {
    say: 'alert me when revenue goes above 20000',
    calls: [['set_alert', { metric: 'revenue', above: 20000 }]],
  },
  { say: 'tell me when visits drop below 100' },
  { say: 'delete the alert', calls: [['delete_alert', { alertId: 'al1' }]] },
  {
    say: 'share the dashboard with eva@example.org',
    calls: [['share_dashboard', { email: 'eva@example.org' }]],
  },
  { say: 'share the dashboard with the whole team' },
  { say: 'export as pdf', calls: [['export_report', { format: 'pdf' }]] },
  { say: 'exprot the report as csv', calls: [['export_report', { format: 'csv' }]] },
  { say: 'email me the report every monday' },
  { say: 'compare with the time before', calls: [['compare_with', { enabled: true }]] },
  { say: 'why did revenue drop last week?' },
  {
    say: ['remove the revenue chart', 'the other one too'],
    calls: [
      ['remove_chart', { chartId: 'ch2' }],
      ['remove_chart', { chartId: 'ch1' }],
    ],
  },
  { say: 'what charts are there?', answer: /Visits by day.*Revenue by country/s },
  { say: 'what can you do here?', answer: /chart/i },
]
