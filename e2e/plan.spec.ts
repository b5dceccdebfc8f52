import { allow } from './support/allow.ts'
import { Assistant } from './support/assistant.ts'
import { startDemoServer } from './support/demo-server.ts'
import { expect, test } from './support/page-test.ts'

test.describe('the planner, with the demo model', () => {
  test('is planned in words and by hand, and undone in one order', async ({ page }) => {
    await using server = await startDemoServer({}, 'plan', '--built')
    await page.goto(server.url)
    const assistant = new Assistant(page)
    const day = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })
    const say = async (text: string): Promise<void> => {
      await assistant.say(text)
      await expect(assistant.said('You').last()).toContainText(text)
      await expect(assistant.status).toHaveText('Done')
    }
    await assistant.open()

    await assistant.say('Move "Write the report" and "Call the bank" to Tuesday')
    const question = assistant.card('Move “Write the report”, “Call the bank” to Tuesday')
    await allow(question, 'Allow once')
    await expect(day('Tuesday').getByRole('listitem')).toHaveCount(2)
    await expect(assistant.status).toHaveText('Done')
    await say('Finish "Call the bank"')
    await expect(day('Tuesday').getByRole('checkbox', { name: /Call the bank/ })).toBeChecked()
    await say('Set the limit to 5 and set the view to open')
    await expect(page.getByText('At most 5 h a day')).toBeVisible()
    await expect(page.getByRole('button', { name: 'open', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await expect(day('Tuesday').getByRole('listitem')).toHaveCount(1)

    await say('Fill in the task "Water the plants" for Friday and submit it')
    await expect(day('Friday')).toContainText('Water the plants')
    await expect(page.getByRole('textbox', { name: 'New task' })).toHaveValue('')

    // The tool of a routine comes with its skill, and is off while its button is.
    await say('Load the routines and then add the team lunch')
    await expect(day('Friday')).toContainText('Team lunch')
    await expect(page.getByRole('button', { name: '+ Team lunch' })).toBeDisabled()
    await say('Add the team lunch')
    await expect(assistant.said('Assistant').last()).toContainText('the week has it already')

    // What the user does comes between, and Ctrl+Z goes back one by one.

    await day('Monday')
      .getByRole('checkbox', { name: /Prepare the talk/ })
      .click()
    await expect(day('Monday').getByRole('listitem')).toHaveCount(0)
    await page.keyboard.press('ControlOrMeta+z')
    await expect(day('Monday').getByRole('listitem')).toHaveCount(1)
    await page.keyboard.press('ControlOrMeta+z')
    await expect(day('Friday')).not.toContainText('Team lunch')
    await page.keyboard.press('ControlOrMeta+z')
    await expect(day('Friday')).not.toContainText('Water the plants')
  })

  test('remembers what the user says, also after a reload, until it is to be forgotten', async ({
    page,
  }) => {
    await using server = await startDemoServer({}, 'plan', '--built')
    await page.goto(server.url)
    const assistant = new Assistant(page)
    const known = page.getByRole('complementary')
    await expect(known).toContainText('nothing of you yet')
    await assistant.open()
    await assistant.say('Remember that I work best in the morning')
    await expect(known).toContainText('I work best in the morning')
    await page.reload()
    await known.getByRole('button', { name: 'Forget “I work best in the morning”' }).click()
    await expect(known).toContainText('nothing of you yet')
  })
})
