import { type Locator, type Page, expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { magazineKeys, secretClient, supabaseUrl } from '../support/backend.ts'
import { storeArticle, storedArticle, toast } from '../support/editor.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { pressKey } from '../support/keys.ts'
import { DEMO_EMAILS, signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

// Nothing is planned when a test begins.
test.beforeEach(async () => {
  await (await secretClient()).from('plans').delete().not('id', 'is', null)
})

const MONDAY = '2027-03-01'
const WEEK = `/admin/plan?view=week&day=${MONDAY}`
const dayIn = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Days' }).getByLabel(name, { exact: true })
const monday = (page: Page) => dayIn(page, 'Monday, 1 March 2027')
const tuesday = (page: Page) => dayIn(page, 'Tuesday, 2 March 2027')
const thursday = (page: Page) => dayIn(page, 'Thursday, 4 March 2027')
const pool = (page: Page) => page.getByRole('region', { name: 'Without a Day' })
const entry = (place: Locator, title: string) => place.getByRole('link', { name: title })

async function accountOf(role: keyof typeof DEMO_EMAILS): Promise<string> {
  const { data } = await (
    await secretClient()
  )
    .from('profiles')
    .select('id')
    .eq('email', DEMO_EMAILS[role])
    .single()
  return (data as { id: string }).id
}

async function storePlan(row: Record<string, unknown>): Promise<string> {
  const { data, error } = await (
    await secretClient()
  )
    .from('plans')
    .insert({ planned_on: MONDAY, ...row })
    .select('id')
    .single<{ id: string }>()
  if (error) throw error
  return data.id
}

async function storedPlan(id: string): Promise<Record<string, unknown>> {
  const { data } = await (await secretClient()).from('plans').select('*').eq('id', id).single()
  return data as Record<string, unknown>
}

async function openWeek(page: Page): Promise<void> {
  await page.goto(WEEK)
  await expect(monday(page)).toBeVisible()
}

test('an idea is written down for a day, moved by keys, and becomes the draft of who writes it', async ({
  page,
}) => {
  await signInAs(page, 'editor')
  await openWeek(page)
  await monday(page).getByRole('button', { name: 'New idea for Monday, 1 March 2027' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Idea' })
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByText('Title is required')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Title' }).fill('The step that creaks')
  await dialog.getByRole('button', { name: /Writer/ }).click()
  await page.getByRole('option', { name: 'Mina Okonedo' }).click()
  await dialog.getByRole('textbox', { name: 'Brief' }).fill('Which step, and who knows it.')
  await dialog.getByRole('button', { name: 'Add a Task' }).click()
  await dialog.getByRole('combobox', { name: 'What is to be done, task 1' }).fill('Photographs')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog).toBeHidden()

  await expect(entry(monday(page), 'The step that creaks')).toContainText('Idea')
  await expect(entry(monday(page), 'The step that creaks')).toContainText('Photographs')
  await pressKey(entry(monday(page), 'The step that creaks'), 'Shift+ArrowRight')
  await expect(entry(tuesday(page), 'The step that creaks')).toBeFocused()
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: 'The step that creaks is planned for Tuesday, 2 March 2027.' }),
  ).toBeAttached()
  await pressKey(entry(tuesday(page), 'The step that creaks'), 'Shift+ArrowDown')
  await expect(page.getByRole('heading', { name: '8 Mar – 14 Mar 2027' })).toBeVisible()
  await expect(entry(dayIn(page, 'Tuesday, 9 March 2027'), 'The step that creaks')).toBeFocused()

  await entry(dayIn(page, 'Tuesday, 9 March 2027'), 'The step that creaks').click()
  await page.getByRole('dialog', { name: 'Idea' }).getByRole('button', { name: 'Begin the Story' }).click()
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveText('The step that creaks')
  const plan = page.getByRole('region', { name: 'Plan' })
  await expect(plan).toContainText('9 Mar 2027')
  await expect(plan).toContainText('Which step, and who knows it.')
  const id = /articles\/([^/]+)\/edit/.exec(page.url())?.[1] ?? ''
  expect(await storedArticle(id)).toMatchObject({
    status: 'draft',
    published_at: null,
    publish_at: null,
    author_id: await accountOf('contributor'),
  })
})

test('a scheduled story is dragged to another day and to no day, and keeps its publish date', async ({
  page,
}) => {
  const story = await storeArticle('published', 'editor', { published_at: '2027-03-03T07:00:00+00:00' })
  const id = await storePlan({ article_id: story.id })
  await signInAs(page, 'editor')
  await openWeek(page)
  await expect(entry(dayIn(page, 'Wednesday, 3 March 2027'), story.title)).toContainText('07:00')
  await entry(monday(page), story.title).dragTo(thursday(page))
  await expect(entry(thursday(page), story.title)).toContainText('Scheduled')
  await expect(toast(page, 'The publish date is still 3 Mar 2027, 07:00.')).toBeVisible()
  await expect.poll(async () => (await storedPlan(id)).planned_on).toBe('2027-03-04')
  await entry(thursday(page), story.title).dragTo(pool(page))
  await expect(entry(pool(page), story.title)).toBeVisible()
  await expect.poll(async () => (await storedPlan(id)).planned_on).toBe(null)
  expect((await storedArticle(story.id)).published_at).toBe('2027-03-03T07:00:00+00:00')
})

test('a move that is refused is taken back, and says why', async ({ page }) => {
  await storePlan({ title: 'A move that fails' })
  await signInAs(page, 'editor')
  await openWeek(page)
  await page.route('**/rest/v1/plans?id=*', (route) => route.abort())
  await pressKey(entry(monday(page), 'A move that fails'), 'Shift+ArrowRight')
  await expect(toast(page, '“A move that fails” could not be moved')).toBeVisible()
  await expect(entry(monday(page), 'A move that fails')).toBeVisible()
})

test('of two quick moves the database carries out the later one last', async ({ page }) => {
  const id = await storePlan({ title: 'Twice moved' })
  await signInAs(page, 'editor')
  await openWeek(page)
  const days: unknown[] = []
  const held = Promise.withResolvers<void>()
  await page.route('**/rest/v1/plans?id=*', async (route) => {
    days.push((route.request().postDataJSON() as { planned_on: string }).planned_on)
    if (days.length === 1) await held.promise
    await route.continue()
  })
  await pressKey(entry(monday(page), 'Twice moved'), 'Shift+ArrowRight')
  await expect(entry(tuesday(page), 'Twice moved')).toBeFocused()
  await page.keyboard.press('Shift+ArrowRight')
  await expect(entry(dayIn(page, 'Wednesday, 3 March 2027'), 'Twice moved')).toBeFocused()
  expect(days).toEqual(['2027-03-02'])
  held.resolve()
  await expect.poll(() => days).toEqual(['2027-03-02', '2027-03-03'])
  await expect.poll(async () => (await storedPlan(id)).planned_on).toBe('2027-03-03')
  await expect(entry(dayIn(page, 'Wednesday, 3 March 2027'), 'Twice moved')).toBeVisible()
})

test('contributors see the plan, move what they write, and mark their tasks of other stories as done', async ({
  page,
}) => {
  const me = await accountOf('contributor')
  const own = await storePlan({ title: 'One of my own', person_id: me })
  const other = await storePlan({ title: 'One of somebody else' })
  const service = await secretClient()
  const { error } = await service
    .from('plan_tasks')
    .insert({ plan_id: other, kind: 'Photographs', person_id: me, due_on: MONDAY })
  expect(error).toBeNull()
  await signInAs(page, 'contributor')
  await openWeek(page)
  await pressKey(entry(monday(page), 'One of somebody else'), 'Shift+ArrowRight')
  await pressKey(entry(monday(page), 'One of my own'), 'Shift+ArrowRight')
  await expect(entry(tuesday(page), 'One of my own')).toBeFocused()
  await expect.poll(async () => (await storedPlan(own)).planned_on).toBe('2027-03-02')
  expect((await storedPlan(other)).planned_on).toBe(MONDAY)
  await expect(entry(monday(page), 'One of somebody else')).toHaveAttribute('draggable', 'false')

  await entry(monday(page), 'One of somebody else').click()
  const dialog = page.getByRole('dialog', { name: 'One of somebody else' })
  const task = dialog.getByRole('checkbox', { name: /^Photographs/ })
  const held = await holdRequests(page, '**/rpc/set_task_done')
  const stored: string[] = []
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('/rpc/set_task_done') && request.method() === 'POST')
      stored.push(request.postData() ?? '')
  })
  for (const isMarked of [true, false, true]) {
    await pressKey(task, 'Space')
    await expect(task).toBeChecked({ checked: isMarked })
    await expect(task).toBeFocused()
  }
  await held.begun
  held.release()
  await expect.poll(() => stored.length).toBe(3)
  const isDone = async () =>
    (
      await service
        .from('plan_tasks')
        .select('done_at')
        .eq('plan_id', other)
        .single<{ done_at: string | null }>()
    ).data?.done_at !== null
  expect(await isDone()).toBe(true)
  await expect(task).toBeChecked()
})

test('the filters are in the address, and a plan that is over its day is marked', async ({ page }) => {
  await storePlan({ title: 'Late and mine', planned_on: '2026-01-05', person_id: await accountOf('editor') })
  await storePlan({ title: 'Late and not mine', planned_on: '2026-01-06' })
  await signInAs(page, 'editor')
  await page.goto('/admin/plan?day=2026-01-06')
  const days = page.getByRole('list', { name: 'Days' })
  await expect(entry(days, 'Late and mine')).toContainText('Overdue since 5 Jan')
  await expect(entry(days, 'Late and not mine')).toBeVisible()
  await page.getByRole('button', { name: 'Mine', exact: true }).click()
  await expect(entry(days, 'Late and not mine')).toBeHidden()
  await page.reload()
  await expect(entry(days, 'Late and mine')).toBeVisible()
  await expect(entry(days, 'Late and not mine')).toBeHidden()
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(entry(days, 'Late and not mine')).toBeVisible()
})

/** The day this number of days after today, in the magazine's zone, as the demo content has it. */
const dayFromToday = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('the calendar opens at this week, and keeps what is overdue from earlier weeks beside it', async ({
  page,
}) => {
  await storePlan({ title: 'Long overdue', planned_on: dayFromToday(-40) })
  await storePlan({ title: 'In three weeks', planned_on: dayFromToday(21) })
  await signInAs(page, 'editor')
  await page.goto('/admin/plan')
  const days = page.getByRole('list', { name: 'Days' })
  const today = days.getByRole('listitem', { name: /^Today, / })
  await expect(today).toBeInViewport()
  await expect(entry(days, 'In three weeks')).toBeVisible()
  const overdue = page.getByRole('region', { name: 'Overdue' })
  await expect(entry(overdue, 'Long overdue')).toBeVisible()
  await page.getByRole('button', { name: 'Previous weeks' }).click()
  await expect(today).toBeHidden()
  await expect(overdue).toBeHidden()
  await page.getByRole('button', { name: 'Today', exact: true }).click()
  await expect(today).toBeInViewport()
})

test('the list says who does what next and until when, and its stories are moved by keys', async ({
  page,
}) => {
  const id = await storePlan({ title: 'Looked at on Mondays', person_id: await accountOf('contributor') })
  const { error } = await (await secretClient()).from('plan_tasks').insert([
    { plan_id: id, kind: 'Captions', person_id: null, due_on: null },
    { plan_id: id, kind: 'Photographs', person_id: await accountOf('editor'), due_on: '2027-02-20' },
  ])
  expect(error).toBeNull()
  await signInAs(page, 'editor')
  await page.goto('/admin/plan?view=list')
  const table = page.getByRole('table', { name: 'Plan' })
  const row = table.getByRole('row', { name: /Looked at on Mondays/ })
  await expect(row).toContainText(
    /Mon 1 Mar 2027.*Mina Okonedo.*Idea.*Photographs and 1 more.*Rafael Quist.*20 Feb 2027/,
  )
  await pressKey(row.getByRole('link'), 'Shift+ArrowRight')
  await expect(row).toContainText('Tue 2 Mar 2027')
  await expect(row.getByRole('link')).toBeFocused()
  await expect.poll(async () => (await storedPlan(id)).planned_on).toBe('2027-03-02')
})

test('Tab goes through a task as it is seen, and Remove comes last', async ({ page }) => {
  await signInAs(page, 'editor')
  await openWeek(page)
  await page.getByRole('button', { name: 'New Idea', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'New Idea' })
  await dialog.getByRole('button', { name: 'Add a Task' }).click()
  await dialog.getByRole('combobox', { name: 'What is to be done, task 1' }).fill('Photographs')
  for (const name of [/Who does Photographs/, /Photographs is due on/, 'Remove Photographs']) {
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('button', { name }).and(page.locator(':focus'))).toBeVisible()
  }
})

test('a day of the next month is chosen with one press, and a time has 24 hours', async ({ page }) => {
  const id = await storePlan({ title: 'At the end of a month', planned_on: '2027-03-29' })
  await signInAs(page, 'editor')
  await page.goto('/admin/plan?view=week&day=2027-03-29')
  await entry(page.getByRole('list', { name: 'Days' }), 'At the end of a month').click()
  const dialog = page.getByRole('dialog', { name: 'Idea' })
  await dialog.getByRole('button', { name: /^Planned for/ }).click()
  await page.getByRole('button', { name: 'Friday, 2 April 2027', exact: true }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  expect((await storedPlan(id)).planned_on).toBe('2027-04-02')

  await page.goto('/admin/articles/new')
  await page.getByRole('button', { name: /^Publish Date/ }).click()
  const picker = page.getByRole('dialog', { name: 'Publish Date' })
  await picker.getByLabel('Time').fill('1930')
  await picker.getByRole('button', { name: /^Today, / }).click()
  await expect(page.getByRole('button', { name: /^Publish Date/ })).toContainText('19:30')
  await picker.getByLabel('Time').fill('7')
  await picker.getByLabel('Time').blur()
  await expect(picker.getByLabel('Time')).toHaveValue('07:00')
  await expect(page.getByRole('button', { name: /^Publish Date/ })).toContainText('07:00')
})

test('what one has typed into a plan survives a reload, and a plan that was saved since is not overwritten', async ({
  page,
}) => {
  const id = await storePlan({ title: 'Edited twice' })
  await signInAs(page, 'editor')
  await openWeek(page)
  await entry(monday(page), 'Edited twice').click()
  const dialog = page.getByRole('dialog', { name: 'Idea' })
  await dialog.getByRole('textbox', { name: 'Brief' }).fill('Typed and not saved')
  page.on('dialog', (question) => void question.accept())
  await page.reload()
  await expect(dialog.getByRole('textbox', { name: 'Brief' })).toHaveValue('Typed and not saved')
  await (await secretClient()).from('plans').update({ brief: 'Saved by somebody else' }).eq('id', id)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Overwrite with Mine' }).click()
  await expect(toast(page, 'Idea updated successfully')).toBeVisible()
  expect((await storedPlan(id)).brief).toBe('Typed and not saved')
})

test('the plan can be subscribed to; a new address ends the one before', async ({ page }) => {
  await storePlan({ title: 'Seen in a calendar program' })
  await signInAs(page, 'editor')
  await openWeek(page)
  const addressOf = async () => {
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await page.getByRole('button', { name: 'Make an Address' }).click()
    const address = await page.getByRole('textbox', { name: 'Address' }).inputValue()
    await page.getByRole('button', { name: 'Close' }).last().click()
    return address
  }
  const first = await addressOf()
  expect(new URL(first).origin).toBe(supabaseUrl)
  expect(await (await fetch(first)).text()).toContain('SUMMARY:Seen in a calendar program')
  const second = await addressOf()
  expect([(await fetch(first)).status, (await fetch(second)).status]).toEqual([404, 200])
})

test('nobody without an account reads what is planned', async () => {
  await storePlan({ title: 'A secret house' })
  const { publishableKey } = await magazineKeys()
  for (const table of ['plans', 'plan_tasks']) {
    const answer = await fetch(`${supabaseUrl}/rest/v1/${table}?select=*`, {
      headers: { apikey: publishableKey },
    })
    expect([401, 403]).toContain(answer.status)
  }
})

test.describe('axe finds nothing', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('in calendar, week and list, in the dialogs, and on a phone', async ({ page }) => {
    await storePlan({ title: 'Read by a machine', priority: 'high' })
    await signInAs(page, 'editor')
    for (const view of ['list', 'calendar', 'week']) {
      await page.goto(`/admin/plan?view=${view}&day=${MONDAY}`)
      await entry(page.getByRole('main'), 'Read by a machine').waitFor()
      await expectAccessible(page, view)
    }
    await entry(page.getByRole('list', { name: 'Days' }), 'Read by a machine').click()
    const dialog = page.getByRole('dialog', { name: 'Idea' })
    await dialog.getByRole('button', { name: 'Add a Task' }).click()
    await expectAccessible(page, 'dialog')
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page, 'dialog on a phone')
    await page.goto(`/admin/plan?day=${MONDAY}`)
    await entry(page.getByRole('list', { name: 'Days' }), 'Read by a machine').waitFor()
    await expectAccessible(page, 'phone')
  })
})
